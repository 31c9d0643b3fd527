// SPDX-License-Identifier: MIT
// Reports and errors as what the person sees (cli.md section 13): data on stdout, talk on stderr,
// or one JSON object, or GitHub's workflow annotations. Values in, text out; nothing is written
// here.
#pragma once

#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"

namespace cudaenv::cli {

enum class Format { text, json, github };

struct Look {
    Format format = Format::text;
    bool color = false;
    bool quiet = false;    // errors and warnings only
    bool verbose = false;  // findings of level allow, too
};

struct Rendered {
    std::string out, err;
    int exit = 0;
};

Rendered render(const commands::Report& report, const Look& look);
Rendered render(const Error& error, const Look& look);

// One message as stderr shows it.
std::string render_message(const commands::Message& message, const Look& look);
// One finding as stderr shows it; nothing with JSON, which has it in the report.
std::string render_finding(const compat::Finding& finding, const Look& look);

}  // namespace cudaenv::cli
