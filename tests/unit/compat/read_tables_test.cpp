// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compat/tables.hpp"
#include "compat/text_form.hpp"

namespace cudaenv::compat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kHead =
    "schema = 1\nsources = { s = \"https://host/s\", t = \"owner/name:path\" }\n";
const std::string kOrigin = "source = \"s\"\nconfidence = \"high\"\n";

base::Version version(std::string_view text) {
    return *base::parse_version(text);
}

std::string gpu_row(const std::string& name, const std::string& cc) {
    return "[[gpu]]\nname = \"" + name + "\"\ncc = \"" + cc + "\"\nclass = \"geforce\"\n" + kOrigin;
}

Tables read(const std::string& toml) {
    Tables tables;
    const auto done = add_tables(tables, toml, "t.toml");
    EXPECT_TRUE(done.has_value()) << done.error().at << ": " << done.error().what << ", found "
                                  << done.error().found;
    return tables;
}

TEST(AddTables, ReadsEveryKindOfValue) {
    const auto tables = read(
        kHead +
        "wsl = [{ first_windows_branch = 495, forbidden_packages = [\"cuda\", \"cuda-drivers\"], "
        "min_architecture = \"Pascal\", source = \"s, t\", confidence = \"medium\" }]\n"
        "[[cudnn_matrix]]\nfrom = \"8.9.5\"\nto = \"8.9.6\"\ncuda_build = \"12\"\n"
        "cuda = [\"12.0\", \"12.1\"]\nlinux_driver = \"525.60.13\"\nfuture = { a = [1] }\n" +
        kOrigin + "[[architecture]]\ncc = \"8.7\"\narchitecture = \"Ampere\"\ntegra = true\n" +
        kOrigin);

    ASSERT_EQ(tables.wsl.size(), 1U);
    EXPECT_EQ(tables.wsl[0].first_windows_branch, 495U);
    EXPECT_THAT(tables.wsl[0].forbidden_packages, ElementsAre("cuda", "cuda-drivers"));
    EXPECT_THAT(tables.wsl[0].unsupported_classes, IsEmpty());
    EXPECT_EQ(tables.wsl[0].origin.source, "s, t");
    EXPECT_EQ(tables.wsl[0].origin.confidence, Confidence::medium);
    ASSERT_EQ(tables.cudnn_matrix.size(), 1U);
    EXPECT_EQ(tables.cudnn_matrix[0].cuda_build, version("12"));
    EXPECT_THAT(tables.cudnn_matrix[0].cuda, ElementsAre(version("12.0"), version("12.1")));
    EXPECT_EQ(tables.cudnn_matrix[0].linux_driver, "525.60.13");
    EXPECT_EQ(tables.cudnn_matrix[0].windows_driver, "");
    EXPECT_EQ(tables.cudnn_matrix[0].min_cc.count, 0);
    ASSERT_EQ(tables.architectures.size(), 1U);
    EXPECT_TRUE(tables.architectures[0].is_tegra);
    ASSERT_EQ(tables.sources.size(), 2U);
    EXPECT_EQ(tables.sources[0].key, "s");
    EXPECT_EQ(tables.sources[0].text, "https://host/s");
}

TEST(AddTables, ReplacesRowsByKeyAndPutsOthersBehind) {
    auto tables = read(kHead + gpu_row("A", "8.0") + gpu_row("B", "8.6"));

    const auto done = add_tables(
        tables,
        "schema = 1\nsources.s = \"https://other/s\"\n" + gpu_row("C", "9.0") + gpu_row("A", "8.9"),
        "overlay.toml");

    ASSERT_TRUE(done.has_value()) << done.error().what;
    ASSERT_EQ(tables.gpus.size(), 3U);
    EXPECT_EQ(tables.gpus[0].name, "A");
    EXPECT_EQ(tables.gpus[0].cc, version("8.9"));
    EXPECT_EQ(tables.gpus[1].name, "B");
    EXPECT_EQ(tables.gpus[2].name, "C");
    EXPECT_EQ(tables.sources[0].text, "https://other/s");
}

