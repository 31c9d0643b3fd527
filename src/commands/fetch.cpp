// SPDX-License-Identifier: MIT
#include "commands/fetch.hpp"

namespace cudaenv::commands {

Result<Report> fetch(const FetchRequest& /*request*/, const World& /*world*/) {
    return fail(Code::bug, "fetch is not in this build yet");
}

}  // namespace cudaenv::commands
