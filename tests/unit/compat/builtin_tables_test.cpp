// SPDX-License-Identifier: MIT
// The built-in tables: that the compiled text is the manifests, and that the rows go together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "compat/schema.hpp"
#include "compat/text_form.hpp"

namespace cudaenv::compat {
namespace {

const Tables& builtin() {
    static const Tables tables = builtin_tables();
    return tables;
}

unsigned branch_of(std::string_view driver) {
    return base::parse_version(driver).value_or(base::Version()).major();
}

// sm_120f -> 12.0
base::Version cc_of(std::string_view target) {
    const auto first = target.find_first_of("0123456789");
    const auto last = target.find_last_of("0123456789");
    const std::string digits(target.substr(first, last - first + 1));
    return *base::parse_version(digits.substr(0, digits.size() - 1) + "." + digits.back());
}

std::set<base::Version> known_ccs() {
    std::set<base::Version> ccs;
    for (const auto& row : builtin().architectures) ccs.insert(row.cc);
    return ccs;
}

TEST(BuiltinTables, AreTheManifests) {
    Tables tables;
    for (const std::string name : {"driver", "gpus", "targets", "host", "cudnn", "frameworks"}) {
        const std::string path = CUDAENV_MANIFESTS "/compat/" + name + ".toml";
        std::ifstream in(path, std::ios::binary);
        ASSERT_TRUE(in.is_open()) << path;
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const auto done = add_tables(tables, text, path);
        ASSERT_TRUE(done.has_value()) << done.error().at << ": " << done.error().what;
    }

    const auto expected = to_text(tables);
    const auto texts = to_text(builtin());
    ASSERT_EQ(texts.size(), expected.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_EQ(texts[i].name, expected[i].name);
        EXPECT_EQ(texts[i].rows, expected[i].rows) << texts[i].name;
    }
}

TEST(BuiltinTables, HaveSourcesThatResolveAndAreUsed) {
    std::set<std::string> known, used;
    for (const auto& source : builtin().sources) known.insert(source.key);
    for_each_table([&](const auto& schema) {
        for (const auto& row : builtin().*schema.rows) {
            for (const auto key : base::split(row.origin.source, ',')) {
                used.emplace(base::trim(key));
            }
        }
    });

    EXPECT_EQ(used, known);
}

TEST(BuiltinTables, HaveEachRowOnce) {
    for_each_table([](const auto& schema) {
        std::set<std::string> seen;
        for (const auto& row : builtin().*schema.rows) {
            EXPECT_TRUE(seen.insert(identity_of(schema, row)).second)
                << schema.name << ' ' << identity_of(schema, row);
        }
    });
}

TEST(BuiltinTables, HaveThisManyRows) {
    const std::map<std::string_view, std::size_t> expected{
        {"toolkit", 71},      {"minor_version", 3}, {"branch", 33},         {"last_driver", 6},
        {"first_driver", 13}, {"wsl", 1},           {"forward_compat", 98}, {"tegra", 2},
        {"architecture", 28}, {"gpu", 172},         {"pci", 1235},          {"targets", 30},
        {"compiler", 33},     {"glibc", 3},         {"cudnn_build", 170},   {"cudnn_rule", 9},
        {"cudnn_matrix", 33}, {"torch", 49},        {"torch_wheel", 65},    {"tensorflow", 38},
        {"jax", 83}};

    std::map<std::string_view, std::size_t> counts;
    for_each_table(
        [&](const auto& schema) { counts[schema.name] = (builtin().*schema.rows).size(); });

    EXPECT_EQ(counts, expected);
}

TEST(BuiltinTables, KnowEveryReleaseOfTheCatalog) {
    const auto catalog = catalog::builtin();
    for (const auto& release : catalog.releases()) {
        if (release.kind == catalog::ReleaseKind::patch) continue;
        const auto& version = release.version;
        const auto is_of_toolkit = [&](const auto& row) {
            return base::is_prefix(row.toolkit, version);
        };
        const auto is_of_line = [&](const auto& row) {
            return base::line_of(row.toolkit) == base::line_of(version) && row.toolkit <= version;
        };

        EXPECT_TRUE(std::ranges::any_of(builtin().compilers, is_of_toolkit)) << to_string(version);
        EXPECT_EQ(std::ranges::count(builtin().targets, base::line_of(version), &TargetsRow::line),
                  1)
            << to_string(version);
        EXPECT_TRUE(std::ranges::any_of(builtin().toolkit_drivers, is_of_line))
            << to_string(version);
    }
}

TEST(BuiltinTables, PairToolkitsWithBranchesThatSupportThem) {
    for (const auto& row : builtin().toolkit_drivers) {
        if (row.branch == 0) continue;
        const auto branch = std::ranges::find(builtin().branches, row.branch, &BranchRow::branch);
        ASSERT_NE(branch, builtin().branches.end()) << row.branch;
        EXPECT_GE(branch->max_cuda, base::line_of(row.toolkit)) << to_string(row.toolkit);
        if (!row.linux_driver.empty()) {
            EXPECT_EQ(branch_of(row.linux_driver), row.branch) << to_string(row.toolkit);
        }
    }
}

TEST(BuiltinTables, StandInOrderOfAge) {
    EXPECT_TRUE(std::ranges::is_sorted(builtin().toolkit_drivers, {}, &ToolkitDriverRow::toolkit));
    EXPECT_TRUE(std::ranges::is_sorted(builtin().branches, {}, &BranchRow::branch));
    EXPECT_TRUE(std::ranges::is_sorted(builtin().architectures, {}, &ArchitectureRow::cc));
    EXPECT_TRUE(std::ranges::is_sorted(builtin().targets, {}, &TargetsRow::line));
    EXPECT_TRUE(std::ranges::is_sorted(builtin().compilers, {}, [](const CompilerRow& row) {
        return base::line_of(row.toolkit);
    }));
    EXPECT_TRUE(std::ranges::is_sorted(builtin().cudnn_builds, {}, &CudnnBuildRow::version));
    EXPECT_TRUE(std::ranges::is_sorted(builtin().cudnn_matrix, {}, &CudnnMatrixRow::from));
}

TEST(BuiltinTables, SupportNoLessCudaInALaterBranch) {
    base::Version highest;
    for (const auto& row : builtin().branches) {
        if (row.max_cuda.count == 0) continue;
        EXPECT_GE(row.max_cuda, highest) << row.branch;
        highest = row.max_cuda;
    }
}

TEST(BuiltinTables, NameOnlyKnownComputeCapabilities) {
    const auto known = known_ccs();
    const auto expect_known = [&](const base::Version& cc, std::string_view where) {
        EXPECT_TRUE(known.contains(cc)) << to_string(cc) << " of " << where;
    };

    for (const auto& row : builtin().gpus) expect_known(row.cc, row.name);
    for (const auto& row : builtin().pci) expect_known(row.cc, row.device);
    for (const auto& row : builtin().first_drivers) expect_known(row.cc, "first_driver");
    for (const auto& row : builtin().last_drivers) {
        for (const auto& cc : row.cc) expect_known(cc, row.architecture);
    }
    for (const auto& row : builtin().targets) {
        for (const auto& target : row.real) expect_known(cc_of(target), to_string(row.line));
    }
    for (const auto& row : builtin().torch_wheels) {
        for (const auto& target : row.sm) expect_known(cc_of(target), row.line);
    }
}

TEST(BuiltinTables, SortTargetsAndKeepOthersWithinThem) {
    for (const auto& row : builtin().targets) {
        EXPECT_TRUE(std::ranges::is_sorted(row.real, {}, cc_of)) << to_string(row.line);
        const std::set<std::string> real(row.real.begin(), row.real.end());
        for (const auto& target : row.deprecated) {
            EXPECT_TRUE(real.contains(target)) << target << " of " << to_string(row.line);
        }
        for (const auto& target : row.special) {
            EXPECT_TRUE(real.contains(target.substr(0, target.size() - 1)))
                << target << " of " << to_string(row.line);
        }
    }
}

TEST(BuiltinTables, GiveEachPciDeviceOneComputeCapability) {
    std::map<std::string, base::Version> ccs;
    for (const auto& row : builtin().pci) {
        EXPECT_EQ(ccs.emplace(row.device, row.cc).first->second, row.cc) << row.device;
    }
}

TEST(BuiltinTables, LetDriversKnowAGpuBeforeTheyForgetIt) {
    for (const auto& first : builtin().first_drivers) {
        for (const auto& last : builtin().last_drivers) {
            const bool is_same = std::ranges::find(last.cc, first.cc) != last.cc.end();
            if (!is_same || last.branch == 0) continue;
            EXPECT_LE(first.branch, last.branch) << to_string(first.cc);
        }
    }
}

TEST(BuiltinTables, ListCudnnForOneCudaMajorInEachRow) {
    for (const auto& row : builtin().cudnn_matrix) {
        EXPECT_LE(row.from, row.to);
        EXPECT_NE(row.cc.empty(), row.min_cc.count == 0) << to_string(row.from);
        for (const auto& line : row.cuda) {
            EXPECT_TRUE(base::is_prefix(row.cuda_build, line))
                << to_string(line) << " of " << to_string(row.from);
        }
    }
    for (const auto& row : builtin().cudnn_builds) {
        EXPECT_TRUE(row.full_version.starts_with(to_string(row.version))) << row.full_version;
    }
}

TEST(BuiltinTables, PutTheWheelForX86First) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& row : builtin().torch_wheels) {
        if (seen.emplace(row.line, row.variant).second) {
            EXPECT_EQ(row.platform, "linux_x86_64") << row.line << ' ' << row.variant;
        }
    }
}

TEST(BuiltinTables, HaveAReasonForEachBoundOfTheCLibrary) {
    for (const auto& row : builtin().glibc) {
        EXPECT_GT(row.min.count + row.warn_from.count + row.max_below.count, 0) << row.reason;
        EXPECT_GT(row.toolkit_from.count + row.toolkit_below.count, 0) << row.reason;
    }
}

}  // namespace
}  // namespace cudaenv::compat