TEST(AddTables, ReplacesTheOnlyRowOfATableWithoutKey) {
    const std::string row =
        "[[wsl]]\nforbidden_packages = [\"cuda\"]\nmin_architecture = \"Pascal\"\n" + kOrigin;
    auto tables = read(kHead + row + "first_windows_branch = 495\n");

    const auto done =
        add_tables(tables, kHead + row + "first_windows_branch = 510\n", "overlay.toml");

    ASSERT_TRUE(done.has_value()) << done.error().what;
    ASSERT_EQ(tables.wsl.size(), 1U);
    EXPECT_EQ(tables.wsl[0].first_windows_branch, 510U);
}

TEST(AddTables, TellsBoardsOfOneChipApartBySubsystem) {
    const std::string row =
        "[[pci]]\ndevice = \"2684\"\nname = \"N\"\ncc = \"8.9\"\n"
        "class = \"geforce\"\n" +
        kOrigin;

    const auto tables = read(kHead + row + row + "subsystem = \"1458:40bf\"\n");

    ASSERT_EQ(tables.pci.size(), 2U);
    EXPECT_EQ(tables.pci[1].subsystem, "1458:40bf");
}

TEST(AddTables, AddsNothingOfAFileThatItRefuses) {
    auto tables = read(kHead + gpu_row("A", "8.0"));

    const auto done =
        add_tables(tables, kHead + gpu_row("A", "8.6") + gpu_row("B", "9.x"), "overlay.toml");

    ASSERT_FALSE(done.has_value());
    ASSERT_EQ(tables.gpus.size(), 1U);
    EXPECT_EQ(tables.gpus[0].cc, version("8.0"));
}

