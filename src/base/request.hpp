// SPDX-License-Identifier: MIT
// The request grammar: what a person writes to name a version (12.4, latest, >=12.1,<12.7,
// cu124+cudnn9, system:/opt/cuda, an alias), and the stack names that it resolves to. Text in,
// values out; bytes outside the grammar are refused with Code::usage, never passed on to a path.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
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

// A stack's identity and folder name: 12.4.1, 12.4.1+cudnn8.9.7+nccl2.21.5.
struct Companion {
    std::string name;
    std::string version;  // the catalog's spelling
    friend auto operator<=>(const Companion&, const Companion&) = default;
};

struct StackName {
    Version toolkit;
    std::vector<Companion> companions;  // sorted by name
    friend bool operator==(const StackName&, const StackName&) = default;
};

// Reads a folder name in versions/; nullopt for any other name (adopted links, stray folders).
std::optional<StackName> parse_stack_name(std::string_view folder);
std::string to_string(const StackName& stack);

// Whether the stack satisfies the request: release and at least the companions asked for.
bool matches(const Request& request, const StackName& stack);

// Order of preference among stacks that match: the newest release, then the fewest companions, then
// the newest companions (cli.md section 3). True if `left` is to be preferred.
bool is_better(const StackName& left, const StackName& right);

}  // namespace cudaenv::base
