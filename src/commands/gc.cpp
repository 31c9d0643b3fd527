// SPDX-License-Identifier: MIT
#include "commands/gc.hpp"

namespace cudaenv::commands {

Result<Report> gc(const GcRequest& /*request*/, const World& /*world*/) {
    return fail(Code::bug, "gc is not in this build yet");
}

}  // namespace cudaenv::commands
