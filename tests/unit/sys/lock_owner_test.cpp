// SPDX-License-Identifier: MIT
#include "sys/lock_owner.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace cudaenv::sys {
namespace {

TEST(LockOwner, ReadsWhatItWrote) {
    const LockOwner mine = LockOwner::of_process("installing 12.4.1");

    const LockOwner read = LockOwner::parse(mine.to_text());

    EXPECT_EQ(read.pid, ::getpid());
    EXPECT_EQ(read.name(), mine.name());
    EXPECT_EQ(read.token, mine.token);
    EXPECT_EQ(read.purpose, "installing 12.4.1");
    EXPECT_FALSE(read.is_gone());
}

TEST(LockOwner, HostileTextIsNobody) {
    for (const std::string_view text :
         {"", "pid", "pid -1\n", "pid 1x\n", "pid 99999999999\n", "\n\n"}) {
        EXPECT_EQ(LockOwner::parse(text).name(), "another process") << text;
        EXPECT_FALSE(LockOwner::parse(text).is_gone());
    }
}

}  // namespace
}  // namespace cudaenv::sys
