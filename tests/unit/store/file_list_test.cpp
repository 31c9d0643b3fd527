// SPDX-License-Identifier: MIT
#include "store/file_list.hpp"

#include <gtest/gtest.h>

#include "support/temp_folder.hpp"

namespace cudaenv::store {
namespace {

const std::string kDigest(64, 'a');

FileRow folder(std::string path) {
    FileRow row;
    row.kind = FileRow::Kind::folder;
    row.path = std::move(path);
    row.mode = kFolderMode;
    return row;
}

FileRow file(std::string path, std::uint32_t mode = kFileMode) {
    FileRow row;
    row.path = std::move(path);
    row.mode = mode;
    row.size_bytes = 17;
    row.sha256 = kDigest;
    row.artifact = 1;
    return row;
}

FileRow link(std::string path, std::string target) {
    FileRow row;
    row.kind = FileRow::Kind::link;
    row.path = std::move(path);
    row.target = std::move(target);
    return row;
}

std::string list(std::string_view lines) {
    return "cudaenv-files 1\n" + std::string(lines);
}

std::string file_line(std::string_view path) {
    return "f\t0444\t17\t" + kDigest + "\t1\t-\t" + std::string(path) + "\n";
}

TEST(FileList, IsWrittenAsDocumented) {
    FileRow nvcc = file("bin/nvcc", 0755);
    nvcc.component = "cuda_nvcc";

    const std::string text = to_text({folder("bin"), nvcc, link("lib64", "targets/lib")});

    EXPECT_EQ(text, "cudaenv-files 1\nd\t0755\tbin\nf\t0555\t17\t" + kDigest +
                        "\t1\tcuda_nvcc\tbin/nvcc\nl\ttargets/lib\tlib64\n");
}

TEST(FileList, ReadsBackWhatItWrote) {
    FileRow ours = file("a b/\xff~c", kExecutableMode);
    ours.artifact = 0;
    ours.component = "with blank";
    const std::vector<FileRow> rows = {folder("a b"), file("a b.h"), link("a b/up", "../a b.h"),
                                       ours, file("z")};

    const auto read = parse_file_list(to_text(rows));

    ASSERT_TRUE(read) << read.error().what << read.error().at;
    EXPECT_EQ(*read, rows);
}

TEST(FileList, OfNothingIsItsFirstLine) {
    EXPECT_EQ(to_text({}), "cudaenv-files 1\n");
    const auto read = parse_file_list("cudaenv-files 1\n");
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->empty());
}

class BadFileList : public testing::TestWithParam<std::string> {};

TEST_P(BadFileList, IsDamaged) {
    const auto read = parse_file_list(GetParam());

    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Code::damaged);
}

INSTANTIATE_TEST_SUITE_P(
    FileList, BadFileList,
    testing::Values("", "cudaenv-files 1", "cudaenv-files 2\n", list("x\t0755\ta\n"),
                    list("d\t0755\ta"), list("\n"), list("d\t0855\ta\n"), list("d\t\ta\n"),
                    list("d\t-755\ta\n"), list("d\t0755\n"), list("d\t0755\ta\tb\n"),
                    list("f\t0444\t17\tabc\t1\t-\ta\n"),
                    list("f\t0444\t-1\t" + kDigest + "\t1\t-\ta\n"),
                    list("f\t0444\t99999999999999999999\t" + kDigest + "\t1\t-\ta\n"),
                    list("f\t0444\t17\t" + kDigest + "\t-1\t-\ta\n"),
                    list("f\t0444\t17\t" + kDigest + "\t1\ta\n"), list(file_line("/etc/passwd")),
                    list(file_line("../a")), list(file_line("a/../b")), list(file_line(".")),
                    list(file_line("a//b")), list(file_line("a/")), list(file_line("")),
                    list(file_line(".cudaenv/activate")), list(file_line("a\tb")),
                    list(file_line("a\rb")), list(file_line(std::string(5000, 'a'))),
                    list(file_line("a/b")), list(file_line("a") + file_line("a/b")),
                    list("l\tx\ta\n" + file_line("a/b")), list(file_line("b") + file_line("a")),
                    list(file_line("a") + file_line("a")), list("l\t/etc/passwd\ta\n"),
                    list("l\t../x\ta\n"), list("d\t0755\td\nl\t../../x\td/a\n"), list("l\t\ta\n")));

TEST(FileList, AcceptsLinksThatStayInside) {
    EXPECT_TRUE(parse_file_list(list("d\t0755\td\nl\t../x\td/a\nl\td/../d/a\te\nl\t.\tf\n")));
}

TEST(FileList, NamesTheLineThatIsMalformed) {
    const auto read = parse_file_list(list(file_line("a") + "f\tnonsense\n"));

    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().found, "line 3");
}

TEST(FileList, OfAPrefixNamesItsPath) {
    test::TempFolder prefix;
    prefix.write(".cudaenv/files", "something else\n");

    const auto damaged = read_file_list(prefix.path());
    const auto absent = read_file_list(prefix / "nothing");

    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, Code::damaged);
    EXPECT_EQ(damaged.error().at, prefix / ".cudaenv/files");
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().code, Code::not_found);
}

TEST(CheckRows, RefusesWhatAnArchiveShouldNotBring) {
    const auto refused = check_rows({folder("a"), file("a/../../b")});

    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::integrity);
    EXPECT_EQ(refused.error().at, "a/../../b");
}

}  // namespace
}  // namespace cudaenv::store
