// SPDX-License-Identifier: MIT
#include "unpack/reader.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "support/temp_folder.hpp"
#include "support/text_reader.hpp"

namespace cudaenv::unpack {
namespace {

void append(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::app | std::ios::binary) << text;
}

TEST(OpenFile, ReadsAllOfIt) {
    const test::TempFolder folder;
    append(folder.path() + "/f", "some bytes");

    const auto reader = open_file(folder.path() + "/f");

    ASSERT_TRUE(reader.has_value());
    EXPECT_EQ(test::read_all(**reader, 3), "some bytes");
}

TEST(OpenFile, NamesTheFileThatIsNotThere) {
    const test::TempFolder folder;

    const auto reader = open_file(folder.path() + "/none");

    ASSERT_FALSE(reader.has_value());
    EXPECT_EQ(reader.error().code, Code::not_found);
    EXPECT_NE(reader.error().at.find("/none"), std::string::npos);
}

TEST(OpenGrowing, NeverReadsBeyondTheWatermark) {
    const test::TempFolder folder;
    append(folder.path() + "/f", "good-hole");
    const auto mark = std::make_shared<sys::Watermark>();
    mark->publish(5);
    const auto reader = open_growing(folder.path() + "/f", mark);
    ASSERT_TRUE(reader.has_value());

    std::string block(64, '\0');
    const auto got = (*reader)->read(std::as_writable_bytes(std::span(block)));

    ASSERT_TRUE(got.has_value());
    EXPECT_EQ(block.substr(0, *got), "good-");
}

TEST(OpenGrowing, WaitsForTheWriterAndEndsWithIt) {
    const test::TempFolder folder;
    append(folder.path() + "/f", "one,");
    const auto mark = std::make_shared<sys::Watermark>();
    mark->publish(4);
    const auto reader = open_growing(folder.path() + "/f", mark);
    ASSERT_TRUE(reader.has_value());

    std::thread writer([&] {
        append(folder.path() + "/f", "two");
        mark->publish(7);
        mark->finish();
    });
    const auto all = test::read_all(**reader);
    writer.join();

    EXPECT_EQ(all, "one,two");
}

TEST(OpenGrowing, ReturnsTheWritersError) {
    const test::TempFolder folder;
    append(folder.path() + "/f", "x");
    const auto mark = std::make_shared<sys::Watermark>();
    mark->finish(fail(Code::network, "the line is dead").value());
    const auto reader = open_growing(folder.path() + "/f", mark);
    ASSERT_TRUE(reader.has_value());

    const auto all = test::read_all(**reader);

    ASSERT_FALSE(all.has_value());
    EXPECT_EQ(all.error().code, Code::network);
}

}  // namespace
}  // namespace cudaenv::unpack
