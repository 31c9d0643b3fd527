// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "catalog/catalog.hpp"

namespace cudaenv::catalog {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;

class Folder : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "cudaenv-catalog-XXXXXX";
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        root_ = pattern;
    }
    void TearDown() override { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return root_ + "/" + name; }

    void write(const std::string& name, const std::string& text) {
        fs::create_directories(fs::path(path(name)).parent_path());
        std::ofstream(path(name)) << text;
    }

    // A manifest of one release whose label tells which file it came from.
    void write_release(const std::string& name, const std::string& version,
                       const std::string& label) {
        write(name, "schema = 1\n[[release]]\nversion = \"" + version + "\"\nlabel = \"" + label +
                        "\"\n[[release.runfile]]\nplatform = \"linux-x86_64\"\n"
                        "url = \"http://localhost/" +
                        version + ".run\"\n");
    }

    Result<Catalog> load_one(const std::string& folder) const {
        const std::vector<std::string> folders{path(folder)};
        return load(folders);
    }

  private:
    std::string root_;
};

const Release* find(const Catalog& catalog, std::string_view version) {
    return catalog.find(*base::parse_version(version));
}

TEST_F(Folder, AddsReleasesToTheBuiltInOnes) {
    write_release("a/site.toml", "99.1.0", "site");

    const auto catalog = load_one("a");

    ASSERT_TRUE(catalog.has_value()) << catalog.error().what;
    EXPECT_EQ(catalog->releases().size(), builtin().releases().size() + 1);
    EXPECT_EQ(catalog->serial(), builtin().serial());
    ASSERT_NE(find(*catalog, "99.1.0"), nullptr);
    EXPECT_EQ(find(*catalog, "99.1.0")->catalog, path("a"));
    EXPECT_EQ(find(*catalog, "12.4.1")->catalog, "builtin");
}

TEST_F(Folder, ReplacesTheWholeReleaseOfTheSameVersion) {
    write_release("a/site.toml", "12.4.1", "site");

    const auto catalog = load_one("a");

    ASSERT_TRUE(catalog.has_value());
    EXPECT_EQ(catalog->releases().size(), builtin().releases().size());
    EXPECT_EQ(find(*catalog, "12.4.1")->label, "site");
    EXPECT_EQ(find(*catalog, "12.4.1")->runfiles.size(), 1U);
}

TEST_F(Folder, LaterFolderLiesOverEarlierOne) {
    write_release("a/site.toml", "99.1.0", "a");
    write_release("b/site.toml", "99.1.0", "b");
    const std::vector<std::string> folders{path("b"), path("a")};

    const auto catalog = load(folders);

    ASSERT_TRUE(catalog.has_value());
    EXPECT_EQ(find(*catalog, "99.1.0")->label, "a");
}

TEST_F(Folder, ReadsItsOwnFilesThenToolkitsEachByName) {
    write_release("a/1.toml", "99.1.0", "a/1");
    write_release("a/2.toml", "99.1.0", "a/2");
    write_release("a/3.toml", "99.2.0", "a/3");
    write_release("a/toolkits/0.toml", "99.2.0", "a/toolkits/0");
    write_release("a/other/9.toml", "99.3.0", "not read");
    write("a/notes.txt", "not TOML");

    const auto catalog = load_one("a");

    ASSERT_TRUE(catalog.has_value()) << catalog.error().what;
    EXPECT_EQ(find(*catalog, "99.1.0")->label, "a/2");
    EXPECT_EQ(find(*catalog, "99.2.0")->label, "a/toolkits/0");
    EXPECT_EQ(find(*catalog, "99.3.0"), nullptr);
}

TEST_F(Folder, CatalogTomlGivesTheSerialOnly) {
    write("a/catalog.toml", "schema = 1\nserial = 7\ndate = 2026-10-05\n");

    const auto catalog = read_folder(path("a"));

    ASSERT_TRUE(catalog.has_value()) << catalog.error().what;
    EXPECT_EQ(catalog->serial(), 7U);
    EXPECT_TRUE(catalog->releases().empty());
}

TEST_F(Folder, OneBadFileIsNamedAndNothingIsLoaded) {
    write_release("a/1.toml", "99.1.0", "good");
    write("a/toolkits/2.toml", "schema = 1\n[[release]]\nversion = 12\n");

    const auto catalog = load_one("a");

    ASSERT_FALSE(catalog.has_value());
    EXPECT_EQ(catalog.error().at, path("a/toolkits/2.toml") + ":3");
}

TEST_F(Folder, BadCatalogTomlIsNamed) {
    write("a/catalog.toml", "schema = 1\n");

    const auto catalog = load_one("a");

    ASSERT_FALSE(catalog.has_value());
    EXPECT_THAT(catalog.error().at, EndsWith("a/catalog.toml:1"));
}

TEST_F(Folder, MissingFolderIsNotFound) {
    const auto catalog = load_one("nowhere");

    ASSERT_FALSE(catalog.has_value());
    EXPECT_EQ(catalog.error().code, Code::not_found);
    EXPECT_EQ(catalog.error().at, path("nowhere"));
}

TEST_F(Folder, FileInPlaceOfAFolderIsAnError) {
    write("a", "schema = 1\n");

    EXPECT_EQ(load_one("a").error().at, path("a"));
}

TEST_F(Folder, PipeIsNotOpened) {
    fs::create_directories(path("a"));
    ASSERT_EQ(mkfifo(path("a/x.toml").c_str(), 0600), 0);

    const auto catalog = load_one("a");

    ASSERT_FALSE(catalog.has_value());
    EXPECT_EQ(catalog.error().at, path("a/x.toml"));
}

TEST_F(Folder, DanglingLinkIsAnError) {
    fs::create_directories(path("a"));
    fs::create_symlink("nowhere", path("a/x.toml"));

    EXPECT_EQ(load_one("a").error().code, Code::not_found);
}

TEST_F(Folder, EmptyFolderChangesNothing) {
    fs::create_directories(path("a"));

    const auto catalog = load_one("a");

    ASSERT_TRUE(catalog.has_value());
    EXPECT_EQ(catalog->releases().size(), builtin().releases().size());
}

}  // namespace
}  // namespace cudaenv::catalog
