// SPDX-License-Identifier: MIT
#include "hot/activation.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <ctime>

#include "builders.hpp"

namespace cudaenv::hot {
namespace {

TEST(Activation, ReadsEveryKeyInOrder) {
    const auto activation = parse_activation(
        "cudaenv-activate 1\ntoolkit 12.4.1\ncompanion cudnn 8.9.7\nprofile devel\nbin bin\n"
        "lib lib64\nlib extras/CUPTI/lib64\nnvcc bin/nvcc\npkgconfig pkg-config\nman share/man\n"
        "end\n");

    ASSERT_TRUE(activation) << activation.error().what;
    Activation expected;
    expected.toolkit = "12.4.1";
    expected.companions = {{"cudnn", "8.9.7"}};
    expected.profile = "devel";
    expected.bin = {"bin"};
    expected.lib = {"lib64", "extras/CUPTI/lib64"};
    expected.pkgconfig = {"pkg-config"};
    expected.man = {"share/man"};
    expected.nvcc = "bin/nvcc";
    EXPECT_EQ(*activation, expected);
    EXPECT_EQ(parse_activation(to_text(expected)), expected);
}

TEST(Activation, AFileWithoutEndIsDamaged) {
    const auto activation = parse_activation("cudaenv-activate 1\ntoolkit 12.4.1\nbin bin\n");

    ASSERT_FALSE(activation);
    EXPECT_EQ(activation.error().code, Code::damaged);
}

TEST(Activation, AnotherFormatIsDamaged) {
    const auto activation = parse_activation("cudaenv-activate 2\nend\n");

    ASSERT_FALSE(activation);
    EXPECT_EQ(activation.error().code, Code::damaged);
}

TEST(Activation, PathsThatLeaveThePrefixAreSkipped) {
    const auto activation = parse_activation(
        "cudaenv-activate 1\nbin /bin\nbin ../x\nbin a/../../x\nbin a..b\nnvcc ../nvcc\nend\n");

    ASSERT_TRUE(activation);
    EXPECT_EQ(activation->bin, std::vector<std::string>{"a..b"});
    EXPECT_EQ(activation->nvcc, "");
}

TEST(Activation, APrefixWithoutFileHasBinAndLib64ElseLib) {
    const cudaenv::test::TempFolder folder;
    folder.make("both/lib");
    folder.make("both/lib64");
    folder.make("one/lib");

    const auto both = read_activation(folder / "both");
    const auto one = read_activation(folder / "one");

    ASSERT_TRUE(both && one);
    EXPECT_EQ(both->bin, std::vector<std::string>{"bin"});
    EXPECT_EQ(both->lib, std::vector<std::string>{"lib64"});
    EXPECT_EQ(one->lib, std::vector<std::string>{"lib"});
}

TEST(Activation, ADamagedFileIsNamedWithTheCommandThatChecksIt) {
    const test::Root root;
    const std::string prefix = root.add_stack("12.4.1", "cudaenv-activate 1\n");

    const auto activation = read_activation(prefix);

    ASSERT_FALSE(activation);
    EXPECT_EQ(activation.error().at, prefix + "/.cudaenv/activate");
    EXPECT_EQ(activation.error().try_, std::vector<std::string>{"cudaenv verify"});
}

class Touch : public testing::Test {
  protected:
    void set_age(std::int64_t seconds) const {
        const timespec old{::time(nullptr) - seconds, 0};
        const std::array<timespec, 2> times{old, old};
        ASSERT_EQ(::utimensat(AT_FDCWD, path().c_str(), times.data(), 0), 0);
    }
    std::int64_t modified() const {
        struct stat facts {};
        EXPECT_EQ(::stat(path().c_str(), &facts), 0);
        return facts.st_mtim.tv_sec;
    }
    std::string path() const { return prefix_ + "/.cudaenv/activate"; }

    test::Root root_;
    std::string prefix_ = root_.add_stack("12.4.1");
};

TEST_F(Touch, AfterADayTheFileIsTouched) {
    set_age(25 * 60 * 60);

    touch_activation(prefix_, modified());

    EXPECT_GE(modified(), ::time(nullptr) - 60);
}

TEST_F(Touch, WithinADayTheFileIsLeftAlone) {
    set_age(23 * 60 * 60);
    const std::int64_t before = modified();

    touch_activation(prefix_, before);

    EXPECT_EQ(modified(), before);
}

}  // namespace
}  // namespace cudaenv::hot
