// SPDX-License-Identifier: MIT
#include "commands/install.hpp"

namespace cudaenv::commands {

Result<Report> install(const InstallRequest& /*request*/, const World& /*world*/) {
    return fail(Code::bug, "install is not in this build yet");
}

}  // namespace cudaenv::commands
