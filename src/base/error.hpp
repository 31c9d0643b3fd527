// SPDX-License-Identifier: MIT
// What can go wrong, as a value: Code for programs, texts for people. Made by fail() of result.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cudaenv::base {

// What kind of thing went wrong. cli/exit_code.hpp gives each its exit code and, if it has one, its
// CE code.
enum class Code : std::uint8_t {
    bug,               // our own fault, or an error of a library that we did not expect
    usage,             // bad option, bad request, ambiguous, malformed version file or config
    unknown_release,   // no such release or component in the catalog
    not_installed,     // known or not, it is not installed
    nothing_selected,  // no version file, no global version
    not_found,         // any other thing asked for by name that is not there
    refused,           // a combination that is not supported
    in_use,            // a running process uses the stack
    network,           // download failed after all tries
    tls,               // TLS or proxy trouble, a redirect down to http
    http,              // the server said no (404, 403, …)
    checksum,          // size or digest differs
    integrity,         // an archive that is malformed or unsafe
    damaged,           // an installed stack or a file of ours that is not what was written
    space,             // no space left
    permission,        // no right to read or write
    read_only,         // read-only file system
    noexec,            // the root lies on a noexec file system
    files,             // any other file system trouble
    locked,            // lock not obtained in time
    offline,           // would need the network
    not_executable,    // found, but cannot be executed
    no_command,        // no such program in the selected version, nor in the system
    interrupted,       // SIGINT
    terminated,        // SIGTERM, SIGHUP
};

// One failure. Texts are lower case, without a full stop; empty = does not apply. Values that came
// from outside (paths, header fields, server texts) are made printable by the renderer.
struct Error {
    Code code = Code::bug;
    std::string what;                // what went wrong
    std::string at;                  // where: path, URL
    std::string found;               // the value that was found
    std::string needs;               // the value that was needed
    std::string why;                 // the rule or reason behind it
    std::vector<std::string> try_;   // complete commands to type next
    std::vector<std::string> notes;  // anything else worth a line
    std::string ce = {};             // CE101, where one finding is behind it; else `code` gives it
};

}  // namespace cudaenv::base
