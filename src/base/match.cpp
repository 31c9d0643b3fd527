// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/request.hpp"

namespace cudaenv::base {

namespace {

bool satisfies(const RangeTerm& term, const Version& version) {
    using Op = RangeTerm::Op;
    const auto order = compare_numbers(version, term.bound);
    switch (term.op) {
        case Op::less:
            return order < 0;
        case Op::less_equal:
            return order <= 0;
        case Op::equal:
            return is_prefix(term.bound, version);
        case Op::greater_equal:
            return order >= 0;
        case Op::greater:
            return order > 0;
    }
    return false;
}

}  // namespace

bool matches(const Request& request, const Version& toolkit) {
    using Kind = Request::Kind;
    if (request.kind == Kind::version) return is_prefix(request.version, toolkit);
    if (request.kind == Kind::latest) return true;
    return request.kind == Kind::range &&
           std::all_of(request.range.begin(), request.range.end(),
                       [&](const RangeTerm& term) { return satisfies(term, toolkit); });
}

namespace {

// A folder's name may say less than the request (8.9.7 for 8.9.7.29): then what it says decides.
bool provides(const Companion& companion, const CompanionRequest& request) {
    if (companion.name != request.name) return false;
    if (!request.version) return true;
    const auto version = parse_version(companion.version);
    return version &&
           (is_prefix(*request.version, *version) || is_prefix(*version, *request.version));
}

}  // namespace

bool matches(const Request& request, const StackName& stack) {
    return matches(request, stack.toolkit) &&
           std::all_of(request.companions.begin(), request.companions.end(),
                       [&](const CompanionRequest& wanted) {
                           return std::any_of(
                               stack.companions.begin(), stack.companions.end(),
                               [&](const Companion& has) { return provides(has, wanted); });
                       });
}

}  // namespace cudaenv::base
