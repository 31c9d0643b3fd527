// SPDX-License-Identifier: MIT
#include "sys/os_error.hpp"

#include <gtest/gtest.h>

namespace cudaenv::sys {
namespace {

TEST(OsError, NumbersHaveTheirCodes) {
    EXPECT_EQ(code_of(ENOENT), Code::not_found);
    EXPECT_EQ(code_of(ENOTDIR), Code::not_found);
    EXPECT_EQ(code_of(EACCES), Code::permission);
    EXPECT_EQ(code_of(EPERM), Code::permission);
    EXPECT_EQ(code_of(EROFS), Code::read_only);
    EXPECT_EQ(code_of(ENOSPC), Code::space);
    EXPECT_EQ(code_of(EDQUOT), Code::space);
    EXPECT_EQ(code_of(EIO), Code::files);
    EXPECT_EQ(code_of(ENAMETOOLONG), Code::files);
}

TEST(OsError, FailureSaysWhatWhereAndWhy) {
    const Error error = os_failure(EROFS, "cannot write the file", "/a").value();

    EXPECT_EQ(error.code, Code::read_only);
    EXPECT_EQ(error.what, "cannot write the file");
    EXPECT_EQ(error.at, "/a");
    EXPECT_EQ(error.why, "read-only file system (EROFS)");
    EXPECT_EQ(os_error_text(12345), "error 12345");
}

TEST(OsError, InterruptedCallIsRepeated) {
    int calls = 0;

    const int result = retry_eintr([&] {
        errno = EINTR;
        return ++calls < 3 ? -1 : 7;
    });

    EXPECT_EQ(result, 7);
    EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace cudaenv::sys
