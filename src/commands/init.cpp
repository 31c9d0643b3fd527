// SPDX-License-Identifier: MIT
#include "commands/init.hpp"

#include <optional>

#include "activate/shell_init.hpp"
#include "commands/json.hpp"
#include "commands/rc_files.hpp"
#include "hot/quote.hpp"
#include "sys/host.hpp"

namespace cudaenv::commands {
namespace {

struct Words {
    bool prints = false;  // `-` was there
    std::string shell;
};

Result<Words> read_words(const std::vector<std::string>& words) {
    Words out;
    for (const std::string& word : words) {
        if (word == "-") {
            out.prints = true;
        } else if (out.shell.empty()) {
            out.shell = word;
        } else {
            return fail(Code::usage, "one shell at a time").found(word);
        }
    }
    if (out.shell.empty() || hot::parse_shell(out.shell)) return out;
    return fail(Code::usage, "unknown shell")
        .values(out.shell, "bash, zsh, fish, sh, pwsh, nu or elvish");
}

std::string base_name(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

// The shell that called us ("-bash" for a login shell), else the one of the account.
std::string detected_shell(const World& world) {
    std::string parent = base_name(sys::parent_command());
    if (parent.starts_with('-')) parent.erase(0, 1);
    if (hot::parse_shell(parent)) return parent;
    const std::string account = base_name(world.env.value_or("SHELL", ""));
    return hot::parse_shell(account) ? account : "bash";
}

Report how_to(hot::Shell shell, const World& world) {
    Message message;
    message.text = "put this line at the end of " + shell_files(shell, world.env).rc +
                   ", then start a new shell";
    message.try_ = {init_line(shell, world)};
    message.notes = {"`cudaenv init --install " + std::string(hot::to_string(shell)) +
                     "` does it for you"};
    Report report;
    report.exit = 1;
    report.messages.push_back(std::move(message));
    return report;
}

// The options that the installed line keeps.
std::string kept_options(const InitRequest& request) {
    std::string options;
    if (!request.hook) options += " --no-hook";
    if (!request.rehash) options += " --no-rehash";
    if (request.path_only) options += " --path";
    return options;
}

Report detection(const std::string& shell, const World& world) {
    const ShellFiles files = shell_files(*hot::parse_shell(shell), world.env);
    Report report;
    report.out = "CUDAENV_SHELL_DETECT=" + shell + "\nCUDAENV_PROFILE_DETECT=" + files.profile +
                 "\nCUDAENV_RC_DETECT=" + files.rc + "\n";
    report.json = json_text({{"shell", shell}, {"profile", files.profile}, {"rc", files.rc}});
    return report;
}

}  // namespace

Result<Report> init(const InitRequest& request, const World& world) {
    CUDAENV_TRY(const Words words, read_words(request.words));
    if (request.install && request.uninstall)
        return fail(Code::usage, "--install and --uninstall exclude each other");
    const bool edits = request.install || request.uninstall;
    if (edits && !world.env.value_or("HOME", "").starts_with('/'))
        return fail(Code::usage, "HOME does not name a folder")
            .why("the start files of shells are found there");
    if (request.uninstall) return uninstall_lines(words.shell, world);
    const std::string shell = words.shell.empty() ? detected_shell(world) : words.shell;
    if (request.detect_shell) return detection(shell, world);
    if (request.install)
        return install_lines(*hot::parse_shell(shell), world, kept_options(request));
    if (!words.prints && !request.path_only) return how_to(*hot::parse_shell(shell), world);
    activate::InitOptions options;
    options.shell = *hot::parse_shell(shell);
    options.hook = request.hook;
    options.rehash = request.rehash;
    options.path_only = request.path_only;
    options.binary = world.executable;
    Report report;
    CUDAENV_TRY(report.out,
                activate::init_text(world.layout, world.config.hot, world.env, options));
    report.json = json_text({{"text", report.out}});
    return report;
}

}  // namespace cudaenv::commands
