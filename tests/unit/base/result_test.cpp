// SPDX-License-Identifier: MIT
#include "base/result.hpp"

#include <gtest/gtest.h>

namespace cudaenv {
namespace {

Result<int> half(int number) {
    if (number % 2 != 0) return fail(Code::usage, "an odd number").found(std::to_string(number));
    return number / 2;
}

Result<void> check_even(int number) {
    CUDAENV_TRY(half(number));
    return {};
}

Result<int> quarter(int number) {
    CUDAENV_TRY(const int first, half(number));
    CUDAENV_TRY(check_even(first));
    return first / 2;
}

TEST(Result, TryReturnsTheErrorUnchanged) {
    EXPECT_EQ(quarter(8), 2);
    EXPECT_EQ(quarter(6).error().found, "3");
    EXPECT_EQ(quarter(5).error().code, Code::usage);
}

TEST(Result, FailureKeepsAllThatItWasTold) {
    const Result<void> result = fail(Code::checksum, "checksum does not match")
                                    .at("https://example.invalid/a")
                                    .values("9b", "3f")
                                    .why("the file was changed")
                                    .try_("cudaenv verify")
                                    .note("again");

    const Error& error = result.error();
    EXPECT_EQ(error.at, "https://example.invalid/a");
    EXPECT_EQ(error.found, "9b");
    EXPECT_EQ(error.needs, "3f");
    EXPECT_EQ(error.why, "the file was changed");
    EXPECT_EQ(error.try_, std::vector<std::string>{"cudaenv verify"});
    EXPECT_EQ(error.notes, std::vector<std::string>{"again"});
}

TEST(Result, ContextPutsASentenceInFront) {
    const Result<void> result =
        base::context(Error{Code::space, "no space left", "/x", "", "", "", {}, {}}, "installing");

    EXPECT_EQ(result.error().what, "installing: no space left");
    EXPECT_EQ(result.error().code, Code::space);
    EXPECT_EQ(result.error().at, "/x");
}

}  // namespace
}  // namespace cudaenv
