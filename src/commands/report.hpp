// SPDX-License-Identifier: MIT
// What a command has to say, as plain data; cli/ prints it as text or as JSON.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "compat/verdict.hpp"
#include "sys/env.hpp"

namespace cudaenv::commands {

// One thing said on stderr.
struct Message {
    enum class Level { info, note, warning, error };
    Level level = Level::info;
    std::string text;
    std::string code;  // CE code, or empty
    std::vector<std::string> why, try_, notes;

    static Message info(std::string text) { return {Level::info, std::move(text), {}, {}, {}, {}}; }
    static Message note(std::string text) { return {Level::note, std::move(text), {}, {}, {}, {}}; }
    static Message warning(std::string text) {
        return {Level::warning, std::move(text), {}, {}, {}, {}};
    }
    static Message error(std::string text) {
        return {Level::error, std::move(text), {}, {}, {}, {}};
    }
};

// The program that this process is to become, once everything is said (exec, plugins).
struct Become {
    std::string path;
    std::vector<std::string> argv;
    sys::Env env;
};

struct Report {
    std::string out;                // stdout, with its last newline
    std::string json;               // the `data` of --json; empty = null
    std::vector<Message> messages;  // stderr, in order
    std::vector<compat::Finding> findings;
    bool are_findings_told = false;  // the observer said them before the work: not again as text
    int exit = 0;                    // other than 0 where that is an answer, not a failure
    // An error behind an otherwise useful report (version-name: one of several is missing).
    std::optional<Error> error;
    std::optional<Become> become;
};

}  // namespace cudaenv::commands
