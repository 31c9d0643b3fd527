// SPDX-License-Identifier: MIT
#include "unpack/makeself.hpp"

#include <gtest/gtest.h>

#include "support/text_reader.hpp"

namespace cudaenv::unpack {
namespace {

// A header of fifteen lines in the manner of makeself 2.1.4, with some lines replaced.
struct Lines {
    std::string version = "# This script was generated using Makeself 2.1.4";
    std::string extra = "# nothing";
    std::string sums = "CRCsum=\"123\"\nMD5=\"b1946ac92492d2347c6235b4d2611184\"";
    std::string label = "label=\"CUDA Installer 12.4\"";
    std::string sizes = "filesizes=\"6\"";
    std::string length = "\toffset=`head -n 15 \"$1\" | wc -c | tr -d \" \"`";

    std::string text() const {
        return "#!/bin/sh\n" + version + "\n" + extra + "\n" + sums + "\n" + label + "\n" + sizes +
               "\nscript=\"./cuda-installer\"\n" + length +
               "\n# 10\n# 11\n# 12\n# 13\n# 14\n# 15\n";
    }
};

Result<MakeselfHeader> parse(const Lines& lines, std::string_view payload = "hello\n") {
    const std::string file = lines.text() + std::string(payload);
    return parse_header(file, file.size(), true);
}

TEST(ParseHeader, FindsOffsetSizesAndSums) {
    const auto header = parse({});

    ASSERT_TRUE(header.has_value()) << header.error().what << header.error().why;
    EXPECT_EQ(header->version, "2.1.4");
    EXPECT_EQ(header->label, "CUDA Installer 12.4");
    EXPECT_EQ(header->offset_bytes, Lines{}.text().size());
    ASSERT_EQ(header->archives.size(), 1U);
    EXPECT_EQ(header->archives[0].size_bytes, 6U);
    EXPECT_EQ(header->archives[0].sum.kind, Sum::Kind::md5);
    EXPECT_EQ(header->archives[0].sum.value, "b1946ac92492d2347c6235b4d2611184");
}

TEST(ParseHeader, ReadsTheLengthOfLaterVersionsFromSkip) {
    Lines lines;
    lines.version = "# This script was generated using Makeself 2.4.5";
    lines.length = "offset=`head -n \"$skip\" \"$1\" | wc -c | tr -d \" \"`";
    lines.extra = "skip=\"15\"";

    const auto header = parse(lines);

    ASSERT_TRUE(header.has_value()) << header.error().what << header.error().why;
    EXPECT_EQ(header->offset_bytes, lines.text().size());
}

TEST(ParseHeader, TakesTheStrongestSum) {
    const std::string sha(64, 'a'), md5(32, 'b'), none(32, '0');
    Lines all, no_md5, nothing;
    all.sums = "MD5=\"" + md5 + "\"\nSHA=\"" + sha + "\"";
    no_md5.sums = "CRCsum=\"0000000042\"\nMD5=\"" + none + "\"";
    nothing.sums = "CRCsum=\"0000000000\"\nMD5=\"" + none + "\"";

    EXPECT_EQ(parse(all)->archives[0].sum.value, sha);
    EXPECT_EQ(parse(no_md5)->archives[0].sum.value, "42");
    EXPECT_EQ(parse(nothing)->archives[0].sum.kind, Sum::Kind::none);
}

TEST(ParseHeader, ReadsSeveralArchives) {
    Lines lines;
    lines.sizes = "filesizes=\"2 4\"";
    lines.sums = "CRCsum=\"1 2\"\n# no MD5";

    const auto header = parse(lines);

    ASSERT_TRUE(header.has_value()) << header.error().why;
    ASSERT_EQ(header->archives.size(), 2U);
    EXPECT_EQ(header->archives[1].size_bytes, 4U);
    EXPECT_EQ(header->archives[1].sum.value, "2");
}

// An uncompressed payload can hold another makeself file, whose lines begin lines as well.
TEST(ParseHeader, StopsAtItsOwnLastLine) {
    Lines lines;
    const std::string payload =
        "skip=32\nfilesizes=\"1\"\nlabel=\"NVIDIA Accelerated Graphics Driver\"\n";
    lines.sizes = "filesizes=\"" + std::to_string(payload.size()) + "\"";

    const auto header = parse(lines, payload);

    ASSERT_TRUE(header.has_value()) << header.error().what;
    EXPECT_EQ(header->offset_bytes, lines.text().size());
    EXPECT_EQ(header->label, "CUDA Installer 12.4");
}

TEST(ParseHeader, KeepsNoLabelThatTheShellWouldExpand) {
    Lines lines;
    lines.label = "label=\"$(rm -rf /)\"";

    EXPECT_EQ(parse(lines)->label, "");
}

TEST(ParseHeader, MakesTheLabelPrintable) {
    Lines lines;
    lines.label = "label=\"a\x1b[2Jb\"";

    EXPECT_EQ(parse(lines)->label, "a\\x1b[2Jb");
}

TEST(ParseHeader, SaysWhetherTheFileIsShortOrLong) {
    const auto is_short = parse({}, "hell");
    const auto is_long = parse({}, "hello\n!");

    ASSERT_FALSE(is_short.has_value());
    ASSERT_FALSE(is_long.has_value());
    EXPECT_NE(is_short.error().what.find("truncated"), std::string::npos);
    EXPECT_NE(is_long.error().what.find("longer"), std::string::npos);
}

TEST(ParseHeader, AsksForMoreUntilTheHeaderIsWhole) {
    const std::string head = Lines{}.text();

    for (std::size_t size = 2; size < head.size(); ++size) {
        const auto part = parse_header(head.substr(0, size), head.size() + 6, false);
        ASSERT_TRUE(part.has_value()) << size << part.error().what;
        EXPECT_EQ(part->offset_bytes, 0U) << size;
    }
    EXPECT_NE(parse_header(head, head.size() + 6, false)->offset_bytes, 0U);
}

TEST(ReadHeader, LeavesTheStreamAtTheFirstArchive) {
    Lines lines;
    lines.extra = "# " + std::string(100'000, 'x');
    const std::string payload(200'000, 'p');
    lines.sizes = "filesizes=\"200000\"";
    test::TextReader in(lines.text() + payload, 1000);
    std::string rest;

    const auto header = read_header(in, lines.text().size() + payload.size(), rest);

    ASSERT_TRUE(header.has_value()) << header.error().what;
    EXPECT_EQ(rest + *test::read_all(in), payload);
}

TEST(ReadHeader, GivesUpAfterOneMebibyte) {
    std::string endless = "#!/bin/sh\n";
    while (endless.size() < 8U << 20U) endless += std::string(100, '#') + "\n";
    test::TextReader in(endless);
    std::string rest;

    const auto header = read_header(in, 1U << 30U, rest);

    ASSERT_FALSE(header.has_value());
    EXPECT_LE(in.taken(), 1U << 20U);
}

}  // namespace
}  // namespace cudaenv::unpack
