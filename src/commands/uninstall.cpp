// SPDX-License-Identifier: MIT
#include "commands/uninstall.hpp"

namespace cudaenv::commands {

Result<Report> uninstall(const UninstallRequest& /*request*/, const World& /*world*/) {
    return fail(Code::bug, "uninstall is not in this build yet");
}

}  // namespace cudaenv::commands
