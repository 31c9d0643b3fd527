// SPDX-License-Identifier: MIT
#include "commands/transfer.hpp"

namespace cudaenv::commands {

Result<execute::Settings> settings_for(const TransferOptions& options, const World& world) {
    CUDAENV_TRY(execute::Settings all, settings(world));
    fetch::Options& fetch = all.fetch;
    fetch.jobs = options.jobs.value_or(fetch.jobs);
    if (options.timeout_s) fetch.timeout = std::chrono::seconds(*options.timeout_s);
    fetch.retries = options.retries.value_or(fetch.retries);
    if (options.ip != fetch::IpVersion::any) fetch.ip = options.ip;
    return all;
}

}  // namespace cudaenv::commands
