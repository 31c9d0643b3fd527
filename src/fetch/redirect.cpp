// SPDX-License-Identifier: MIT
#include "fetch/redirect.hpp"

#include <fmt/format.h>

namespace cudaenv::fetch {
namespace {

constexpr unsigned kMostHops = 5;

bool may_lead(const Url& from, const Url& to) {
    return to.scheme == "https" || (from.scheme == "http" && to.scheme == "http");
}

}  // namespace

bool is_redirect(const Reply& reply) {
    return reply.head.status >= 300 && reply.head.status < 400 && !reply.redirect.empty();
}

Result<Url> follow(const Url& from, const Reply& reply, unsigned hops) {
    if (hops >= kMostHops) {
        return fail(Code::http,
                    fmt::format("{} redirects more than {} times", from.host, kMostHops))
            .at(without_secrets(from.text));
    }
    auto target = parse_url(reply.redirect);
    if (target && may_lead(from, *target)) return target;
    return fail(Code::tls, fmt::format("{} redirects to an address that is not secure", from.host))
        .at(without_secrets(from.text))
        .values(without_secrets(reply.redirect),
                from.scheme == "https" ? "an https address" : "an http or https address");
}

}  // namespace cudaenv::fetch
