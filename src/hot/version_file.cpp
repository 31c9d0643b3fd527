// SPDX-License-Identifier: MIT
#include "hot/version_file.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "hot/lines.hpp"
#include "hot/version_fields.hpp"

namespace cudaenv::hot {

namespace {

// Where a comment begins: a `#` at the start of the line or after a blank.
std::size_t comment_begin(std::string_view line) {
    for (std::size_t at = line.find('#'); at != std::string_view::npos;
         at = line.find('#', at + 1)) {
        if (at == 0 || is_blank(line[at - 1])) return at;
    }
    return line.size();
}

std::string_view without_comment(std::string_view line) {
    return base::trim(line.substr(0, comment_begin(line)));
}

// `cudnn 9.1` as a line of its own means `+cudnn9.1`.
Result<void> add_pair(VersionFile& file, const LinePair& pair) {
    const std::string text = std::string(pair.key).append(1, '@').append(pair.value);
    CUDAENV_TRY(auto companion, base::parse_companion(text));
    return base::add_companion(file.requests.front(), std::move(companion));
}

Result<void> take_pair(VersionFile& file, std::string_view text) {
    const LinePair pair = split_pair(text);
    if (is_companion_name(pair.key)) return add_pair(file, pair);
    if (pair.key == "ccbin") return set_ccbin(file, pair.value);
    if (pair.key == "profile") {
        file.profile = pair.value;
        return {};
    }
    file.warnings.push_back("unknown key `" + base::printable(pair.key) + "`");
    return {};
}

}  // namespace

Result<VersionFile> parse_version_file(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    VersionFile file;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::string_view content = without_comment(next_line(text));
        if (content.empty()) continue;
        const bool is_first = file.requests.empty();
        auto taken = is_first ? set_requests(file, content) : take_pair(file, content);
        if (!taken) return at_line(std::move(taken).error(), line);
        if (is_first) file.line = line;
    }
    if (file.requests.empty()) {
        return fail(Code::usage, "version file names no version")
            .needs("a version on its first line, as in 12.4");
    }
    return file;
}

Result<VersionFile> parse_tool_versions(std::string_view text) {
    VersionFile file;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const LinePair pair = split_pair(without_comment(next_line(text)));
        if (pair.key != "cuda" || pair.value.empty()) continue;
        auto taken = set_requests(file, pair.value);
        if (!taken) return at_line(std::move(taken).error(), line);
        file.line = line;
        break;
    }
    return file;
}

namespace {

// A version file's text cut around its line of requests.
struct Cut {
    std::string_view before, requests, after;
};

Cut cut_requests(std::string_view text) {
    const std::size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    std::string_view rest = text.substr(mark);
    while (!rest.empty()) {
        const std::string_view content = without_comment(next_line(rest));
        if (content.empty()) continue;
        const auto begin = static_cast<std::size_t>(content.data() - text.data());
        return {text.substr(0, begin), content, text.substr(begin + content.size())};
    }
    return {text.substr(0, mark), {}, text.substr(mark)};
}

bool is_companion_of(std::string_view name, std::string_view requests) {
    const std::string_view first = base::words(requests).front();
    const auto parsed = base::parse_request(first);
    return parsed && std::any_of(parsed->companions.begin(), parsed->companions.end(),
                                 [name](const auto& each) { return each.name == name; });
}

}  // namespace

std::string with_requests(std::string_view text, std::string_view requests) {
    const Cut cut = cut_requests(text);
    std::string changed = std::string(cut.before).append(requests);
    if (cut.requests.empty()) {
        const bool has_crlf = text.find("\r\n") != std::string_view::npos;
        return changed.append(has_crlf ? "\r\n" : "\n").append(cut.after);
    }
    std::string_view rest = cut.after;
    for (bool is_pair = false; !rest.empty(); is_pair = true) {
        const std::string_view from = rest;
        const std::string_view content = without_comment(next_line(rest));
        const std::string_view line = from.substr(0, from.size() - rest.size());
        if (is_pair && is_companion_of(split_pair(content).key, requests)) continue;
        changed += line;
    }
    if (!changed.ends_with('\n')) changed += '\n';
    return changed;
}

}  // namespace cudaenv::hot
