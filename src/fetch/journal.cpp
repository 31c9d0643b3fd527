// SPDX-License-Identifier: MIT
#include "fetch/journal.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/text.hpp"

namespace cudaenv::fetch {
namespace {

constexpr std::string_view kFirstLine = "cudaenv-part 1";

bool read_number(std::string_view text, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

bool read_span(std::string_view text, Span& span) {
    const std::size_t space = text.find(' ');
    return space != std::string_view::npos && read_number(text.substr(0, space), span.begin) &&
           read_number(text.substr(space + 1), span.end) && span.begin < span.end;
}

bool read_line(std::string_view line, Journal::Content& content) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) return false;
    const std::string_view name = line.substr(0, space);
    const std::string_view value = line.substr(space + 1);
    Identity& identity = content.identity;
    if (name == "url") return identity.url = value, true;
    if (name == "etag") return identity.etag = value, true;
    if (name == "modified") return identity.modified = value, true;
    if (name == "size") return read_number(value, identity.size);
    Span span;
    if (name != "have" || !read_span(value, span) || span.end > identity.size) return false;
    content.have.add(span);
    return true;
}

std::string line_of(Span span) {
    return fmt::format("have {} {}\n", span.begin, span.end);
}

}  // namespace

Journal::Journal(sys::Fd fd, std::string path, std::uint64_t end)
    : fd_(std::move(fd)), path_(std::move(path)), end_(end) {}

std::string Journal::path_of(const std::string& part_path) {
    return part_path + ".journal";
}

std::optional<Journal::Content> Journal::read(const std::string& part_path) {
    const auto text = sys::read_file(path_of(part_path));
    const auto part = sys::info_following(part_path);
    if (!text || !part || part->kind != sys::FileKind::file) return std::nullopt;
    std::vector<std::string_view> lines = base::split(*text, '\n');
    if (lines.front() != kFirstLine) return std::nullopt;
    lines.erase(lines.begin());
    lines.pop_back();  // what follows the last newline was not written to its end
    Content content;
    for (const std::string_view line : lines) {
        if (!read_line(line, content)) break;
    }
    content.have.remove({part->size_bytes, content.identity.size});
    return content;
}

Result<Journal> Journal::start(const std::string& part_path, const Content& content) {
    const Identity& identity = content.identity;
    std::string text = fmt::format("{}\nurl {}\n", kFirstLine, identity.url);
    if (!identity.etag.empty()) text += fmt::format("etag {}\n", identity.etag);
    if (!identity.modified.empty()) text += fmt::format("modified {}\n", identity.modified);
    text += fmt::format("size {}\n", identity.size);
    for (const Span& span : content.have.list()) text += line_of(span);

    const std::string path = path_of(part_path);
    CUDAENV_TRY(sys::write_file(path, text));
    CUDAENV_TRY(sys::Fd fd, sys::open_write(path));
    return Journal(std::move(fd), path, text.size());
}

Result<void> Journal::mark(Span span) {
    const std::string line = line_of(span);
    CUDAENV_TRY(sys::write_at(fd_.number(), end_, std::as_bytes(std::span(line)), path_));
    end_ += line.size();
    return {};
}

}  // namespace cudaenv::fetch
