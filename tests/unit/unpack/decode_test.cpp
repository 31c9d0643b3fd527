// SPDX-License-Identifier: MIT
#include "unpack/decode.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <ostream>

#include "support/text_reader.hpp"

namespace cudaenv::unpack {
namespace {

std::string gzipped(std::string text) {
    std::string out(text.size() + 1000, '\0');
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string words(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += std::to_string(i * i) + " ";
    return text;
}

struct Pieces {
    std::size_t packed, unpacked;  // bytes handed in and taken out at a time
};
void PrintTo(const Pieces& one, std::ostream* out) {
    *out << one.packed << " in, " << one.unpacked << " out";
}

Result<std::string> gunzip(const std::string& packed, Pieces pieces = {4096, 4096}) {
    test::TextReader in(packed);
    ReadAhead ahead(in, 3, pieces.packed);
    CUDAENV_TRY(const auto decoder, make_decoder(Codec::gzip, ahead));
    return test::read_all(*decoder, pieces.unpacked);
}

class GzipPieces : public testing::TestWithParam<Pieces> {};

TEST_P(GzipPieces, DoNotMatter) {
    const std::string text = words(3'000);

    EXPECT_EQ(gunzip(gzipped(text), GetParam()), text);
    EXPECT_EQ(gunzip(gzipped(text) + gzipped("") + gzipped("end"), GetParam()), text + "end");
}

INSTANTIATE_TEST_SUITE_P(Sizes, GzipPieces,
                         testing::Values(Pieces{1, 4096}, Pieces{4096, 1}, Pieces{7, 13},
                                         Pieces{1U << 20U, 1U << 20U}, Pieces{1U << 20U, 100}));

TEST(Gzip, RefusesEveryTruncation) {
    const std::string packed = gzipped(words(100));

    for (std::size_t size = 1; size < packed.size(); ++size) {
        const auto text = gunzip(packed.substr(0, size));
        ASSERT_FALSE(text.has_value()) << size << " of " << packed.size() << " bytes";
        EXPECT_EQ(text.error().code, Code::integrity);
    }
}

TEST(Gzip, ChecksCrcAndLength) {
    const std::string packed = gzipped(words(100));

    for (std::size_t from_end = 1; from_end <= 8; ++from_end) {
        std::string changed = packed;
        changed[packed.size() - from_end] ^= 1;
        EXPECT_FALSE(gunzip(changed).has_value()) << from_end;
    }
}

TEST(Gzip, RefusesWhatFollowsTheLastMember) {
    EXPECT_FALSE(gunzip(gzipped("text") + "junk").has_value());
    EXPECT_FALSE(gunzip(gzipped("text") + std::string(512, '\0')).has_value());
}

TEST(Gzip, ReturnsTheErrorOfWhatItReadsFrom) {
    test::TextReader in(gzipped(words(100)).substr(0, 100), 10,
                        fail(Code::network, "gone").value());
    ReadAhead ahead(in);
    const auto decoder = make_decoder(Codec::gzip, ahead);
    ASSERT_TRUE(decoder.has_value());

    const auto text = test::read_all(**decoder);

    ASSERT_FALSE(text.has_value());
    EXPECT_EQ(text.error().code, Code::network);
}

TEST(Filters, ReturnTheErrorOfWhatTheyReadFrom) {
    test::TextReader in("BZh9", 10, fail(Code::network, "gone").value());
    ReadAhead ahead(in);

    const auto decoder = make_decoder(Codec::bzip2, ahead);

    ASSERT_FALSE(decoder.has_value());
    EXPECT_EQ(decoder.error().code, Code::network);
}

Result<Codec> codec_of_text(const std::string& text) {
    return codec_of(std::as_bytes(std::span(text)));
}

TEST(CodecOf, GoesByTheFirstBytes) {
    using namespace std::string_literals;
    std::string tar(512, '\0');
    tar.replace(257, 5, "ustar");

    EXPECT_EQ(codec_of_text("\x1f\x8b\x08 and so on"), Codec::gzip);
    EXPECT_EQ(codec_of_text("BZh9 and so on"), Codec::bzip2);
    EXPECT_EQ(codec_of_text("\xfd\x37zXZ\0 and so on"s), Codec::xz);
    EXPECT_EQ(codec_of_text("\x28\xb5\x2f\xfd and so on"), Codec::zstd);
    EXPECT_EQ(codec_of_text("\x04\x22\x4d\x18 and so on"), Codec::lz4);
    EXPECT_EQ(codec_of_text(tar), Codec::none);
}

struct Foreign {
    std::string bytes, word;
};
void PrintTo(const Foreign& one, std::ostream* out) {
    *out << one.word;
}
class ForeignData : public testing::TestWithParam<Foreign> {};

TEST_P(ForeignData, IsCalledByItsName) {
    const auto codec = codec_of_text(GetParam().bytes);

    ASSERT_FALSE(codec.has_value());
    EXPECT_EQ(codec.error().code, Code::integrity);
    EXPECT_NE(codec.error().what.find(GetParam().word), std::string::npos) << codec.error().what;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ForeignData,
    testing::Values(Foreign{"", "empty"}, Foreign{"Salted__12345678", "encrypted (openssl)"},
                    Foreign{"\x8c\x0d\x04\x09", "encrypted (gpg)"}, Foreign{"\x89LZO", "lzop"},
                    Foreign{"BZ3v1", "bzip3"}, Foreign{"PK\x03\x04", "zip"},
                    Foreign{"<!DOCTYPE html>", "web page"}, Foreign{"{\"a\":1}", "JSON"},
                    Foreign{"\x7f"
                            "ELF",
                            "program"},
                    Foreign{"#!/bin/sh", "script"}, Foreign{"H4sIAAAAAAAAA+3O\nMQrCQBCF", "base64"},
                    Foreign{"\x01\x02\x03", "not an archive"}));

}  // namespace
}  // namespace cudaenv::unpack
