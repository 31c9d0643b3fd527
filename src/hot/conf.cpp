// SPDX-License-Identifier: MIT
#include "hot/conf.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "hot/lines.hpp"
#include "hot/read_file.hpp"

namespace cudaenv::hot {

namespace {

constexpr std::string_view kFirstLine = "cudaenv-hot 1";
constexpr std::string_view kRewrite = "cudaenv rehash";
constexpr std::size_t kLimitBytes = 1024U * 1024U;

constexpr std::array<std::pair<std::string_view, LibraryPathMode>, 3> kLibraryPathModes{{
    {"auto", LibraryPathMode::automatic},
    {"always", LibraryPathMode::always},
    {"never", LibraryPathMode::never},
}};

struct Switch {
    std::string_view word;
    bool Conf::*member;
};
constexpr std::array<Switch, 5> kSwitches{{
    {"cuda_home", &Conf::cuda_home},
    {"cmake", &Conf::cmake},
    {"cudacxx", &Conf::cudacxx},
    {"pkg_config", &Conf::pkg_config},
    {"build_paths", &Conf::build_paths},
}};

// `cudaenv-hot 1 17`: format 1, generation 17. It only has to differ from the one before, so one
// that is out of range is as good as 0.
std::optional<std::uint64_t> parse_generation(std::string_view line) {
    if (!line.starts_with(kFirstLine)) return std::nullopt;
    line.remove_prefix(kFirstLine.size());
    if (line.empty() || line.front() != ' ') return std::nullopt;
    line.remove_prefix(1);
    std::uint64_t generation = 0;
    const char* end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data(), end, generation);
    if (error == std::errc::invalid_argument || stop != end) return std::nullopt;
    return generation;
}

void take_env(Conf& conf, std::string_view value) {
    for (const Switch& each : kSwitches) conf.*each.member = false;
    for (const std::string_view word : base::words(value)) {
        for (const Switch& each : kSwitches) {
            if (each.word == word) conf.*each.member = true;
        }
    }
}

void take(Conf& conf, const LinePair& line) {
    if (line.key == "env") return take_env(conf, line.value);
    if (line.key == "mode") conf.mode = line.value;
    if (line.key == "ceiling") conf.ceilings.emplace_back(line.value);
    if (line.key == "system_root") conf.system_roots.emplace_back(line.value);
    if (line.key == "read_tool_versions") conf.read_tool_versions = line.value == "1";
    if (line.key == "ccbin") conf.ccbin = line.value;
    if (line.key == "ld_library_path") {
        for (const auto& [word, mode] : kLibraryPathModes) {
            if (word == line.value) conf.ld_library_path = mode;
        }
    }
}

}  // namespace

Result<Conf> parse_conf(std::string_view text) {
    const auto generation = parse_generation(next_line(text));
    if (!generation) {
        return fail(Code::damaged, "hot.conf cannot be understood")
            .needs("a first line as in `cudaenv-hot 1 17`");
    }
    Conf conf;
    conf.generation = *generation;
    while (!text.empty()) take(conf, split_pair(next_line(text)));
    return conf;
}

std::string to_text(const Conf& conf) {
    std::array<char, 24> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), conf.generation).ptr;
    std::string text;
    append_line(text, kFirstLine, std::string_view(digits.data(), end));
    append_line(text, "mode", conf.mode);
    for (const std::string& root : conf.system_roots) append_line(text, "system_root", root);
    for (const std::string& ceiling : conf.ceilings) append_line(text, "ceiling", ceiling);
    append_line(text, "read_tool_versions", conf.read_tool_versions ? "1" : "0");
    for (const auto& [word, mode] : kLibraryPathModes) {
        if (mode == conf.ld_library_path) append_line(text, "ld_library_path", word);
    }
    std::string switches;
    for (const Switch& each : kSwitches) {
        if (!(conf.*each.member)) continue;
        if (!switches.empty()) switches += ' ';
        switches += each.word;
    }
    append_line(text, "env", switches);
    if (!conf.ccbin.empty()) append_line(text, "ccbin", conf.ccbin);
    return text;
}

namespace {

// The text of a file that may be absent, or why it cannot be had.
Result<std::optional<std::string>> read_optional(const std::string& path) {
    FileRead file = read_file(path.c_str(), kLimitBytes);
    if (file.status == FileRead::Status::absent) return std::nullopt;
    if (file.status != FileRead::Status::read) return tl::unexpected(file_error(file, path));
    return std::move(file.text);
}

}  // namespace

Result<Conf> read_conf(const std::string& path) {
    CUDAENV_TRY(const auto text, read_optional(path));
    if (!text) return Conf{};
    auto conf = parse_conf(*text);
    if (!conf) return std::move(base::Failure(std::move(conf).error())).at(path).try_(kRewrite);
    return conf;
}

Result<Aliases> parse_aliases(std::string_view text) {
    Aliases aliases;
    while (!text.empty()) {
        const LinePair line = split_pair(next_line(text));
        if (line.key.empty() || line.key.front() == '#' || line.value.empty()) continue;
        aliases.emplace_back(line.key, base::trim(line.value));
    }
    return aliases;
}

std::string to_text(const Aliases& aliases) {
    std::string text;
    for (const auto& [name, request] : aliases) append_line(text, name, request);
    return text;
}

Result<Aliases> read_aliases(const std::string& path) {
    CUDAENV_TRY(const auto text, read_optional(path));
    return parse_aliases(text ? std::string_view(*text) : std::string_view());
}

}  // namespace cudaenv::hot
