// SPDX-License-Identifier: MIT
#include "commands/text_table.hpp"

#include <gmock/gmock.h>

namespace cudaenv::commands {
namespace {

using testing::ElementsAre;

TEST(Columns, AreAsWideAsTheirWidestCellAndEndWithoutBlanks) {
    EXPECT_EQ(in_columns({{"a", "bb", "c"}, {"aaa", "b", ""}, {"", "bbbb"}}),
              "a    bb    c\n"
              "aaa  b\n"
              "     bbbb\n");
    EXPECT_EQ(in_columns({}), "");
}

TEST(Wrapping, BreaksBetweenWordsOnly) {
    EXPECT_THAT(wrapped("sm_50 sm_52 sm_60", 11), ElementsAre("sm_50 sm_52", "sm_60"));
    EXPECT_THAT(wrapped("a very-long-word b", 4), ElementsAre("a", "very-long-word", "b"));
    EXPECT_THAT(wrapped("", 4), ElementsAre(""));
}

}  // namespace
}  // namespace cudaenv::commands
