// SPDX-License-Identifier: MIT
// The few plain lines of cudaenv.toml that decide which stack a folder has. Not a TOML reader: what
// it cannot read in [toolkit] it refuses by line, what stands in other tables it steps over.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "hot/lines.hpp"
#include "hot/version_fields.hpp"
#include "hot/version_file.hpp"

namespace cudaenv::hot {

namespace {

constexpr std::array<std::string_view, 4> kKeys{"version", "with", "ccbin", "profile"};

// Steps over one character of a line and keeps track of what is open.
struct Scan {
    char quote = '\0';
    int brackets = 0;
};

// The line up to a comment that is not inside a string; `scan` says what is still open behind it.
std::string_view content_of(std::string_view line, Scan& scan) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (scan.quote != '\0') {
            if (c == '\\' && scan.quote == '"') ++i;
            if (c == scan.quote) scan.quote = '\0';
            continue;
        }
        if (c == '#') return base::trim(line.substr(0, i));
        if (c == '"' || c == '\'') scan.quote = c;
        if (c == '[' || c == '{') ++scan.brackets;
        if (c == ']' || c == '}') --scan.brackets;
    }
    return base::trim(line);
}

// The lines of a file as statements; a value that goes over several lines is one statement whose
// text is its first line.
class Statements {
  public:
    explicit Statements(std::string_view text) : rest_(text) {}

    struct Statement {
        std::string_view text;
        std::size_t line = 0;
        bool is_whole = true;  // on one line
    };

    std::optional<Statement> next() {
        if (rest_.empty()) return std::nullopt;
        const std::string_view raw = take_line();
        Scan scan;
        Statement statement{content_of(raw, scan), line_, true};
        for (const std::string_view fence : {"\"\"\"", "'''"}) {
            if (raw.find(fence) == std::string_view::npos) continue;
            statement.is_whole = false;
            const std::size_t behind = raw.find(fence) + fence.size();
            if (raw.find(fence, behind) == std::string_view::npos) skip_to(fence);
            return statement;
        }
        statement.is_whole = scan.brackets <= 0;
        while (scan.brackets > 0 && !rest_.empty()) {
            scan.quote = '\0';
            content_of(take_line(), scan);
        }
        return statement;
    }

  private:
    std::string_view take_line() {
        ++line_;
        return next_line(rest_);
    }
    void skip_to(std::string_view fence) {
        while (!rest_.empty() && take_line().find(fence) == std::string_view::npos) {
        }
    }

    std::string_view rest_;
    std::size_t line_ = 0;
};

// "12.4" or '12.4', without escapes.
std::optional<std::string_view> parse_string(std::string_view text) {
    if (text.size() < 2 || text.front() != text.back()) return std::nullopt;
    const char quote = text.front();
    if (quote != '"' && quote != '\'') return std::nullopt;
    const std::string_view inner = text.substr(1, text.size() - 2);
    if (inner.find(quote) != std::string_view::npos) return std::nullopt;
    if (quote == '"' && inner.find('\\') != std::string_view::npos) return std::nullopt;
    return inner;
}

// One string, or an array of strings.
std::optional<std::vector<std::string_view>> parse_value(std::string_view text) {
    if (const auto single = parse_string(text)) return std::vector{*single};
    if (!text.starts_with('[') || !text.ends_with(']')) return std::nullopt;
    text = base::trim(text.substr(1, text.size() - 2));
    std::vector<std::string_view> values;
    while (!text.empty()) {
        const std::size_t close = text.find(text.front(), 1);
        if (close == std::string_view::npos) return std::nullopt;
        const auto value = parse_string(text.substr(0, close + 1));
        if (!value) return std::nullopt;
        values.push_back(*value);
        text = base::trim(text.substr(close + 1));
        if (text.empty()) break;
        if (text.front() != ',') return std::nullopt;
        text = base::trim(text.substr(1));
    }
    return values;
}

struct Toolkit {
    VersionFile file;
    std::vector<std::string> companions;  // of `with`
};

Result<void> take(Toolkit& toolkit, std::string_view key, std::string_view value) {
    const auto values = parse_value(value);
    const bool is_single = values && values->size() == 1;
    if (!values || ((key == "ccbin" || key == "profile") && !is_single)) {
        return fail(Code::usage, "cannot read this line of cudaenv.toml")
            .found(value)
            .needs(key == "version" || key == "with" ? "a plain string, or an array on one line"
                                                     : "a plain string");
    }
    if (key == "version") {
        std::string requests;
        for (const std::string_view each : *values) requests.append(each).append(1, ' ');
        return set_requests(toolkit.file, requests);
    }
    if (key == "ccbin") return set_ccbin(toolkit.file, values->front());
    if (key == "profile") toolkit.file.profile = values->front();
    if (key == "with") toolkit.companions.assign(values->begin(), values->end());
    return {};
}

// `with` names components too; those say what to install, not what to select.
Result<void> add_companions(Toolkit& toolkit) {
    for (const std::string& text : toolkit.companions) {
        auto companion = base::parse_companion(text);
        if (!companion || !is_companion_name(companion->name)) continue;
        CUDAENV_TRY(base::add_companion(toolkit.file.requests.front(), *std::move(companion)));
    }
    return {};
}

// [name], also with blanks inside.
std::string_view table_name(std::string_view statement) {
    return base::trim(statement.substr(1, statement.size() - 2));
}

// A way to write the same table that is not read here.
bool is_other_spelling(std::string_view key) {
    return key == "toolkit" || key.starts_with("toolkit.");
}

Result<void> take_statement(Toolkit& toolkit, const Statements::Statement& statement,
                            std::string_view table) {
    const std::size_t equals = statement.text.find('=');
    if (equals == std::string_view::npos) return {};
    const std::string_view key = base::trim(statement.text.substr(0, equals));
    if (table.empty() && is_other_spelling(key)) {
        return fail(Code::usage, "cannot read this line of cudaenv.toml")
            .found(statement.text)
            .needs("a table [toolkit] with its keys on lines of their own");
    }
    if (table != "toolkit" || std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) return {};
    const std::string_view value = base::trim(statement.text.substr(equals + 1));
    return take(toolkit, key, statement.is_whole ? value : std::string_view());
}

}  // namespace

Result<VersionFile> parse_project_toml(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    Toolkit toolkit;
    std::string table;
    Statements statements(text);
    while (const auto statement = statements.next()) {
        if (statement->text.starts_with('[') && statement->text.ends_with(']')) {
            table = table_name(statement->text);
            continue;
        }
        auto taken = take_statement(toolkit, *statement, table);
        if (!taken) return at_line(std::move(taken).error(), statement->line);
        const bool is_new = toolkit.file.line == 0 && !toolkit.file.requests.empty();
        if (is_new) toolkit.file.line = statement->line;
    }
    if (!toolkit.file.requests.empty()) {
        auto added = add_companions(toolkit);
        if (!added) return at_line(std::move(added).error(), toolkit.file.line);
    }
    return std::move(toolkit.file);
}

}  // namespace cudaenv::hot
