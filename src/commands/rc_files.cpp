// SPDX-License-Identifier: MIT
#include "commands/rc_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/text.hpp"
#include "commands/json.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

constexpr std::string_view kBegin = "# >>> cudaenv >>>";
constexpr std::string_view kEnd = "# <<< cudaenv <<<";
constexpr std::array kShells{hot::Shell::bash,  hot::Shell::zsh,  hot::Shell::fish,
                             hot::Shell::posix, hot::Shell::pwsh, hot::Shell::nu,
                             hot::Shell::elvish};

std::string config_home(const sys::Env& env) {
    const std::string xdg = env.value_or("XDG_CONFIG_HOME", "");
    return xdg.starts_with('/') ? xdg : env.value_or("HOME", "") + "/.config";
}

// The block's bytes in the text, its last newline included; npos and 0 if there is none. A block
// whose end was cut away reaches over its first line only.
std::pair<std::size_t, std::size_t> find_block(const std::string& text) {
    const std::size_t begin = text.find(kBegin);
    if (begin == std::string::npos) return {begin, 0};
    std::size_t end = text.find(kEnd, begin);
    end = text.find('\n', end == std::string::npos ? begin : end);
    return {begin, (end == std::string::npos ? text.size() : end + 1) - begin};
}

std::string with_block(std::string text, const std::string& line) {
    const std::string block = std::string(kBegin) + "\n" + line + "\n" + std::string(kEnd) + "\n";
    const auto [begin, size] = find_block(text);
    if (begin != std::string::npos) return text.replace(begin, size, block);
    if (!text.empty() && text.back() != '\n') text += '\n';
    return text + (text.empty() ? "" : "\n") + block;
}

std::string without_block(std::string text) {
    auto [begin, size] = find_block(text);
    if (begin == std::string::npos) return text;
    if (begin >= 2 && text[begin - 1] == '\n' && text[begin - 2] == '\n') --begin, ++size;
    return text.erase(begin, size);
}

// One file's edit. True if it changed. Errors: those of files.
Result<bool> edit(const std::string& path, const std::string& line) {
    const auto text = sys::read_file(path);
    if (!text && text.error().code != Code::not_found) return tl::unexpected(text.error());
    if (!text && line.empty()) return false;
    const std::string old = text.value_or("");
    const std::string edited = line.empty() ? without_block(old) : with_block(old, line);
    if (text && edited == old) return false;
    CUDAENV_TRY(const sys::FileInfo info, sys::info_following(path));
    const bool is_new = info.kind == sys::FileKind::none;
    // A file that may not be written is not replaced either, though its folder would allow it.
    if (!is_new) {
        CUDAENV_TRY(const std::string real, sys::real_path(path));
        CUDAENV_TRY(sys::open_write(real));
    }
    CUDAENV_TRY(sys::make_folders(std::filesystem::path(path).parent_path().string()));
    CUDAENV_TRY(sys::write_file(path, edited, {is_new ? 0644U : info.mode, false}));
    return true;
}

std::vector<std::string> files_of(hot::Shell shell, const sys::Env& env) {
    const ShellFiles files = shell_files(shell, env);
    if (files.profile == files.rc) return {files.rc};
    return {files.profile, files.rc};
}

void tell_failure(Report& report, const std::string& path, const Error& error,
                  const std::string& advice) {
    Message message = Message::error("cannot change " + path);
    message.why = {error.what};
    if (!advice.empty())
        message.notes.push_back("add this line by hand: " + advice);
    else
        message.notes.push_back("remove by hand what stands between the marks of cudaenv");
    report.messages.push_back(std::move(message));
    report.exit = 7;
}

