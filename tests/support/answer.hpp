// SPDX-License-Identifier: MIT
// What the test mirror answers to a request, worked out before a byte is sent: a status, header
// lines, and either a short text or a stretch of a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/fault.hpp"
#include "support/wire.hpp"

namespace cudaenv::test {

struct Answer {
    int status = 200;
    std::vector<std::string> headers;  // "Name: value"
    std::string text;                  // the body, if there is no file
    std::string file;
    std::uint64_t begin = 0, end = 0;  // of the file
    bool closes = false;               // the connection ends with the body

    std::string head() const;
};

// The path of "/a%20b?x", or of the absolute form that a proxy gets.
std::string path_of(std::string_view target);
// What an Authorization header must say for "user:password".
std::string basic(std::string_view credentials);
Answer text_answer(int status, std::string text);
// `serial` makes each answer's ETag another one where the fault asks for that.
Answer answer_for(const HttpRequest& request, const std::string& root, const Fault& fault,
                  unsigned serial);

}  // namespace cudaenv::test
