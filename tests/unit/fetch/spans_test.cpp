// SPDX-License-Identifier: MIT
#include "fetch/spans.hpp"

#include <gtest/gtest.h>

namespace cudaenv::fetch {
namespace {

Spans spans_of(std::initializer_list<Span> list) {
    Spans spans;
    for (const Span& span : list) spans.add(span);
    return spans;
}

TEST(Spans, JoinsStretchesThatTouchOrOverlap) {
    const Spans spans = spans_of({{10, 20}, {30, 40}, {20, 25}, {24, 31}});

    EXPECT_EQ(spans.list(), (std::vector<Span>{{10, 40}}));
}

TEST(Spans, KeepsStretchesApartThatDoNotTouch) {
    const Spans spans = spans_of({{30, 40}, {0, 10}, {11, 20}});

    EXPECT_EQ(spans.list(), (std::vector<Span>{{0, 10}, {11, 20}, {30, 40}}));
    EXPECT_EQ(spans.bytes(), 29U);
}

TEST(Spans, IgnoresAnEmptyStretch) {
    EXPECT_TRUE(spans_of({{7, 7}}).list().empty());
}

TEST(Spans, ReachesAsFarAsTheFirstHole) {
    EXPECT_EQ(spans_of({{1, 5}}).prefix(), 0U);
    EXPECT_EQ(spans_of({{0, 5}, {6, 9}}).prefix(), 5U);
}

TEST(Spans, FindsTheFirstGapBelowALimit) {
    const Spans spans = spans_of({{0, 10}, {20, 30}});

    EXPECT_EQ(spans.first_gap(100), (Span{10, 20}));
    EXPECT_EQ(spans.first_gap(15), (Span{10, 15}));
    EXPECT_EQ(spans.first_gap(10), std::nullopt);
    EXPECT_EQ(spans_of({{5, 9}}).first_gap(100), (Span{0, 5}));
    EXPECT_EQ(Spans().first_gap(3), (Span{0, 3}));
    EXPECT_EQ(Spans().first_gap(0), std::nullopt);
}

TEST(Spans, RemovesFromTheMiddleAndOverSeveral) {
    Spans spans = spans_of({{0, 10}, {20, 30}, {40, 50}});

    spans.remove({3, 5});
    spans.remove({25, 45});
    spans.remove({60, 70});
    spans.remove({8, 8});

    EXPECT_EQ(spans.list(), (std::vector<Span>{{0, 3}, {5, 10}, {20, 25}, {45, 50}}));
}

}  // namespace
}  // namespace cudaenv::fetch
