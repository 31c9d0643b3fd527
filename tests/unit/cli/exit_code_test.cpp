// SPDX-License-Identifier: MIT
#include "cli/exit_code.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cudaenv::cli {
namespace {

struct Expected {
    Code code;
    int exit;
    std::string_view ce;
};

class ExitCode : public testing::TestWithParam<Expected> {};

TEST_P(ExitCode, IsTheOneOfTheContract) {
    EXPECT_EQ(exit_code(GetParam().code), GetParam().exit);
    EXPECT_EQ(row_of(GetParam().code).ce, GetParam().ce);
}

INSTANTIATE_TEST_SUITE_P(
    All, ExitCode,
    testing::Values(Expected{Code::bug, 1, ""}, Expected{Code::usage, 2, ""},
                    Expected{Code::not_installed, 3, ""}, Expected{Code::refused, 4, ""},
                    Expected{Code::network, 5, ""}, Expected{Code::tls, 5, "CE607"},
                    Expected{Code::http, 5, "CE604"}, Expected{Code::checksum, 6, "CE602"},
                    Expected{Code::integrity, 6, "CE603"}, Expected{Code::damaged, 6, ""},
                    Expected{Code::space, 7, "CE601"}, Expected{Code::noexec, 7, "CE608"},
                    Expected{Code::read_only, 7, ""}, Expected{Code::locked, 8, ""},
                    Expected{Code::offline, 10, ""}, Expected{Code::not_executable, 126, ""},
                    Expected{Code::no_command, 127, ""}, Expected{Code::interrupted, 130, ""},
                    Expected{Code::terminated, 143, ""}));

TEST(ExitCodes, EachCodeHasAWordOfItsOwn) {
    std::set<std::string_view> words;
    for (const CodeRow& row : kCodes) words.insert(row.slug);

    EXPECT_EQ(words.size(), kCodes.size());
    EXPECT_EQ(words.count(""), 0U);
}

}  // namespace
}  // namespace cudaenv::cli
