// SPDX-License-Identifier: MIT
#include "fetch/journal.hpp"

#include <gtest/gtest.h>

#include "support/temp_folder.hpp"

namespace cudaenv::fetch {
namespace {

class JournalTest : public testing::Test {
  protected:
    test::TempFolder folder_;
    const std::string part_ = folder_.write("a.part", std::string(1000, 'x'));

    Journal::Content content_of(Span have) const {
        Journal::Content content{{"https://host/a", "\"tag\"", "Wed, 01 May 2024", 1000}, {}};
        content.have.add(have);
        return content;
    }
};

TEST_F(JournalTest, GivesBackWhatWasWritten) {
    Journal journal = *Journal::start(part_, content_of({0, 100}));
    ASSERT_TRUE(journal.mark({500, 600}));
    ASSERT_TRUE(journal.mark({100, 200}));

    const auto read = Journal::read(part_);

    ASSERT_TRUE(read);
    EXPECT_EQ(read->identity.url, "https://host/a");
    EXPECT_EQ(read->identity.etag, "\"tag\"");
    EXPECT_EQ(read->identity.modified, "Wed, 01 May 2024");
    EXPECT_EQ(read->identity.size, 1000U);
    EXPECT_EQ(read->have.list(), (std::vector<Span>{{0, 200}, {500, 600}}));
}

TEST_F(JournalTest, IsAbsentWithoutFileOrPart) {
    EXPECT_FALSE(Journal::read(part_));
    ASSERT_TRUE(Journal::start(folder_ / "b.part", content_of({0, 100})));
    EXPECT_FALSE(Journal::read(folder_ / "b.part"));
}

TEST_F(JournalTest, DoesNotTrustALineThatWasCutOff) {
    ASSERT_TRUE(Journal::start(part_, content_of({0, 100})));
    folder_.write("a.part.journal", folder_.read("a.part.journal") + "have 100 900");

    EXPECT_EQ(Journal::read(part_)->have.list(), (std::vector<Span>{{0, 100}}));
}

TEST_F(JournalTest, EndsAtTheFirstLineThatMakesNoSense) {
    ASSERT_TRUE(Journal::start(part_, content_of({0, 100})));
    const std::string text = folder_.read("a.part.journal");
    for (const char* bad : {"have 200 x\n", "have 300 200\n", "have 200 1001\n", "hav 200 300\n"}) {
        folder_.write("a.part.journal", text + bad + "have 500 600\n");

        EXPECT_EQ(Journal::read(part_)->have.list(), (std::vector<Span>{{0, 100}})) << bad;
    }
}

TEST_F(JournalTest, DoesNotTrustBytesBeyondTheEndOfThePart) {
    ASSERT_TRUE(Journal::start(part_, content_of({0, 1000})));
    folder_.write("a.part", std::string(300, 'x'));

    EXPECT_EQ(Journal::read(part_)->have.list(), (std::vector<Span>{{0, 300}}));
}

TEST_F(JournalTest, RefusesAnotherFormat) {
    folder_.write("a.part.journal", "cudaenv-part 2\nsize 1000\nhave 0 1000\n");

    EXPECT_FALSE(Journal::read(part_));
}

TEST_F(JournalTest, NamesTheFileThatCannotBeWritten) {
    const auto started = Journal::start(folder_ / "none/a.part", content_of({0, 1}));

    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().code, Code::not_found);
}

}  // namespace
}  // namespace cudaenv::fetch
