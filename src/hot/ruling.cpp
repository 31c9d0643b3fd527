// SPDX-License-Identifier: MIT
#include "hot/ruling.hpp"

#include <algorithm>
#include <utility>

namespace cudaenv::hot {

namespace {

bool needs_aliases(const std::vector<base::Request>& requests) {
    return std::any_of(requests.begin(), requests.end(), [](const base::Request& each) {
        return each.kind == base::Request::Kind::name;
    });
}

// The error of a request that came from somewhere, which the person has to know.
Error with_origin(Error error, const base::Request& request, const Selection& selection) {
    if (error.code != Code::not_installed) return error;
    const std::string origin = to_string(selection.origin);
    const bool is_folder =
        request.kind == base::Request::Kind::path || request.kind == base::Request::Kind::system;
    error.what = (is_folder ? error.what : base::to_string(request) + " is not installed") +
                 " (asked for by " + origin + ")";
    return error;
}

bool is_plain_system(const base::Request& request) {
    return request.kind == base::Request::Kind::system && request.text.empty() &&
           request.companions.empty();
}

Found plain_system() {
    return {Found::Kind::system, "system", "", false};
}

Result<void> resolve_all(Ruling& ruling, const SelectInput& input) {
    const std::vector<base::Request>& requests = ruling.selection.file.requests;
    Aliases aliases;
    if (needs_aliases(requests)) {
        CUDAENV_TRY(aliases, read_aliases(input.layout.aliases()));
    }
    const ResolveInput resolve{input.env, input.layout, input.conf, aliases};
    for (const base::Request& request : requests) {
        if (is_plain_system(request)) {  // which toolkit that is does not matter here
            ruling.stacks.push_back(plain_system());
            continue;
        }
        auto found = resolve_installed(request, resolve);
        if (!found) {
            return tl::unexpected(with_origin(std::move(found).error(), request, ruling.selection));
        }
        ruling.stacks.push_back(*std::move(found));
    }
    return {};
}

Result<void> read_prefixes(Ruling& ruling) {
    for (const Found& found : ruling.stacks) {
        if (found.prefix.empty()) continue;
        CUDAENV_TRY(ReadActivation read, read_activation_file(found.prefix));
        touch_activation(found.prefix, read.modified_seconds);
        ruling.prefixes.push_back({found.prefix, std::move(read.activation)});
    }
    return {};
}

Result<void> fill(Ruling& ruling, const SelectInput& input) {
    CUDAENV_TRY(resolve_all(ruling, input));
    CUDAENV_TRY(read_prefixes(ruling));
    return {};
}

}  // namespace

Ruling find_ruling(const SelectInput& input) {
    Attempt attempt = try_select(input);
    Ruling ruling{std::move(attempt.selection), {}, {}, std::move(attempt.error)};
    if (ruling.error) return ruling;
    if (ruling.selection.origin.kind == Origin::Kind::none) {
        ruling.stacks.push_back(plain_system());
        return ruling;
    }
    auto filled = fill(ruling, input);
    if (!filled) {
        ruling.error = std::move(filled).error();
        ruling.stacks.clear();
        ruling.prefixes.clear();
    }
    return ruling;
}

std::string names_of(const Ruling& ruling) {
    std::string names;
    for (const Found& each : ruling.stacks) {
        if (!names.empty()) names += ':';
        names += each.name;
    }
    return names;
}

std::string to_string(const Origin& origin) {
    switch (origin.kind) {
        case Origin::Kind::command_line:
            return "the command line";
        case Origin::Kind::environment:
            return "CUDAENV_VERSION";
        case Origin::Kind::file:
        case Origin::Kind::global:
            return origin.path;
        case Origin::Kind::none:
            break;
    }
    return {};
}

}  // namespace cudaenv::hot
