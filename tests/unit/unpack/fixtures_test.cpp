// SPDX-License-Identifier: MIT
// Every archive of tests/fixtures: what is accepted lays out to exactly the tree that its oracle
// lists, what is refused is refused for the reason that the index names.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/memory_sink.hpp"
#include "unpack/layout.hpp"
#include "unpack/payload.hpp"

namespace cudaenv::unpack {
namespace {

struct Row {
    std::string path, kind, verdict, detail;
};

std::vector<Row> rows_below(const std::string& folder) {
    std::ifstream index(CUDAENV_FIXTURES "/index.tsv");
    std::vector<Row> rows;
    for (std::string line; std::getline(index, line);) {
        std::istringstream fields(line);
        Row row;
        std::getline(fields, row.path, '\t');
        std::getline(fields, row.kind, '\t');
        std::getline(fields, row.verdict, '\t');
        std::getline(fields, row.detail, '\t');
        if (row.path.starts_with(folder + "/")) rows.push_back(row);
    }
    return rows;
}

Result<Layout> unpack(const Row& row, unsigned threads = 1) {
    const std::string path = std::string(CUDAENV_FIXTURES "/") + row.path;
    const std::uint64_t size = std::filesystem::file_size(path);
    test::MemorySink sink;
    CUDAENV_TRY(const auto in, open_file(path));
    const bool is_run = row.kind == "run";
    const ReadOptions reading{.threads = threads};
    CUDAENV_TRY(const Payload payload, is_run ? read_runfile(*in, size, sink, reading)
                                              : read_archive(*in, size, sink, reading));
    LayoutOptions options;
    options.is_companion = row.kind == "companion";
    if (options.is_companion) options.component = "cudnn";
    CUDAENV_TRY(Layout layout, lay_out(payload, options, sink));
    for (const Node& node : layout.nodes) {
        const bool is_kept =
            node.kind != Node::Kind::file || sink.contents().contains(node.content);
        EXPECT_TRUE(is_kept) << "the sink never saw " << node.path;
    }
    return layout;
}

// In the form of the oracles.
std::string listed(const std::vector<Node>& nodes) {
    std::string text;
    for (const Node& node : nodes) {
        switch (node.kind) {
            case Node::Kind::folder:
                text += "d\t" + node.path + "\n";
                break;
            case Node::Kind::link:
                text += "l\t" + node.path + "\t" + node.target + "\n";
                break;
            case Node::Kind::file:
                text += (node.mode & 0111U) != 0 ? "x\t" : "f\t";
                text += node.path + "\t" + node.content.substr(0, 64) + "\n";
        }
    }
    return text;
}

std::string read_oracle(const std::string& name) {
    std::ifstream file(std::string(CUDAENV_FIXTURES "/") + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Group {
    std::string folder;
    unsigned threads;
};
class Fixtures : public testing::TestWithParam<Group> {};

TEST_P(Fixtures, AreReadAsTheIndexSays) {
    const std::vector<Row> rows = rows_below(GetParam().folder);
    ASSERT_FALSE(rows.empty());

    for (const Row& row : rows) {
        SCOPED_TRACE(row.path);
        const Result<Layout> layout = unpack(row, GetParam().threads);

        if (row.verdict == "accept") {
            ASSERT_TRUE(layout.has_value()) << layout.error().what << ": " << layout.error().why;
            EXPECT_EQ(listed(layout->nodes), read_oracle(row.detail));
            continue;
        }
        ASSERT_EQ(row.verdict, "refuse");
        ASSERT_FALSE(layout.has_value()) << "accepted, but should not be: " << row.detail;
        const Error& error = layout.error();
        EXPECT_TRUE(error.code == Code::integrity || error.code == Code::checksum);
        EXPECT_NE((error.what + "|" + error.why).find(row.detail), std::string::npos)
            << "refused for another reason: " << error.what << ": " << error.why;
    }
}

std::string name_of(const testing::TestParamInfo<Group>& one) {
    return one.param.folder + "By" + std::to_string(one.param.threads);
}
INSTANTIATE_TEST_SUITE_P(Groups, Fixtures,
                         testing::Values(Group{"runfile", 1}, Group{"packing", 1},
                                         Group{"redist", 1}, Group{"companion", 1},
                                         Group{"entry", 1}, Group{"layout", 1},
                                         Group{"manifest", 1}, Group{"header", 1},
                                         Group{"archive", 1}, Group{"packing", 3},
                                         Group{"redist", 3}, Group{"archive", 3}),
                         name_of);

TEST(Bombs, AreStoppedBeforeTheirBytesArrive) {
    test::MemorySink sink;
    const std::string path = CUDAENV_FIXTURES "/entry/bomb.run";
    const auto in = open_file(path);
    ASSERT_TRUE(in.has_value());

    const auto payload = read_runfile(**in, std::filesystem::file_size(path), sink);

    ASSERT_FALSE(payload.has_value());
    EXPECT_LT(sink.bytes(), 1000U);
}

TEST(OwnSum, IsNotComputedForWhoKnowsADigestOfTheFile) {
    test::MemorySink sink;
    const std::string path = CUDAENV_FIXTURES "/header/md5.run";  // states a wrong one
    const auto in = open_file(path);
    ASSERT_TRUE(in.has_value());

    const auto payload =
        read_runfile(**in, std::filesystem::file_size(path), sink, {.checks_own_sum = false});

    ASSERT_TRUE(payload.has_value()) << payload.error().what;
    EXPECT_EQ(payload->verified_by, "");
}

TEST(PassedOver, NeverReachesTheSink) {
    test::MemorySink sink;
    const std::string path = CUDAENV_FIXTURES "/runfile/cuda_12.4.1_550.54.15_linux.run";
    const auto in = open_file(path);
    ASSERT_TRUE(in.has_value());

    const auto payload = read_runfile(**in, std::filesystem::file_size(path), sink);

    ASSERT_TRUE(payload.has_value());
    EXPECT_EQ(payload->era, Era::components);
    EXPECT_EQ(payload->verified_by, "md5");
    EXPECT_EQ(payload->label, "CUDA Installer 12.4");
    EXPECT_FALSE(sink.entered().empty());
    for (const std::string& entered : sink.entered()) {
        EXPECT_EQ(entered.find("NVIDIA-Linux"), std::string::npos) << entered;
        EXPECT_EQ(entered.find("nvidia_fs"), std::string::npos) << entered;
        EXPECT_EQ(entered.find("installer"), std::string::npos) << entered;
    }
}

TEST(Components, AreNotedOnFiles) {
    const auto layout = unpack({"runfile/cuda_13.0.0_580.65.06_linux.run", "run", "", ""});
    ASSERT_TRUE(layout.has_value());
    std::map<std::string, std::string> owners;
    for (const Node& node : layout->nodes) owners[node.path] = node.component;

    EXPECT_EQ(owners["bin/nvcc"], "cuda_nvcc");
    EXPECT_EQ(owners["nvvm/bin/cicc"], "libnvvm");
    EXPECT_EQ(owners["bin/ncu"], "nsight_compute");
    EXPECT_EQ(owners["EULA.txt"], "");

    const auto archive =
        unpack({"redist/cuda_nvcc-linux-x86_64-12.4.131-archive.tar.xz", "archive", "", ""});
    ASSERT_TRUE(archive.has_value());
    for (const Node& node : archive->nodes) {
        const bool is_file = node.kind == Node::Kind::file;
        EXPECT_EQ(node.component, is_file ? "cuda_nvcc" : node.component) << node.path;
    }
}

TEST(DanglingLinks, AreLeftOutWithANote) {
    const auto layout = unpack({"entry/circle.run", "run", "", ""});

    ASSERT_TRUE(layout.has_value());
    EXPECT_EQ(layout->notes,
              (std::vector<std::string>{"left out a link that leads nowhere: x -> y",
                                        "left out a link that leads nowhere: y -> x"}));
}

}  // namespace
}  // namespace cudaenv::unpack
