// SPDX-License-Identifier: MIT
#include <filesystem>

#include "some_stack.hpp"
#include "store/snapshot.hpp"

namespace cudaenv::store {
namespace {

namespace fs = std::filesystem;
using Links = std::map<std::string, std::string>;

class LinksTest : public testing::Test {
  protected:
    Links links() const {
        Links found;
        for (const auto& entry : fs::directory_iterator(layout_.links())) {
            found[entry.path().filename()] =
                entry.is_symlink() ? fs::read_symlink(entry.path()).string() : "no link";
        }
        return found;
    }
    void install_empty(const std::string& stack) { EXPECT_OK(install(layout_, stack, {})); }

    MemoryFolder root_;
    base::Layout layout_{root_.path()};
};

TEST_F(LinksTest, LeadEachLineToWhatARequestForItSelects) {
    for (const char* stack :
         {"12.4.0", "12.4.1", "12.4.1+cudnn8.9.7", "12.40.0", "11.8.0+cudnn8.9.7"}) {
        install_empty(stack);
    }

    EXPECT_OK(refresh_links(layout_, {}));

    EXPECT_EQ(links(), (Links{{"12.4", "../versions/12.4.1"},
                              {"12.40", "../versions/12.40.0"},
                              {"11.8", "../versions/11.8.0+cudnn8.9.7"}}));
    EXPECT_TRUE(fs::exists(layout_.links() + "/12.4/.cudaenv/receipt.json"));
}

TEST_F(LinksTest, MoveWithWhatIsInstalled) {
    install_empty("12.4.0");
    EXPECT_OK(refresh_links(layout_, {}));
    install_empty("12.4.1");
    EXPECT_OK(refresh_links(layout_, {}));
    EXPECT_EQ(links(), (Links{{"12.4", "../versions/12.4.1"}}));

    EXPECT_OK(remove_stack(layout_, "12.4.1"));
    EXPECT_OK(remove_stack(layout_, "12.4.0"));
    EXPECT_OK(refresh_links(layout_, {}));

    EXPECT_TRUE(links().empty());
}

TEST_F(LinksTest, FollowAliasesThatLeadSomewhere) {
    install_empty("12.4.1");
    fs::create_symlink("/opt/cuda", layout_.prefix("system-12.2"));

    EXPECT_OK(refresh_links(layout_, {{"prod", "12.4.1"},
                                      {"site", "system-12.2"},
                                      {"gone", "11.8.0"},
                                      {"../escape", "12.4.1"}}));

    EXPECT_EQ(links(), (Links{{"12.4", "../versions/12.4.1"},
                              {"prod", "../versions/12.4.1"},
                              {"site", "../versions/system-12.2"}}));
}

TEST_F(LinksTest, LeaveAloneWhatOthersPutThere) {
    install_empty("12.4.1");
    root_.write("links/notes.txt", "mine");
    fs::create_symlink("/opt/cuda", layout_.links() + "/mine");
    fs::create_symlink("../versions/9.9.9", layout_.links() + "/9.9");

    EXPECT_OK(refresh_links(layout_, {}));

    EXPECT_EQ(
        links(),
        (Links{{"12.4", "../versions/12.4.1"}, {"mine", "/opt/cuda"}, {"notes.txt", "no link"}}));
}

TEST_F(LinksTest, AreNotWrittenThroughALinkInTheirFoldersPlace) {
    install_empty("12.4.1");
    root_.make("outside");
    fs::create_symlink(root_ / "outside", layout_.links());

    const auto refreshed = refresh_links(layout_, {});

    ASSERT_FALSE(refreshed);
    EXPECT_EQ(refreshed.error().code, Code::files);
    EXPECT_EQ(refreshed.error().at, layout_.links());
    EXPECT_TRUE(fs::is_empty(root_ / "outside"));
}

TEST_F(LinksTest, AdoptAndDropAToolkit) {
    const std::string nvcc = root_.write(
        "../" + fs::path(root_.path()).filename().string() + "-outside/bin/nvcc", "theirs");
    const std::string toolkit = fs::path(nvcc).parent_path().parent_path();

    EXPECT_OK(adopt(layout_, "system-12.2", toolkit));
    EXPECT_EQ(fs::read_symlink(layout_.prefix("system-12.2")), toolkit);
    const auto again = adopt(layout_, "system-12.2", toolkit);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Code::usage);

    EXPECT_OK(drop_adopted(layout_, "system-12.2"));
    EXPECT_FALSE(fs::is_symlink(layout_.prefix("system-12.2")));
    EXPECT_TRUE(fs::exists(nvcc));
    EXPECT_EQ(drop_adopted(layout_, "system-12.2").error().code, Code::not_installed);
    fs::remove_all(toolkit);
}

TEST_F(LinksTest, RefuseToAdoptWhatCannotBe) {
    install_empty("12.4.1");

    EXPECT_EQ(adopt(layout_, "name", "/nonexistent/cuda").error().code, Code::not_found);
    EXPECT_EQ(adopt(layout_, "name", "relative").error().code, Code::not_found);
    for (const char* name : {"12.4", "../x", "", "system", "store", "a/b"}) {
        EXPECT_EQ(adopt(layout_, name, "/usr").error().code, Code::usage) << name;
    }
    EXPECT_EQ(adopt(layout_, "mine", layout_.prefix("12.4.1")).error().code, Code::usage);
    EXPECT_EQ(drop_adopted(layout_, "12.4.1").error().code, Code::usage);
    EXPECT_TRUE(fs::exists(layout_.prefix("12.4.1")));
}

}  // namespace
}  // namespace cudaenv::store
