// SPDX-License-Identifier: MIT
#include "commands/auto_install.hpp"

#include "commands/install.hpp"
#include "commands/lookup.hpp"

namespace cudaenv::commands {
namespace {

bool is_wanted(const std::string& request, const World& world) {
    if (world.config.auto_install == "always") return true;
    if (world.config.auto_install != "ask" || world.env.is_on("CI")) return false;
    if (!world.terminal.in_is_tty || !world.terminal.err_is_tty) return false;
    return world.confirm(request + " is not installed. Install it now?");
}

}  // namespace

Result<hot::Found> auto_install(const base::Request& request, const Error& missing,
                                const World& world) {
    const bool is_release = request.kind == base::Request::Kind::version ||
                            request.kind == base::Request::Kind::latest ||
                            request.kind == base::Request::Kind::range;
    const std::string text = base::to_string(request);
    if (!is_release || !is_wanted(text, world)) return tl::unexpected(missing);
    InstallRequest install_request;
    install_request.requests = {text};
    CUDAENV_TRY(const Report report, install(install_request, world));
    for (const Message& message : report.messages) world.observer->said(message.text);
    if (report.error) return tl::unexpected(*report.error);
    if (report.exit != 0) return tl::unexpected(missing);
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    return lookup.resolve(request);
}

}  // namespace cudaenv::commands
