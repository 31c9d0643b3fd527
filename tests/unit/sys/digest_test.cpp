// SPDX-License-Identifier: MIT
#include "sys/digest.hpp"

#include <gtest/gtest.h>

#include "support/temp_folder.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::sys {
namespace {

constexpr std::string_view kAbcSha256 =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr std::string_view kEmptySha256 =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string md5(std::string_view text) {
    Digest digest(Digest::Kind::md5);
    digest.update(bytes(text));
    return digest.finish();
}

std::uint32_t cksum(std::string_view text) {
    PosixCksum sum;
    sum.update(bytes(text));
    return sum.finish();
}

// The published test vectors of FIPS 180 and RFC 1321.
TEST(Digest, AnswersThePublishedVectors) {
    EXPECT_EQ(sha256_of("abc"), kAbcSha256);
    EXPECT_EQ(sha256_of(""), kEmptySha256);
    EXPECT_EQ(md5("abc"), "900150983cd24fb0d6963f7d28e17f72");
    EXPECT_EQ(md5(""), "d41d8cd98f00b204e9800998ecf8427e");
}

TEST(Digest, PiecesGiveTheSameAsTheWhole) {
    Digest digest(Digest::Kind::sha256);
    digest.update(bytes("a"));
    digest.update(bytes(""));
    digest.update(bytes("bc"));

    EXPECT_EQ(digest.finish(), kAbcSha256);
}

TEST(Digest, StartsAfreshAfterFinish) {
    Digest digest(Digest::Kind::sha256);
    digest.update(bytes("something else"));
    digest.finish();

    digest.update(bytes("abc"));

    EXPECT_EQ(digest.finish(), kAbcSha256);
}

TEST(Digest, OfAFileReadsAllOfIt) {
    const test::TempFolder folder;
    const std::string text(3'000'001, 'x');

    EXPECT_EQ(sha256_of_file(folder.write("big", text)).value(), sha256_of(text));
    EXPECT_EQ(sha256_of_file(folder.write("empty", "")).value(), kEmptySha256);
}

TEST(Digest, OfAFileThatIsNotThere) {
    const test::TempFolder folder;

    const auto digest = sha256_of_file(folder / "none");

    EXPECT_EQ(digest.error().code, Code::not_found);
    EXPECT_EQ(digest.error().at, folder / "none");
}

TEST(Digest, OfAFileEndsWhenInterrupted) {
    const test::TempFolder folder;
    set_interrupt(SIGINT);

    const auto digest = sha256_of_file(folder.write("a", "abc"));
    set_interrupt(0);

    EXPECT_EQ(digest.error().code, Code::interrupted);
}

// What `cksum` of POSIX prints.
TEST(PosixCksum, AnswersAsTheTool) {
    EXPECT_EQ(cksum(""), 4294967295U);
    EXPECT_EQ(cksum("123456789"), 930766865U);
    EXPECT_EQ(cksum("a"), 1220704766U);
    EXPECT_EQ(cksum(std::string(100'000, 'x')), 1627735810U);
}

TEST(PosixCksum, PiecesGiveTheSameAsTheWhole) {
    const std::string text = "The quick brown fox jumps over the lazy dog, twice over.";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        PosixCksum sum;
        sum.update(bytes(text).first(cut));
        sum.update(bytes(text).subspan(cut));
        EXPECT_EQ(sum.finish(), cksum(text)) << cut;
    }
}

}  // namespace
}  // namespace cudaenv::sys
