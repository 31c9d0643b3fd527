// SPDX-License-Identifier: MIT
#include "sys/host.hpp"

#include <gtest/gtest.h>

#include "sys/process.hpp"

namespace cudaenv::sys {
namespace {

std::string first_line_of(std::vector<std::string> argv) {
    RunRequest request;
    request.argv = std::move(argv);
    request.env = Env{{"PATH", "/usr/bin:/bin"}};
    const std::string out = run(request).value().out;
    return out.substr(0, out.find('\n'));
}

TEST(Host, SaysWhatUnameSays) {
    EXPECT_EQ(machine_name(), first_line_of({"uname", "-m"}));
    EXPECT_EQ(kernel_release(), first_line_of({"uname", "-r"}));
}

TEST(Host, SaysWhatTheCLibrarySays) {
    EXPECT_EQ("glibc " + libc_version(), first_line_of({"getconf", "GNU_LIBC_VERSION"}));
}

}  // namespace
}  // namespace cudaenv::sys
