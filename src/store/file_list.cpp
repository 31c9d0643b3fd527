// SPDX-License-Identifier: MIT
#include "store/file_list.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_set>

#include "base/layout.hpp"
#include "store/ours.hpp"

namespace cudaenv::store {
namespace {

constexpr std::string_view kHeader = "cudaenv-files 1";
constexpr std::size_t kMaxListBytes = 512U << 20U;
constexpr std::size_t kMaxPathBytes = 4095;

bool has_control_bytes(std::string_view text) {
    return std::ranges::any_of(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

bool is_digest(std::string_view text) {
    return text.size() == 64 && std::ranges::all_of(text, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

// Calls `visit` for each part between slashes; stops when it says false.
template <typename Visit>
bool each_part(std::string_view path, Visit visit) {
    for (std::size_t start = 0; start <= path.size();) {
        const std::size_t end = std::min(path.find('/', start), path.size());
        if (!visit(path.substr(start, end - start))) return false;
        start = end + 1;
    }
    return true;
}

bool is_safe_path(std::string_view path) {
    if (path.empty() || path.size() > kMaxPathBytes || has_control_bytes(path)) return false;
    if (path.substr(0, path.find('/')) == base::kMetaFolder) return false;
    return each_part(
        path, [](std::string_view part) { return !part.empty() && part != "." && part != ".."; });
}

// Whether a link at `path` with this target stays inside the prefix, by its text. Links are never
// parents of other entries, so the text is what counts.
bool stays_inside(std::string_view path, std::string_view target) {
    if (target.empty() || target.size() > kMaxPathBytes || target.front() == '/' ||
        has_control_bytes(target)) {
        return false;
    }
    auto depth = std::ranges::count(path, '/');
    return each_part(target, [&](std::string_view part) {
        if (part == "..") return --depth >= 0;
        if (!part.empty() && part != ".") ++depth;
        return true;
    });
}

std::string_view parent_of(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// What is wrong with a row by itself; nullptr = nothing.
const char* fault_of(const FileRow& row) {
    if (!is_safe_path(row.path)) return "a path is not safe";
    if (row.kind == FileRow::Kind::link && !stays_inside(row.path, row.target)) {
        return "a link leaves the prefix";
    }
    if (row.kind == FileRow::Kind::file) {
        if (!is_digest(row.sha256)) return "a digest is malformed";
        if (row.artifact < 0) return "an artifact's number is negative";
        if (has_control_bytes(row.component) || row.component == "-") {
            return "a component's name is malformed";
        }
    }
    return nullptr;
}

// Takes numbers written in plain digits only.
template <typename Number>
bool read_number(std::string_view text, Number& into, int radix = 10) {
    if (text.empty() || text.front() == '-' || text.front() == '+') return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into, radix);
    return error == std::errc() && end == text.data() + text.size();
}

using Fields = std::array<std::string_view, 7>;

// How many fields there are; those beyond the seventh stay in the seventh.
std::size_t split_line(std::string_view line, Fields& fields) {
    std::size_t count = 0;
    while (count + 1 < fields.size()) {
        const auto tab = line.find('\t');
        fields[count++] = line.substr(0, tab);
        if (tab == std::string_view::npos) return count;
        line.remove_prefix(tab + 1);
    }
    fields[count++] = line;
    return count;
}

std::optional<FileRow> parse_line(std::string_view line) {
    Fields field;
    const std::size_t count = split_line(line, field);
    FileRow row;
    if (field[0] == "d" && count == 3) {
        row.kind = FileRow::Kind::folder;
        row.path = field[2];
        if (!read_number(field[1], row.mode, 8)) return std::nullopt;
        return row;
    }
    if (field[0] == "l" && count == 3) {
        row.kind = FileRow::Kind::link;
        row.target = field[1];
        row.path = field[2];
        return row;
    }
    if (field[0] != "f" || count != 7) return std::nullopt;
    if (!read_number(field[1], row.mode, 8) || !read_number(field[2], row.size_bytes) ||
        !read_number(field[4], row.artifact)) {
        return std::nullopt;
    }
    row.sha256 = field[3];
    if (field[5] != "-") row.component = field[5];
    row.path = field[6];
    return row;
}

void append_mode(std::string& text, std::uint32_t mode) {
    for (const unsigned shift : {9U, 6U, 3U, 0U}) {
        text += static_cast<char>('0' + ((mode >> shift) & 7U));
    }
}

}  // namespace

std::uint32_t installed_mode(const FileRow& row) {
    switch (row.kind) {
        case FileRow::Kind::folder:
            return kFolderMode;
        case FileRow::Kind::file:
            return is_executable(row) ? kExecutableMode : kFileMode;
        case FileRow::Kind::link:
            break;
    }
    return 0;
}

Result<void> check_rows(const std::vector<FileRow>& rows) {
    std::unordered_set<std::string_view> folders{""};
    std::string_view before;
    for (const FileRow& row : rows) {
        const char* fault = fault_of(row);
        if (fault == nullptr && row.path <= before) fault = "rows are not in order of their paths";
        if (fault == nullptr && !folders.contains(parent_of(row.path))) {
            fault = "an entry lies in something that is no folder";
        }
        if (fault != nullptr) {
            return fail(Code::integrity, fault).at(row.path);
        }
        if (row.kind == FileRow::Kind::folder) folders.insert(row.path);
        before = row.path;
    }
    return {};
}

void append_line(std::string& text, const FileRow& row) {
    switch (row.kind) {
        case FileRow::Kind::folder:
            text += "d\t";
            append_mode(text, installed_mode(row));
            break;
        case FileRow::Kind::link:
            text.append("l\t").append(row.target);
            break;
        case FileRow::Kind::file:
            text += "f\t";
            append_mode(text, installed_mode(row));
            text.append("\t").append(std::to_string(row.size_bytes));
            text.append("\t").append(row.sha256);
            text.append("\t").append(std::to_string(row.artifact));
            text.append("\t").append(row.component.empty() ? "-" : row.component);
            break;
    }
    text.append("\t").append(row.path).append("\n");
}

std::string to_text(const std::vector<FileRow>& rows) {
    std::string text(kHeader);
    text += '\n';
    text.reserve(rows.size() * 160);
    for (const FileRow& row : rows) append_line(text, row);
    return text;
}

Result<std::vector<FileRow>> parse_file_list(std::string_view text) {
    const std::string_view first = text.substr(0, text.find('\n'));
    if (first != kHeader || text.size() == first.size()) {
        return fail(Code::damaged,
                    "the file list begins with a line that this cudaenv does not know")
            .values(first.substr(0, 80), kHeader);
    }
    if (text.back() != '\n') return fail(Code::damaged, "the file list is cut off");
    text.remove_prefix(first.size() + 1);

    std::vector<FileRow> rows;
    rows.reserve(text.size() / 120);
    for (std::size_t number = 2; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        auto row = parse_line(text.substr(0, end));
        if (!row) {
            return fail(Code::damaged, "a line of the file list is malformed")
                .found("line " + std::to_string(number));
        }
        rows.push_back(*std::move(row));
        text.remove_prefix(end + 1);
    }
    if (auto checked = check_rows(rows); !checked) {
        checked.error().code = Code::damaged;
        return base::context(std::move(checked).error(), "the file list is malformed");
    }
    return rows;
}

Result<std::vector<FileRow>> read_file_list(const std::string& prefix) {
    const std::string path = base::Layout::file_list(prefix);
    CUDAENV_TRY(const auto text, read_ours(path, kMaxListBytes));
    auto rows = parse_file_list(text);
    if (!rows && rows.error().at.empty()) rows.error().at = path;
    return rows;
}

}  // namespace cudaenv::store
