// SPDX-License-Identifier: MIT
#include "commands/transfer.hpp"

namespace cudaenv::commands {

void apply(const TransferOptions& options, execute::Settings& settings) {
    fetch::Options& fetch = settings.fetch;
    fetch.jobs = options.jobs.value_or(fetch.jobs);
    if (options.timeout_s) fetch.timeout = std::chrono::seconds(*options.timeout_s);
    fetch.retries = options.retries.value_or(fetch.retries);
    if (options.ip != fetch::IpVersion::any) fetch.ip = options.ip;
}

}  // namespace cudaenv::commands