TEST(AddTables, TakesManyRowsInLinearTime) {
    std::string toml = kHead + "branch = [\n";
    for (int i = 1; i <= 20'000; ++i) {
        toml += "{branch=" + std::to_string(i) + ",source=\"s\",confidence=\"low\"},\n";
    }

    const auto tables = read(toml + "]\n");

    ASSERT_EQ(tables.branches.size(), 20'000U);
    EXPECT_EQ(tables.branches.back().branch, 20'000U);
}

struct Refusal {
    std::string name, toml, what, at;
    Code code = Code::usage;
};

void PrintTo(const Refusal& refusal, std::ostream* out) {
    *out << refusal.name;
}

class AddTablesRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(AddTablesRefuses, AndSaysWhere) {
    Tables tables;

    const auto done = add_tables(tables, GetParam().toml, "t.toml");

    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().code, GetParam().code);
    EXPECT_THAT(done.error().what, HasSubstr(GetParam().what));
    EXPECT_EQ(done.error().at, GetParam().at);
    EXPECT_THAT(to_text(tables), IsEmpty());
}

std::string named(const testing::TestParamInfo<Refusal>& info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Documents, AddTablesRefuses,
    testing::Values(
        Refusal{"NoToml", "schema = 1\n[[gpu]\n", "not valid TOML", "t.toml:2"},
        Refusal{"NulByte", std::string("schema = 1\na = \"b\0c\"\n", 19), "not valid TOML",
                "t.toml:2"},
        Refusal{"NoSchema", "a = 1\n", "schema is missing", "t.toml:1"},
        Refusal{"OtherSchema", "schema = 2\n", "schema is not valid", "t.toml:1", Code::damaged},
        Refusal{"TableOfTheWrongKind", kHead + "[gpu]\nname = \"A\"\n", "gpu is not valid",
                "t.toml:3"},
        Refusal{"RowThatIsNoTable", kHead + "gpu = [1]\n", "gpu is not valid", "t.toml:3"},
        Refusal{"SourcesOfTheWrongKind", "schema = 1\nsources = [\"a\"]\n", "sources is not valid",
                "t.toml:2"},
        Refusal{"SourceThatIsNoText", "schema = 1\n[sources]\na = 1\n", "sources.a is not valid",
                "t.toml:3"},
        Refusal{"SourceKeyWithAComma", "schema = 1\n[sources]\n\"a, b\" = \"c\"\n",
                "sources.a, b is not valid", "t.toml:3"}),
    named);

INSTANTIATE_TEST_SUITE_P(
    Rows, AddTablesRefuses,
    testing::Values(
        Refusal{"NoKey", kHead + "[[gpu]]\ncc = \"8.0\"\nclass = \"titan\"\n" + kOrigin,
                "gpu.name is missing", "t.toml:3"},
        Refusal{"NoRequiredKey", kHead + "[[gpu]]\nname = \"A\"\nclass = \"titan\"\n" + kOrigin,
                "gpu.cc is missing", "t.toml:3"},
        Refusal{"BadCc", kHead + gpu_row("A", "8"), "gpu.cc is not valid", "t.toml:5"},
        Refusal{"NumberForText", kHead + "[[gpu]]\nname = 4090\n" + kOrigin,
                "gpu.name is not valid", "t.toml:4"},
        Refusal{"EmptyText", kHead + gpu_row("", "8.0"), "gpu.name is not valid", "t.toml:4"},
        Refusal{"ControlByte", kHead + gpu_row("A\\u0007", "8.0"), "gpu.name is not valid",
                "t.toml:4"},
        Refusal{"EscapedNul", kHead + gpu_row("A\\u0000", "8.0"), "gpu.name is not valid",
                "t.toml:4"},
        Refusal{"MalformedVersion", kHead + "[[toolkit]]\ntoolkit = \"12..4\"\n" + kOrigin,
                "toolkit.toolkit is not valid", "t.toml:4"},
        Refusal{"MalformedDriver",
                kHead + "[[toolkit]]\ntoolkit = \"12.4.1\"\nlinux_driver = \"550.x\"\n" + kOrigin,
                "toolkit.linux_driver is not valid", "t.toml:5"},
        Refusal{"TextForNumber", kHead + "[[branch]]\nbranch = \"550\"\n" + kOrigin,
                "branch.branch is not valid", "t.toml:4"},
        Refusal{"NegativeNumber", kHead + "[[branch]]\nbranch = -1\n" + kOrigin,
                "branch.branch is not valid", "t.toml:4"},
        Refusal{"HugeNumber", kHead + "[[branch]]\nbranch = 4294967846\n" + kOrigin,
                "branch.branch is not valid", "t.toml:4"},
        Refusal{"TextForTruth",
                kHead +
                    "[[architecture]]\ncc = \"8.7\"\narchitecture = \"Ampere\"\n"
                    "tegra = \"yes\"\n" +
                    kOrigin,
                "architecture.tegra is not valid", "t.toml:6"},
        Refusal{"TextForList", kHead + "[[targets]]\nline = \"12.4\"\nreal = \"sm_50\"\n" + kOrigin,
                "targets.real is not valid", "t.toml:5"},
        Refusal{"BadItem",
                kHead + "[[targets]]\nline = \"12.4\"\nreal = [\"sm_50\",\n\"sm_x\"]\n" + kOrigin,
                "targets.real is not valid", "t.toml:6"},
        Refusal{"Twice", kHead + gpu_row("A", "8.0") + gpu_row("A", "8.6"), "gpu.name stands twice",
                "t.toml:10"}),
    named);

INSTANTIATE_TEST_SUITE_P(
    Origins, AddTablesRefuses,
    testing::Values(
        Refusal{"NoSource", kHead + "[[branch]]\nbranch = 550\nconfidence = \"high\"\n",
                "branch.source is missing", "t.toml:3"},
        Refusal{"UnknownSource",
                kHead + "[[branch]]\nbranch = 550\nconfidence = \"high\"\nsource = \"s, u\"\n",
                "branch.source is not valid", "t.toml:6"},
        Refusal{"EmptySource",
                kHead + "[[branch]]\nbranch = 550\nconfidence = \"high\"\nsource = \"s,\"\n",
                "branch.source is not valid", "t.toml:6"},
        Refusal{"NoConfidence", kHead + "[[branch]]\nbranch = 550\nsource = \"s\"\n",
                "branch.confidence is missing", "t.toml:3"},
        Refusal{"BadConfidence",
                kHead + "[[branch]]\nbranch = 550\nsource = \"s\"\nconfidence = \"certain\"\n",
                "branch.confidence is not valid", "t.toml:6"},
        Refusal{"NoSourcesAtAll", "schema = 1\n[[branch]]\nbranch = 550\n" + kOrigin,
                "branch.source is not valid", "t.toml:4"}),
    named);

}  // namespace
}  // namespace cudaenv::compat
