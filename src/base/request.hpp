// SPDX-License-Identifier: MIT
// The request grammar: what a person writes to name a version (12.4, latest, >=12.1,<12.7,
// cu124+cudnn9, system:/opt/cuda, an alias). Text in, values out; bytes outside the grammar are
// refused with Code::usage, never passed on to a path.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/stack_name.hpp"
#include "base/version.hpp"

namespace cudaenv::base {

// `+cudnn8.9.7`, `+nvjpeg2000@0.9`, `+cudnn8.9.7/cuda11`, `+nccl`.
struct CompanionRequest {
    std::string name;                // lower case, as in the catalog: cudnn, nccl, cutensor …
    std::optional<Version> version;  // a prefix; absent = the newest that fits
    std::string build;               // "cuda11", or empty = the one for the toolkit's major

    friend bool operator==(const CompanionRequest&, const CompanionRequest&) = default;
};

struct RangeTerm {
    enum class Op { less, less_equal, equal, greater_equal, greater };
    Op op = Op::equal;
    Version bound;

    friend bool operator==(const RangeTerm&, const RangeTerm&) = default;
};

struct Request {
    enum class Kind {
        version,      // `version`: exact or a prefix
        latest,       // the newest there is
        range,        // `range`: all terms hold
        system,       // `text` empty, or what stood behind `system:`
        path,         // `text`: an absolute folder
        name,         // `text`: an alias or the name of an adopted toolkit
        recommended,  // the command line only
    };
    Kind kind = Kind::version;
    Version version;
    std::vector<RangeTerm> range;
    std::string text;
    std::vector<CompanionRequest> companions;  // sorted by name, each name once
    std::string raw;                           // as it was written

    friend bool operator==(const Request&, const Request&) = default;
};

// One request without blanks. Errors: usage, with the offending text in `found`.
Result<Request> parse_request(std::string_view text);

// Requests separated by blanks (space, tab). Empty text gives an empty list.
Result<std::vector<Request>> parse_requests(std::string_view text);

// Adds `+name…` to a request; a companion that is there already is Code::usage.
Result<void> add_companion(Request& request, CompanionRequest companion);

// Reads the part behind the plus: "cudnn8.9.7", "nvjpeg2000@0.9", "nccl".
Result<CompanionRequest> parse_companion(std::string_view text);

// The canonical spelling: `12.4+cudnn9.1`, `>=12.1,<12.7`, `system:12.2`.
std::string to_string(const Request& request);
std::string to_string(const CompanionRequest& companion);

// Whether a toolkit release satisfies the request's version part (version, latest and range; the
// other kinds never match a release).
bool matches(const Request& request, const Version& toolkit);

// Whether `name` may name an alias or an adopted toolkit: a letter, then letters, digits, `-`, `_`,
// `.`; not one of the words of the grammar, not something that reads as a version (v12, cu124).
bool is_valid_name(std::string_view name);

// Whether the stack satisfies the request: release and at least the companions asked for. A
// folder's name does not tell a companion's build: it is not compared.
bool matches(const Request& request, const StackName& stack);

}  // namespace cudaenv::base
