// SPDX-License-Identifier: MIT
#include "commands/adopt.hpp"

namespace cudaenv::commands {

Result<Report> adopt(const AdoptRequest& /*request*/, const World& /*world*/) {
    return fail(Code::bug, "adopt is not in this build yet");
}

}  // namespace cudaenv::commands
