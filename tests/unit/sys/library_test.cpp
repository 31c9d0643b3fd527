// SPDX-License-Identifier: MIT
#include "sys/library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temp_folder.hpp"

namespace cudaenv::sys {
namespace {

TEST(Library, GivesFunctionsAndTheirFile) {
    const Library library = Library::load("libm.so.6").value();

    auto* root = library.function<double(double)>("sqrt");

    ASSERT_NE(root, nullptr);
    EXPECT_EQ(root(9.0), 3.0);
    EXPECT_THAT(library.file_of("sqrt"), testing::HasSubstr("/libm"));
}

TEST(Library, UnknownFunctionIsNull) {
    const Library library = Library::load("libm.so.6").value();

    EXPECT_EQ(library.function<void()>("no_such_function"), nullptr);
    EXPECT_EQ(library.file_of("no_such_function"), "");
}

TEST(Library, TellsWhyItCannotBeLoaded) {
    const test::TempFolder folder;

    EXPECT_EQ(Library::load("libnone.so.77").error().code, Code::not_found);
    const auto text = Library::load(folder.write("libtext.so", "not a library at all"));
    ASSERT_FALSE(text);
    EXPECT_THAT(text.error().why, testing::Not(testing::IsEmpty()));
}

}  // namespace
}  // namespace cudaenv::sys
