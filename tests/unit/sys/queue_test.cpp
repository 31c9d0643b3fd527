// SPDX-License-Identifier: MIT
#include "sys/queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace cudaenv::sys {
namespace {

TEST(Queue, KeepsTheOrder) {
    Queue<int> queue(2);
    queue.push(1);
    queue.push(2);

    EXPECT_EQ(queue.pop(), 1);
    EXPECT_EQ(queue.pop(), 2);
}

TEST(Queue, CloseDrainsThenEnds) {
    Queue<std::unique_ptr<int>> queue(2);
    queue.push(std::make_unique<int>(1));
    queue.close();

    EXPECT_FALSE(queue.push(std::make_unique<int>(2)));
    EXPECT_EQ(*queue.pop().value(), 1);
    EXPECT_FALSE(queue.pop());
}

TEST(Queue, CloseWakesWhoWaits) {
    Queue<int> full(1);
    full.push(1);
    std::atomic<bool> was_pushed{true};
    std::thread producer([&] { was_pushed = full.push(2); });
    Queue<int> empty(1);
    std::atomic<bool> was_empty{false};
    std::thread consumer([&] { was_empty = !empty.pop().has_value(); });

    full.close();
    empty.close();
    producer.join();
    consumer.join();

    EXPECT_FALSE(was_pushed);
    EXPECT_TRUE(was_empty);
}

TEST(Queue, EveryItemArrivesOnceAndTheBoundHolds) {
    constexpr int kItems = 1000;
    constexpr int kWorkers = 3;
    Queue<int> queue(4);
    std::atomic<std::int64_t> sum{0};
    std::atomic<int> in_flight{0};
    std::atomic<int> most{0};
    std::vector<std::thread> consumers;
    for (int i = 0; i < kWorkers; ++i) {
        consumers.emplace_back([&] {
            while (const auto item = queue.pop()) {
                --in_flight;
                sum += *item;
            }
        });
    }

    for (int i = 1; i <= kItems; ++i) {
        queue.push(i);
        most = std::max(most.load(), ++in_flight);
    }
    queue.close();
    for (std::thread& consumer : consumers) consumer.join();

    EXPECT_EQ(sum, kItems * (kItems + 1) / 2);
    // In the queue, in each consumer's hands, and the one just pushed.
    EXPECT_LE(most, 4 + kWorkers + 1);
}

}  // namespace
}  // namespace cudaenv::sys
