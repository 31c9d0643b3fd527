// SPDX-License-Identifier: MIT
// What a reply that did not bring the file means: an Error for the person, and whether trying the
// same URL again can help. Pure.
#pragma once

#include <chrono>

#include "base/result.hpp"
#include "fetch/http.hpp"

namespace cudaenv::fetch {

struct Judgement {
    Error error;
    bool is_worth_retry = false;
    std::chrono::seconds at_least{0};  // the server wants us to wait this long
};

Judgement judge(const Reply& reply, const Url& url, const Options& options);

// Of the errors of several URLs the one that says most; the others become its notes. Not empty.
Error most_telling(std::vector<Error> errors);

}  // namespace cudaenv::fetch
