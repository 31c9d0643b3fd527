// SPDX-License-Identifier: MIT
// Some published figures, written down a second time: a slip in a manifest shows here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compat/tables.hpp"

namespace cudaenv::compat {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

const Tables& builtin() {
    static const Tables tables = builtin_tables();
    return tables;
}

base::Version version(std::string_view text) {
    return *base::parse_version(text);
}

// The row that `holds` is true for; an empty one, with a failure, if there is none.
template <typename Row, typename Predicate>
Row row_where(const std::vector<Row>& rows, Predicate holds) {
    const auto row = std::ranges::find_if(rows, holds);
    EXPECT_NE(row, rows.end());
    return row == rows.end() ? Row() : *row;
}

struct Driver {
    std::string_view toolkit, linux_driver, windows_driver;
};

class OwnDriver : public testing::TestWithParam<Driver> {};

TEST_P(OwnDriver, IsPublished) {
    const auto row = row_where(builtin().toolkit_drivers, [](const ToolkitDriverRow& candidate) {
        return candidate.toolkit == version(GetParam().toolkit);
    });

    EXPECT_EQ(row.linux_driver, GetParam().linux_driver);
    EXPECT_EQ(row.windows_driver, GetParam().windows_driver);
}

INSTANTIATE_TEST_SUITE_P(ReleaseNotes, OwnDriver,
                         testing::Values(Driver{"8.0.44", "367.48", "369.30"},
                                         Driver{"10.2.89", "440.33", "441.22"},
                                         Driver{"11.8.0", "520.61.05", "520.06"},
                                         Driver{"12.4.1", "550.54.15", "551.78"},
                                         Driver{"12.9.1", "575.57.08", "576.57"},
                                         Driver{"13.0.2", "580.95.05", ""},
                                         Driver{"13.4.2", "", ""}));

TEST(PublishedFacts, MinorVersionFloors) {
    ASSERT_EQ(builtin().minor_versions.size(), 3U);
    EXPECT_EQ(builtin().minor_versions[0].linux_floor, "450.80.02");
    EXPECT_EQ(builtin().minor_versions[1].linux_floor, "525.60.13");
    EXPECT_EQ(builtin().minor_versions[2].linux_floor, "580.65.06");
}

TEST(PublishedFacts, VoltaEndsWith580AndBlackwellBeginsWith570) {
    const auto last = row_where(builtin().last_drivers, [](const LastDriverRow& row) {
        return row.architecture == "Volta";
    });
    const auto first = row_where(builtin().first_drivers, [](const FirstDriverRow& row) {
        return row.cc == version("12.0");
    });

    EXPECT_EQ(last.branch, 580U);
    EXPECT_EQ(first.branch, 570U);
}

TEST(PublishedFacts, ForwardCompatibilityByBranch) {
    const auto status = [](std::string_view package, unsigned branch) {
        const auto row =
            row_where(builtin().forward_compat, [&](const ForwardCompatRow& candidate) {
                return candidate.package == package && candidate.branch == branch;
            });
        return row.status + (row.is_listed ? " listed" : " unlisted");
    };

    EXPECT_EQ(status("cuda-compat-13-0", 535), "compatible listed");
    EXPECT_EQ(status("cuda-compat-12-9", 580), "not_compatible listed");
    EXPECT_EQ(status("cuda-compat-12-9", 550), "compatible unlisted");
    EXPECT_EQ(status("cuda-compat-12-4", 550), "not_applicable unlisted");
    EXPECT_TRUE(std::ranges::none_of(builtin().forward_compat, [](const ForwardCompatRow& row) {
        return row.branch == 550 && (row.is_listed || row.package == "cuda-compat-13-0");
    }));
}

TEST(PublishedFacts, JetsonTakesServerArchivesFromL4t38) {
    ASSERT_EQ(builtin().tegra.size(), 2U);
    EXPECT_EQ(builtin().tegra[0].platform, "linux-aarch64");
    EXPECT_EQ(builtin().tegra[1].l4t_from, version("38"));
    EXPECT_EQ(builtin().tegra[1].platform, "linux-sbsa");
}

struct Board {
    std::string_view device, subsystem, name, cc, gpu_class;
};

class PciBoard : public testing::TestWithParam<Board> {};

TEST_P(PciBoard, IsKnown) {
    const auto row = row_where(builtin().pci, [](const PciRow& candidate) {
        return candidate.device == GetParam().device && candidate.subsystem == GetParam().subsystem;
    });

    EXPECT_EQ(row.name, GetParam().name);
    EXPECT_EQ(row.cc, version(GetParam().cc));
    EXPECT_EQ(row.gpu_class, GetParam().gpu_class);
}

INSTANTIATE_TEST_SUITE_P(
    Ids, PciBoard,
    testing::Values(Board{"2684", "", "NVIDIA GeForce RTX 4090", "8.9", "geforce"},
                    Board{"0fc1", "", "GeForce GT 640", "3.0", "geforce"},
                    Board{"3182", "10de:20e6", "NVIDIA B300 SXM6 AC", "10.3", "datacenter"}));

TEST(PublishedFacts, TargetsOfTheLinesAroundABreak) {
    const auto real = [](std::string_view line) {
        return row_where(builtin().targets,
                         [&](const TargetsRow& row) { return row.line == version(line); })
            .real;
    };

    EXPECT_THAT(real("12.9"), Contains("sm_50"));
    EXPECT_THAT(real("13.0"), Not(Contains("sm_70")));
    EXPECT_EQ(real("13.0").front(), "sm_75");
    EXPECT_THAT(real("12.6"), Not(Contains("sm_120")));
    EXPECT_THAT(real("12.8"), Contains("sm_120"));
}

struct Compilers {
    std::string_view toolkit;
    unsigned gcc_max;
    std::string_view clang_max;
    unsigned msc_ver_below;
};

class NewestCompilers : public testing::TestWithParam<Compilers> {};

TEST_P(NewestCompilers, ArePublished) {
    const auto row = row_where(builtin().compilers, [](const CompilerRow& candidate) {
        return candidate.toolkit == version(GetParam().toolkit);
    });

    EXPECT_EQ(row.gcc_max, GetParam().gcc_max);
    EXPECT_EQ(row.clang_max, version(GetParam().clang_max));
    EXPECT_EQ(row.msc_ver_below, GetParam().msc_ver_below);
}

INSTANTIATE_TEST_SUITE_P(Headers, NewestCompilers,
                         testing::Values(Compilers{"8.0", 5, "3.9", 0},
                                         Compilers{"11.8", 11, "14", 1940},
                                         Compilers{"12.4", 13, "17", 1950},
                                         Compilers{"12.8", 14, "19", 1950},
                                         Compilers{"13.0", 15, "20", 1950}));

TEST(PublishedFacts, HeadersClashWithGlibcFrom242Before131) {
    const auto row = row_where(
        builtin().glibc, [](const GlibcRow& candidate) { return candidate.max_below.count > 0; });

    EXPECT_EQ(row.toolkit_below, version("13.1"));
    EXPECT_EQ(row.warn_from, version("2.41"));
    EXPECT_EQ(row.max_below, version("2.42"));
    EXPECT_EQ(row.applies_to, "compile");
}

TEST(PublishedFacts, TheOldestSupportedDistributionNeverRefuses) {
    const auto row = row_where(builtin().glibc, [](const GlibcRow& candidate) {
        return candidate.toolkit_from == version("13.0");
    });

    EXPECT_EQ(row.min, version("2.28"));
    EXPECT_EQ(row.origin.confidence, Confidence::low);
}

TEST(PublishedFacts, CudnnBuildsByCudaMajor) {
    const auto builds = [](std::string_view release) {
        std::vector<std::string> cuda;
        for (const auto& row : builtin().cudnn_builds) {
            if (row.version == version(release)) cuda.push_back(to_string(row.cuda));
        }
        return cuda;
    };

    EXPECT_THAT(builds("7.6.5"), ElementsAre("9.0", "9.2", "10.0", "10.1", "10.2"));
    EXPECT_THAT(builds("8.9.7"), ElementsAre("11", "12"));
    EXPECT_THAT(builds("9.10.2"), ElementsAre("11", "12"));
    EXPECT_THAT(builds("9.11.1"), ElementsAre("12"));
    EXPECT_THAT(builds("9.12.0"), ElementsAre("12", "13"));
    EXPECT_THAT(builds("9.27.0"), ElementsAre("12", "13"));
}

TEST(PublishedFacts, CudnnNeedsTuringFrom911) {
    const auto row = row_where(builtin().cudnn_rules, [](const CudnnRuleRow& candidate) {
        return candidate.rule == "min_cc" && candidate.to.count == 0;
    });

    EXPECT_EQ(row.from, version("9.11.0"));
    EXPECT_EQ(row.min_cc, version("7.5"));
}

TEST(PublishedFacts, TorchWheelsByVariant) {
    const auto wheel = [](std::string_view line, std::string_view variant) {
        return row_where(builtin().torch_wheels, [&](const TorchWheelRow& row) {
            return row.line == line && row.variant == variant;
        });
    };

    EXPECT_THAT(wheel("2.5", "cu124").sm, Not(Contains("sm_120")));
    EXPECT_THAT(wheel("2.8", "cu128").sm, Contains("sm_120"));
    EXPECT_THAT(wheel("2.8", "cu128").sm, Not(Contains("sm_61")));
    EXPECT_EQ(wheel("2.8", "cu126").driver_floor, "525.60.13");
}

TEST(PublishedFacts, JaxForCuda13NeedsTuring) {
    const auto row = row_where(builtin().jax, [](const JaxRow& candidate) {
        return candidate.version == "0.8.0" && candidate.cuda_major == version("13");
    });

    EXPECT_EQ(row.targets.front(), "sm_75");
}

}  // namespace
}  // namespace cudaenv::compat
