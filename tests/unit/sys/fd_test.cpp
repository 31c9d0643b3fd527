// SPDX-License-Identifier: MIT
#include "sys/fd.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <thread>

#include "support/child.hpp"
#include "support/temp_folder.hpp"

namespace cudaenv::sys {
namespace {

std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

bool is_open(int number) {
    return ::fcntl(number, F_GETFD) != -1;
}

TEST(Fd, ClosesWhatItOwns) {
    const test::TempFolder folder;
    int number = -1;
    {
        Fd first = open_write(folder / "a").value();
        number = first.number();
        const Fd second = std::move(first);
        EXPECT_EQ(second.number(), number);
        EXPECT_TRUE(is_open(number));
    }
    EXPECT_FALSE(is_open(number));
}

TEST(Fd, AssignmentClosesTheOldOne) {
    const test::TempFolder folder;
    Fd fd = open_write(folder / "a").value();
    const int old = fd.number();
    const int keeper = ::dup(old);  // so that the number differs
    fd = open_write(folder / "b").value();

    EXPECT_NE(fd.number(), old);
    EXPECT_FALSE(is_open(old));
    ::close(keeper);
}

TEST(Fd, IsNotInheritedByOtherPrograms) {
    const test::TempFolder folder;
    const Fd written = open_write(folder / "a").value();
    const Fd read = open_read(folder / "a").value();

    EXPECT_NE(::fcntl(written.number(), F_GETFD) & FD_CLOEXEC, 0);
    EXPECT_NE(::fcntl(read.number(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(OpenRead, FollowsLinksButTakesRegularFilesOnly) {
    const test::TempFolder folder;
    folder.write("file", "x");
    std::filesystem::create_symlink("file", folder / "link");
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0644), 0);

    EXPECT_TRUE(open_read(folder / "link"));
    EXPECT_EQ(open_read(folder / "pipe").error().code, Code::files);
    EXPECT_EQ(open_read(folder.path()).error().code, Code::files);
    EXPECT_EQ(open_read("/dev/null").error().code, Code::files);
    EXPECT_EQ(open_read(folder / "none").error().code, Code::not_found);
    EXPECT_EQ(open_read(folder / "file/x").error().code, Code::not_found);
}

TEST(OpenWrite, RefusesALink) {
    const test::TempFolder folder;
    folder.write("file", "x");
    std::filesystem::create_symlink("file", folder / "link");

    EXPECT_EQ(open_write(folder / "link").error().code, Code::files);
}

TEST(OpenWrite, MissingRightIsPermission) {
    const test::TempFolder folder;
    folder.write("file", "x");
    ::chmod((folder / "file").c_str(), 0400);

    test::without_root([&] {
        EXPECT_EQ(open_write(folder / "new").error().code, Code::permission);
        EXPECT_EQ(open_read(folder / "file").error().code, Code::permission);
    });
}

TEST(ReadAt, FillsTheBufferUnlessTheFileEnds) {
    const test::TempFolder folder;
    const Fd fd = open_read(folder.write("a", "0123456789")).value();
    std::array<std::byte, 4> buffer{};

    EXPECT_EQ(read_at(fd.number(), 2, buffer, "a").value(), 4U);
    EXPECT_EQ(buffer[0], std::byte{'2'});
    EXPECT_EQ(read_at(fd.number(), 8, buffer, "a").value(), 2U);
    EXPECT_EQ(read_at(fd.number(), 10, buffer, "a").value(), 0U);
    EXPECT_EQ(read_at(fd.number(), 99, buffer, "a").value(), 0U);
}

TEST(WriteAt, WritesBehindAndBetween) {
    const test::TempFolder folder;
    const Fd fd = open_write(folder / "a").value();

    ASSERT_TRUE(write_at(fd.number(), 3, bytes("def"), "a"));
    ASSERT_TRUE(write_at(fd.number(), 0, bytes("abc"), "a"));

    EXPECT_EQ(folder.read("a"), "abcdef");
}

TEST(WriteAll, FullDeviceIsSpace) {
    const Fd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
    ASSERT_TRUE(full);

    const auto written = write_all(full.number(), bytes("x"), "/dev/full");

    EXPECT_EQ(written.error().code, Code::space);
    EXPECT_EQ(written.error().at, "/dev/full");
    EXPECT_EQ(written.error().why, "no space left on device (ENOSPC)");
}

TEST(WriteAll, GoesOnAfterShortWritesAndSignals) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const Fd out(ends[1]);
    struct sigaction quiet {};
    struct sigaction old {};
    quiet.sa_handler = [](int) {};
    ASSERT_EQ(::sigaction(SIGUSR1, &quiet, &old), 0);
    const std::string text(1'000'000, 'x');  // more than a pipe holds
    const pthread_t writer = ::pthread_self();
    std::size_t total = 0;
    std::thread reader([&] {
        const Fd in(ends[0]);
        std::array<char, 4096> buffer{};
        while (total < text.size()) {
            ::pthread_kill(writer, SIGUSR1);
            const ssize_t got = ::read(in.number(), buffer.data(), buffer.size());
            if (got <= 0) break;
            total += static_cast<std::size_t>(got);
        }
    });

    const auto written = write_all(out.number(), bytes(text), "pipe");
    reader.join();
    ::sigaction(SIGUSR1, &old, nullptr);

    EXPECT_TRUE(written);
    EXPECT_EQ(total, text.size());
}

TEST(Resize, CutsAndLengthensByZeros) {
    const test::TempFolder folder;
    const std::string path = folder.write("file", "abcdef");
    const Fd file = *open_write(path);

    EXPECT_TRUE(resize(file.number(), 2, path));
    EXPECT_TRUE(resize(file.number(), 4, path));

    EXPECT_EQ(folder.read("file"), std::string("ab\0\0", 4));
}

TEST(Resize, NamesTheFileOnFailure) {
    const auto resized = resize(-1, 2, "/some/file");

    EXPECT_EQ(resized.error().code, Code::files);
    EXPECT_EQ(resized.error().at, "/some/file");
}

}  // namespace
}  // namespace cudaenv::sys
