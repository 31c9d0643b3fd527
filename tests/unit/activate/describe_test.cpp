// SPDX-License-Identifier: MIT
#include "activate/describe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudaenv::activate {
namespace {

using store::FileRow;
using testing::ElementsAre;
using testing::IsEmpty;

FileRow row(FileRow::Kind kind, std::string path) {
    FileRow made;
    made.kind = kind;
    made.path = std::move(path);
    return made;
}

TEST(Describe, NamesWhatIsThere) {
    store::Receipt receipt;
    receipt.stack = "12.4.1+cudnn8.9.7";
    receipt.toolkit = "12.4.1";
    receipt.profile = "devel";
    receipt.companions = {{"cudnn", "8.9.7.29", "cuda12"}};

    const hot::Activation made = describe(
        receipt, {row(FileRow::Kind::folder, "bin"), row(FileRow::Kind::file, "bin/nvcc"),
                  row(FileRow::Kind::folder, "extras/CUPTI/lib64"),
                  row(FileRow::Kind::link, "lib64"), row(FileRow::Kind::folder, "share/man")});

    EXPECT_EQ(made.toolkit, "12.4.1");
    EXPECT_EQ(made.profile, "devel");
    EXPECT_THAT(made.companions, ElementsAre(std::pair("cudnn", "8.9.7")));
    EXPECT_THAT(made.bin, ElementsAre("bin"));
    EXPECT_THAT(made.lib, ElementsAre("lib64", "extras/CUPTI/lib64"));
    EXPECT_THAT(made.man, ElementsAre("share/man"));
    EXPECT_THAT(made.pkgconfig, IsEmpty());
    EXPECT_EQ(made.nvcc, "bin/nvcc");
}

TEST(Describe, TakesLibWhereThereIsNoLib64AndNoCompiler) {
    const hot::Activation made = describe({}, {row(FileRow::Kind::folder, "lib")});

    EXPECT_THAT(made.lib, ElementsAre("lib"));
    EXPECT_THAT(made.bin, IsEmpty());
    EXPECT_EQ(made.nvcc, "");
}

}  // namespace
}  // namespace cudaenv::activate
