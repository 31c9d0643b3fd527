// SPDX-License-Identifier: MIT
#include "commands/cache.hpp"

namespace cudaenv::commands {

Result<Report> cache(const CacheRequest& /*request*/, const World& /*world*/) {
    return fail(Code::bug, "cache is not in this build yet");
}

}  // namespace cudaenv::commands