// Edits each file; `line` empty takes the block away.
Report edit_all(const std::vector<std::string>& paths, const std::string& line) {
    Report report;
    auto changed = nlohmann::json::array();
    for (const std::string& path : paths) {
        const auto done = edit(path, line);
        if (!done) {
            tell_failure(report, path, done.error(), line);
        } else if (*done) {
            report.messages.push_back(Message::info(
                (line.empty() ? "removed our lines from " : "added our lines to ") + path));
            changed.push_back(path);
        } else if (!line.empty()) {
            report.messages.push_back(Message::note("our lines are in " + path + " already"));
        }
    }
    if (line.empty() && report.messages.empty())
        report.messages.push_back(Message::note("no start file has our lines"));
    report.json = json_text({{"changed", changed}});
    return report;
}

// Whether PATH leads to this very binary under its own name.
bool is_on_path(const World& world) {
    const std::string path = world.env.value_or("PATH", "");
    for (const std::string_view folder : base::split(path, ':')) {
        if (folder.empty()) continue;
        const std::string candidate = base::Layout::join(folder, "cudaenv");
        if (!sys::is_executable_file(candidate)) continue;
        const auto left = sys::info_following(candidate);
        const auto right = sys::info_following(world.executable);
        return left && right && left->inode == right->inode && left->device == right->device;
    }
    return false;
}

}  // namespace

ShellFiles shell_files(hot::Shell shell, const sys::Env& env) {
    const std::string home = env.value_or("HOME", "");
    const auto same = [](const std::string& path) { return ShellFiles{path, path}; };
    switch (shell) {
        case hot::Shell::bash: {
            const std::string own = home + "/.bash_profile";
            return {sys::exists(own) ? own : home + "/.profile", home + "/.bashrc"};
        }
        case hot::Shell::zsh: {
            const std::string folder = env.value_or("ZDOTDIR", home);
            return {folder + "/.zprofile", folder + "/.zshrc"};
        }
        case hot::Shell::fish:
            return same(config_home(env) + "/fish/config.fish");
        case hot::Shell::posix:
            return same(home + "/.profile");
        case hot::Shell::pwsh:
            return same(config_home(env) + "/powershell/profile.ps1");
        case hot::Shell::nu:
            return same(config_home(env) + "/nushell/config.nu");
        case hot::Shell::elvish:
            return same(config_home(env) + "/elvish/rc.elv");
    }
    return {};
}

std::string init_line(hot::Shell shell, const World& world, const std::string& options) {
    const std::string program = is_on_path(world) ? "cudaenv" : hot::quote(shell, world.executable);
    const std::string call = program + " init - " + std::string(hot::to_string(shell)) + options;
    switch (shell) {
        case hot::Shell::fish:
            return call + " | source";
        case hot::Shell::pwsh:
            return "& " + call + " | Out-String | Invoke-Expression";
        case hot::Shell::elvish:
            return "eval (" + call + " | slurp)";
        case hot::Shell::nu:
            return call + " | save -f ~/.cache/cudaenv/init.nu ; source ~/.cache/cudaenv/init.nu";
        case hot::Shell::bash:
        case hot::Shell::zsh:
        case hot::Shell::posix:
            return "eval \"$(" + call + ")\"";
    }
    return "";
}

Report install_lines(hot::Shell shell, const World& world, const std::string& options) {
    Report report = edit_all(files_of(shell, world.env), init_line(shell, world, options));
    if (report.exit == 0) report.messages.push_back(Message::info("start a new shell to use it"));
    return report;
}

Report uninstall_lines(const std::string& shell, const World& world) {
    std::vector<std::string> paths;
    for (const hot::Shell one : kShells) {
        if (!shell.empty() && hot::parse_shell(shell) != one) continue;
        for (std::string& path : files_of(one, world.env))
            if (std::ranges::count(paths, path) == 0) paths.push_back(std::move(path));
    }
    const std::string home = world.env.value_or("HOME", "");
    if (shell.empty()) paths.push_back(home + "/.profile");
    std::ranges::sort(paths);
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return edit_all(paths, "");
}

}  // namespace cudaenv::commands
