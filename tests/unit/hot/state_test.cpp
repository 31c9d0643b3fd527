// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "hot/delta.hpp"

namespace cudaenv::hot {
namespace {

TEST(State, IsTheFormatThatIsWrittenDown) {
    const State state{"/r/versions/12.4.1", {{"PATH", "", ""}, {"CUDA_HOME", "/r", std::nullopt}}};

    // base64 of "/r/versions/12.4.1\0PATH\0\0=\0CUDA_HOME\0/r\0-\0"
    EXPECT_EQ(encode(state), "1:L3IvdmVyc2lvbnMvMTIuNC4xAFBBVEgAAD0AQ1VEQV9IT01FAC9yAC0A");
}

TEST(State, WhatItWritesItReads) {
    for (const std::string tail : {"", "x", "xy", "xyz"}) {
        const State state{"/a:/b" + tail,
                          {{"PATH", "", "/x::/y"},
                           {"CUDA_HOME", "/r\n\xFF", "=-" + tail},
                           {"CUDA_PATH", "/r", ""},
                           {"MANPATH", "", std::nullopt}}};

        const auto read = decode(encode(state));

        ASSERT_TRUE(read);
        EXPECT_EQ(read->prefixes, state.prefixes);
        ASSERT_EQ(read->variables.size(), state.variables.size());
        for (std::size_t i = 0; i < state.variables.size(); ++i) {
            EXPECT_EQ(read->variables[i].name, state.variables[i].name);
            EXPECT_EQ(read->variables[i].value, state.variables[i].value);
            EXPECT_EQ(read->variables[i].old, state.variables[i].old);
        }
    }
}

TEST(State, WhatCannotBeReadIsDropped) {
    const std::string whole = encode({"/p", {{"PATH", "", ""}}});
    EXPECT_TRUE(decode(whole));
    EXPECT_FALSE(decode(""));
    EXPECT_FALSE(decode("2:" + whole.substr(2)));
    EXPECT_FALSE(decode(whole.substr(0, whole.size() - 4)));
    EXPECT_FALSE(decode(whole.substr(0, whole.size() - 1)));
    EXPECT_FALSE(decode("1:****"));
    EXPECT_FALSE(decode("1:"));
    EXPECT_FALSE(decode(encode({"/p", {{"A;reboot", "x", ""}}})));
    EXPECT_FALSE(decode(encode({"/p", {{"", "x", ""}}})));
}

}  // namespace
}  // namespace cudaenv::hot
