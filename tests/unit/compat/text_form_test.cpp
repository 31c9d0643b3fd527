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

TEST(TextForm, EndsEachCellOfEachRow) {
    const auto texts = to_text(mixed_tables());

    ASSERT_EQ(texts.size(), 4U);
    EXPECT_EQ(texts[0].name, "sources");
    EXPECT_THAT(texts[0].rows, ElementsAre("a\thttps://host/a\t"));
    EXPECT_EQ(texts[1].name, "last_driver");
    EXPECT_THAT(texts[1].rows, ElementsAre("Fermi\t2.0\x1f"
                                           "2.1\x1f\t0\ta\t1\t"));
    EXPECT_EQ(texts[2].name, "forward_compat");
    EXPECT_THAT(texts[2].rows,
                ElementsAre("cuda-compat-13-0\t13.0\t535\tcompatible\t1\ta, b\t2\t"));
    EXPECT_EQ(texts[3].name, "torch");
    EXPECT_THAT(texts[3].rows, ElementsAre("2.4.0\t\tcu118\x1f"
                                           "cu124\x1f\ta\t0\t"));
}

TEST(TextForm, ReadsWhatItWrote) {
    Tables read;
    for (const auto& text : to_text(mixed_tables())) {
        for (const std::string_view row : text.rows) add_text(read, text.name, 1, {{row}});
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
    const std::vector<std::string_view> texts{"b\ttwo\tc\tthree\t", "d\tfour\t"};

    add_text(tables, "sources", 3, texts);

    ASSERT_EQ(tables.sources.size(), 4U);
    EXPECT_EQ(tables.sources[1].key, "b");
    EXPECT_EQ(tables.sources[2].text, "three");
    EXPECT_EQ(tables.sources[3].key, "d");
}

struct Bug {
    std::string_view table, text;
};

class TextFormDeathTest : public testing::TestWithParam<Bug> {};

TEST_P(TextFormDeathTest, ATextThatIsNotOfTheTableIsABug) {
    const std::vector<std::string_view> texts{GetParam().text};

    EXPECT_DEATH(
        {
            Tables tables;
            add_text(tables, GetParam().table, 1, texts);
        },
        "text_form|cells");
}

INSTANTIATE_TEST_SUITE_P(Texts, TextFormDeathTest,
                         testing::Values(Bug{"sources", "a\tno end"}, Bug{"sources", "a\t"},
                                         Bug{"sources", ""}, Bug{"sources", "a\tb\tc\td\t"},
                                         Bug{"torch", "2.4.0\t\t\ta\t7\t"},
                                         Bug{"torch", "2.4.0\t3.10\t\ta\t1\t"},
                                         Bug{"branch", "550\tx.y\t\t\ta\t1\t"},
                                         Bug{"branch", "5x\t12.4\t\t\ta\t1\t"}));

}  // namespace
}  // namespace cudaenv::compat
