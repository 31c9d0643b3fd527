// SPDX-License-Identifier: MIT
// What a curl handle is told: time limits, who is trusted, which proxy, which protocols. Included
// by http.cpp only; `curl` is a CURL*.
#pragma once

#include "fetch/http.hpp"

namespace cudaenv::fetch {

// What is the same for all requests of a session.
void set_options(void* curl, const Options& options);
// What this request asks for. Credentials and proxies are set anew each time.
void set_question(void* curl, const Question& question, const Options& options);

}  // namespace cudaenv::fetch
