// SPDX-License-Identifier: MIT
#include "compat/text_form.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudaenv::compat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

base::Version version(std::string_view text) {
    return *base::parse_version(text);
}

// A row with every kind of value, full and empty ones.
Tables mixed_tables() {
    Tables tables;
    tables.sources.push_back({"a", "https://host/a"});
    tables.forward_compat.push_back(
        {"cuda-compat-13-0", version("13.0"), 535, "compatible", true, {"a, b", Confidence::high}});
    tables.last_drivers.push_back(
        {"Fermi", {version("2.0"), version("2.1")}, 0, {"a", Confidence::medium}});
    tables.torch.push_back({"2.4.0", {}, {"cu118", "cu124"}, {"a", Confidence::low}});
    return tables;
}

TEST(TextForm, WritesALineForEachRow) {
    const auto texts = to_text(mixed_tables());

    ASSERT_EQ(texts.size(), 4U);
    EXPECT_EQ(texts[0].name, "sources");
    EXPECT_THAT(texts[0].lines, ElementsAre("a\thttps://host/a\n"));
    EXPECT_EQ(texts[1].name, "last_driver");
    EXPECT_THAT(texts[1].lines, ElementsAre("Fermi\t2.0\x1f"
                                            "2.1\x1f\t0\ta\t1\n"));
    EXPECT_EQ(texts[2].name, "forward_compat");
    EXPECT_THAT(texts[2].lines,
                ElementsAre("cuda-compat-13-0\t13.0\t535\tcompatible\t1\ta, b\t2\n"));
    EXPECT_EQ(texts[3].name, "torch");
    EXPECT_THAT(texts[3].lines, ElementsAre("2.4.0\t\tcu118\x1f"
                                            "cu124\x1f\ta\t0\n"));
}

TEST(TextForm, ReadsWhatItWrote) {
    Tables read;
    for (const auto& text : to_text(mixed_tables())) {
        for (const auto& line : text.lines) add_text(read, text.name, line);
    }

    ASSERT_EQ(read.last_drivers.size(), 1U);
    EXPECT_EQ(read.last_drivers[0].architecture, "Fermi");
    EXPECT_THAT(read.last_drivers[0].cc, ElementsAre(version("2.0"), version("2.1")));
    EXPECT_EQ(read.last_drivers[0].branch, 0U);
    EXPECT_EQ(read.last_drivers[0].origin.confidence, Confidence::medium);
    ASSERT_EQ(read.forward_compat.size(), 1U);
    EXPECT_EQ(read.forward_compat[0].toolkit, version("13.0"));
    EXPECT_EQ(read.forward_compat[0].branch, 535U);
    EXPECT_TRUE(read.forward_compat[0].is_listed);
    EXPECT_EQ(read.forward_compat[0].origin.source, "a, b");
    EXPECT_EQ(read.forward_compat[0].origin.confidence, Confidence::high);
    ASSERT_EQ(read.torch.size(), 1U);
    EXPECT_THAT(read.torch[0].python, IsEmpty());
    EXPECT_THAT(read.torch[0].variants, ElementsAre("cu118", "cu124"));
    EXPECT_EQ(read.torch[0].origin.confidence, Confidence::low);
}

TEST(TextForm, PutsRowsBehindThoseOfTheTable) {
    Tables tables = mixed_tables();

    add_text(tables, "sources", "b\ttwo\nc\tthree\n");

    ASSERT_EQ(tables.sources.size(), 3U);
    EXPECT_EQ(tables.sources[1].key, "b");
    EXPECT_EQ(tables.sources[2].text, "three");
}

TEST(TextFormDeathTest, ALineThatIsNotOfTheTableIsABug) {
    Tables tables;

    EXPECT_DEATH(add_text(tables, "sources", "a\tno end"), "CHECK|text_form");
    EXPECT_DEATH(add_text(tables, "torch", "2.4.0\t\t\ta\t7\n"), "cells");
    EXPECT_DEATH(add_text(tables, "branch", "550\tx.y\t\t\ta\t1\n"), "cells");
}

}  // namespace
}  // namespace cudaenv::compat
