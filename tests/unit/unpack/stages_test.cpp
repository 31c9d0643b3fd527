// SPDX-License-Identifier: MIT
#include "unpack/stages.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <ostream>

#include "support/text_reader.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::unpack {
namespace {

std::string numbers(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; text.size() < count; ++i) text += std::to_string(i) + ",";
    text.resize(count);
    return text;
}

Result<std::string> all_of(ReadAhead& ahead) {
    std::string all;
    for (;;) {
        CUDAENV_TRY(const auto piece, ahead.next());
        if (piece.empty()) return all;
        all.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    }
}

TEST(Prefixed, GivesItsBytesFirst) {
    test::TextReader rest("rest");
    Prefixed both("first-", rest);

    EXPECT_EQ(test::read_all(both, 4), "first-rest");
}

TEST(Bounded, StopsAtItsEnd) {
    test::TextReader in("0123456789", 3);
    Bounded four(in, 4);

    EXPECT_EQ(test::read_all(four), "0123");
    EXPECT_EQ(in.taken(), 4U);
}

TEST(Bounded, RefusesAStreamThatEndsEarlier) {
    test::TextReader in("0123");
    Bounded five(in, 5);

    const auto all = test::read_all(five);

    ASSERT_FALSE(all.has_value());
    EXPECT_EQ(all.error().code, Code::integrity);
}

TEST(Capped, LetsExactlyItsMaximumThrough) {
    test::TextReader fits("12345");
    test::TextReader too_long("123456");
    Capped first(fits, 5), second(too_long, 5);

    EXPECT_EQ(test::read_all(first), "12345");
    EXPECT_FALSE(test::read_all(second).has_value());
}

struct SumCase {
    Sum right;
    std::string name;
};
void PrintTo(const SumCase& one, std::ostream* out) {
    *out << one.name;
}
class Sums : public testing::TestWithParam<SumCase> {};

TEST_P(Sums, AcceptTheRightValueAndRefuseAnother) {
    test::TextReader good("hello\n", 2), bad("hallo\n", 2);
    Summed right(good, GetParam().right), wrong(bad, GetParam().right);
    ASSERT_TRUE(drain(right).has_value());
    ASSERT_TRUE(drain(wrong).has_value());

    EXPECT_TRUE(right.verify().has_value());
    const auto refused = wrong.verify();
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Code::checksum);
    EXPECT_EQ(refused.error().needs, GetParam().right.value);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Sums,
    testing::Values(SumCase{{Sum::Kind::cksum, "3015617425"}, "cksum"},
                    SumCase{{Sum::Kind::md5, "b1946ac92492d2347c6235b4d2611184"}, "md5"},
                    SumCase{{Sum::Kind::sha256,
                             "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"},
                            "sha256"}),
    [](const auto& one) { return one.param.name; });

TEST(Summed, AcceptsAnythingWhereTheHeaderHasNoSum) {
    test::TextReader in("hello");
    Summed none(in, {});
    ASSERT_TRUE(drain(none).has_value());

    EXPECT_TRUE(none.verify().has_value());
}

class ReadAheadSizes : public testing::TestWithParam<std::size_t> {};

TEST_P(ReadAheadSizes, GivesAllBytesInOrder) {
    const std::string text = numbers(GetParam());
    test::TextReader in(text, 7);
    ReadAhead ahead(in, 3, 16);

    EXPECT_EQ(all_of(ahead), text);
    EXPECT_EQ(all_of(ahead), "") << "the end stays the end";
}

INSTANTIATE_TEST_SUITE_P(Sizes, ReadAheadSizes, testing::Values(0, 1, 15, 16, 17, 48, 4096));

TEST(ReadAhead, GivesWhatCameBeforeAnErrorAndKeepsTheError) {
    test::TextReader in("0123456789abcdef", 4, fail(Code::network, "gone").value());
    ReadAhead ahead(in, 3, 16);

    const auto first = ahead.next();
    const auto second = ahead.next();
    const auto third = ahead.next();

    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->size(), 16U);
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error().code, Code::network);
    EXPECT_FALSE(third.has_value());
}

TEST(ReadAhead, CanBeDroppedInTheMiddle) {
    test::TextReader in(numbers(100'000), 11);
    {
        ReadAhead ahead(in, 3, 16);
        ASSERT_TRUE(ahead.next().has_value());
    }

    EXPECT_LE(in.taken(), 16U * 5) << "it read further than its buffers go";
}

TEST(ReadAhead, StopsOnAnInterrupt) {
    test::TextReader in(numbers(1000));
    ReadAhead ahead(in, 3, 16);

    sys::set_interrupt(SIGINT);
    const auto next = ahead.next();
    sys::set_interrupt(0);

    ASSERT_FALSE(next.has_value());
    EXPECT_EQ(next.error().code, Code::interrupted);
}

}  // namespace
}  // namespace cudaenv::unpack
