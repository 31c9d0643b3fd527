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

// What is still open behind a line.
struct Scan {
    std::string_view fence;  // of a string over several lines
    int brackets = 0;
    bool had_fence = false;

    bool is_open() const { return !fence.empty() || brackets > 0; }
};

// Behind the string that starts at `at`; the line's end if it ends on a later line, or never.
std::size_t behind_string(std::string_view line, std::size_t at, Scan& scan) {
    const char quote = line[at];
    const std::string_view fence = quote == '"' ? "\"\"\"" : "'''";
    if (line.substr(at).starts_with(fence)) {
        scan.had_fence = true;
        const std::size_t end = line.find(fence, at + fence.size());
        if (end != std::string_view::npos) return end + fence.size();
        scan.fence = fence;
        return line.size();
    }
    for (std::size_t i = at + 1; i < line.size(); ++i) {
        if (line[i] == quote) return i + 1;
        if (line[i] == '\\' && quote == '"') ++i;
    }
    return line.size();
}

// The line up to a comment that is not inside a string.
std::string_view content_of(std::string_view line, Scan& scan) {
    std::size_t i = 0;
    if (!scan.fence.empty()) {
        i = line.find(scan.fence);
        if (i == std::string_view::npos) return line;
        i += scan.fence.size();
        scan.fence = {};
    }
    while (i < line.size()) {
        const char c = line[i];
        if (c == '#') return base::trim(line.substr(0, i));
        if (c == '[' || c == '{') ++scan.brackets;
        if (c == ']' || c == '}') --scan.brackets;
        i = c == '"' || c == '\'' ? behind_string(line, i, scan) : i + 1;
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
        bool is_whole = true;   // on one line
        bool is_closed = true;  // before the file ends
    };

    std::optional<Statement> next() {
        if (rest_.empty()) return std::nullopt;
        Scan scan;
        const std::string_view text = content_of(take_line(), scan);
        Statement statement{text, line_, !scan.is_open() && !scan.had_fence, true};
        if (text.starts_with('[')) return statement;  // the head of a table is one line
        while (scan.is_open() && !rest_.empty()) content_of(take_line(), scan);
        statement.is_closed = !scan.is_open();
        return statement;
    }

  private:
    std::string_view take_line() {
        ++line_;
        return next_line(rest_);
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
    std::string table;                    // that the statements are in now
    std::vector<std::string_view> seen;   // keys, and the table itself
};

base::Failure unreadable(std::string_view found, std::string_view needs) {
    return fail(Code::usage, "cannot read this line of cudaenv.toml").values(found, needs);
}

// What may stand in the table once only.
Result<void> see(Toolkit& toolkit, std::string_view name) {
    const auto known = std::find(toolkit.seen.begin(), toolkit.seen.end(), name);
    if (known != toolkit.seen.end()) return unreadable(name, "it once only");
    toolkit.seen.push_back(name);
    return {};
}

Result<void> take(Toolkit& toolkit, std::string_view key, std::string_view value) {
    const auto values = parse_value(value);
    const bool is_single = values && values->size() == 1;
    if (!values || ((key == "ccbin" || key == "profile") && !is_single)) {
        return unreadable(value, key == "version" || key == "with"
                                     ? "a plain string, or an array on one line"
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

// A key without quote marks around it.
std::string_view bare(std::string_view key) {
    return parse_string(key).value_or(key);
}

// Whether a key or a table's name is `toolkit`, or leads into it, however that is written.
bool names_toolkit(std::string_view name) {
    name = base::trim(name.substr(0, name.find('.')));
    return bare(name) == "toolkit";
}

Result<void> enter_table(Toolkit& toolkit, std::string_view head) {
    const bool is_array = head.starts_with("[[");
    const std::size_t marks = is_array ? 2 : 1;
    if (head.size() < 2 * marks || !head.ends_with(is_array ? "]]" : "]")) {
        return unreadable(head, "a table's name in brackets, as in [toolkit]");
    }
    const std::string_view name = base::trim(head.substr(marks, head.size() - 2 * marks));
    const bool is_name = !name.empty() && name.find_first_of("[]=") == std::string_view::npos;
    const bool is_toolkit = names_toolkit(name) && name.find('.') == std::string_view::npos;
    if (!is_name || (is_toolkit && is_array)) {
        return unreadable(head, "a table's name in brackets, as in [toolkit]");
    }
    toolkit.table = is_toolkit ? "toolkit" : name;
    return is_toolkit ? see(toolkit, "[toolkit]") : Result<void>();
}

Result<void> take_pair(Toolkit& toolkit, const Statements::Statement& statement) {
    const std::size_t equals = statement.text.find('=');
    if (equals == std::string_view::npos) return unreadable(statement.text, "KEY = VALUE");
    const std::string_view written = base::trim(statement.text.substr(0, equals));
    const std::string_view key = bare(written);
    if (written.find('\\') != std::string_view::npos) {
        return unreadable(statement.text, "a key without escapes");
    }
    const std::string_view first = bare(base::trim(written.substr(0, written.find('.'))));
    if (std::find(kKeys.begin(), kKeys.end(), first) == kKeys.end()) return {};
    if (first != key) return unreadable(statement.text, "a key without a dot");
    CUDAENV_TRY(see(toolkit, key));
    const std::string_view value = base::trim(statement.text.substr(equals + 1));
    return take(toolkit, key, statement.is_whole ? value : std::string_view());
}

Result<void> take_statement(Toolkit& toolkit, const Statements::Statement& statement) {
    if (statement.text.empty()) return {};
    if (statement.text.starts_with('[')) return enter_table(toolkit, statement.text);
    if (toolkit.table == "toolkit") CUDAENV_TRY(take_pair(toolkit, statement));
    if (toolkit.table.empty() &&
        names_toolkit(statement.text.substr(0, statement.text.find('=')))) {
        return unreadable(statement.text, "a table [toolkit] with its keys on lines of their own");
    }
    if (!statement.is_closed) return unreadable(statement.text, "an end before the file's");
    return {};
}

}  // namespace

Result<VersionFile> parse_project_toml(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    Toolkit toolkit;
    Statements statements(text);
    while (const auto statement = statements.next()) {
        auto taken = take_statement(toolkit, *statement);
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
