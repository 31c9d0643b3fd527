// SPDX-License-Identifier: MIT
#include "store/object_store.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "some_stack.hpp"
#include "support/temp_folder.hpp"
#include "sys/digest.hpp"
#include "sys/files.hpp"

namespace cudaenv::store {
namespace {

namespace fs = std::filesystem;

class ObjectStoreTest : public testing::Test {
  protected:
    ObjectStoreTest() { fs::permissions(scratch_, fs::perms{0755}); }

    std::size_t leftovers() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(scratch_), fs::directory_iterator()));
    }
    std::string link_of(const ObjectId& id, std::string_view name) {
        std::string path = root_ / name;
        EXPECT_OK(objects_.place(id, path));
        return path;
    }
    static sys::FileInfo info_of(const std::string& path) {
        const auto info = sys::info(path);
        EXPECT_OK(info);
        return info ? *info : sys::FileInfo();
    }

    test::TempFolder root_;
    base::Layout layout_{root_.path()};
    std::string scratch_ = root_.make("staging/12.4.1.test-objects");
    ObjectStore objects_{layout_, scratch_};
};

TEST_F(ObjectStoreTest, NamesAnObjectByItsBytesAndExecutableBit) {
    const ObjectId plain = put(objects_, "hello");
    const ObjectId program = put(objects_, "hello", true);

    EXPECT_EQ(plain.sha256, sys::sha256_of(std::string_view("hello")));
    EXPECT_EQ(objects_.path_of(plain), root_ / "store/objects/2c/" + plain.sha256);
    EXPECT_EQ(objects_.path_of(program), objects_.path_of(plain) + ".x");
    EXPECT_EQ(info_of(objects_.path_of(plain)).mode, 0444U);
    EXPECT_EQ(info_of(objects_.path_of(program)).mode, 0555U);
    EXPECT_EQ(leftovers(), 0U);
}

TEST_F(ObjectStoreTest, KeepsBytesThatComeInPiecesOfAnySize) {
    std::string bytes;
    auto writer = objects_.begin(false, 3);  // a hint that is wrong
    ASSERT_TRUE(writer);
    for (std::size_t size : {1UL, 100'000UL, 262'144UL, 0UL, 262'143UL, 2UL, 600'000UL, 7UL}) {
        const std::string piece(size, static_cast<char>('a' + size % 26));
        ASSERT_TRUE(writer->write(std::as_bytes(std::span(piece))));
        bytes += piece;
    }

    const auto id = writer->finish();

    ASSERT_TRUE(id);
    EXPECT_EQ(id->sha256, sys::sha256_of(bytes));
    EXPECT_EQ(root_.read("store/objects/" + id->sha256.substr(0, 2) + "/" + id->sha256), bytes);
}

TEST_F(ObjectStoreTest, GivesBackRoomThatAFalseHintReserved) {
    auto writer = objects_.begin(false, 1U << 30U);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(std::as_bytes(std::span("few", 3))));

    const auto id = writer->finish();

    ASSERT_TRUE(id);
    const auto info = info_of(objects_.path_of(*id));
    EXPECT_EQ(info.size_bytes, 3U);
    EXPECT_LE(info.allocated_bytes, 64U << 10U);
}

TEST_F(ObjectStoreTest, StoresAnEmptyFile) {
    const ObjectId id = put(objects_, "");

    EXPECT_EQ(info_of(objects_.path_of(id)).size_bytes, 0U);
    EXPECT_EQ(id.sha256, sys::sha256_of(std::string_view()));
}

TEST_F(ObjectStoreTest, LeavesNothingOfAWriterThatIsDropped) {
    {
        auto writer = objects_.begin(false, 0);
        ASSERT_TRUE(writer);
        const std::string bytes(1'000'000, 'x');
        ASSERT_TRUE(writer->write(std::as_bytes(std::span(bytes))));
        EXPECT_EQ(leftovers(), 1U);
    }

    EXPECT_EQ(leftovers(), 0U);
    EXPECT_FALSE(fs::exists(layout_.objects()));
}

TEST_F(ObjectStoreTest, KeepsAnObjectThatAStackUses) {
    const ObjectId id = put(objects_, "shared");
    const std::string used = link_of(id, "used");
    const auto before = info_of(used).inode;

    EXPECT_EQ(put(objects_, "shared"), id);

    EXPECT_EQ(info_of(objects_.path_of(id)).inode, before);
    EXPECT_EQ(leftovers(), 0U);
}

TEST_F(ObjectStoreTest, ReplacesAnObjectThatAPowerCutEmptied) {
    const ObjectId id = put(objects_, "precious");
    fs::permissions(objects_.path_of(id), fs::perms{0644});
    root_.write("store/objects/" + id.sha256.substr(0, 2) + "/" + id.name(), std::string(8, '\0'));

    put(objects_, "precious");

    EXPECT_TRUE(*objects_.is_sound(id));
}

TEST_F(ObjectStoreTest, ReplacesAUsedObjectOfAnotherSizeAndLeavesItsStackAlone) {
    const ObjectId id = put(objects_, "precious");
    const std::string used = link_of(id, "used");
    fs::permissions(used, fs::perms{0644});
    root_.write("used", "prec");

    put(objects_, "precious");

    EXPECT_TRUE(*objects_.is_sound(id));
    EXPECT_EQ(root_.read("used"), "prec");
}

TEST_F(ObjectStoreTest, ReplacesAnObjectThatOthersMayNotRead) {
    const mode_t old_mask = ::umask(077);
    const std::string private_scratch = root_.make("staging/12.4.1.private-objects");
    ObjectStore private_objects(layout_, private_scratch);
    const ObjectId id = put(private_objects, "open to all");
    const std::string used = link_of(id, "used");
    ::umask(old_mask);
    EXPECT_EQ(info_of(used).mode, 0400U);

    put(objects_, "open to all");

    EXPECT_EQ(info_of(objects_.path_of(id)).mode, 0444U);
    EXPECT_EQ(info_of(used).mode, 0400U);
}

TEST_F(ObjectStoreTest, TrustsByReadingOnlyWhatNoStackUses) {
    const ObjectId id = put(objects_, "precious");
    EXPECT_TRUE(*objects_.is_usable(id, 8));
    EXPECT_FALSE(*objects_.is_usable(id, 9));
    fs::permissions(objects_.path_of(id), fs::perms{0644});
    root_.write("store/objects/" + id.sha256.substr(0, 2) + "/" + id.name(), "PRECIOUS");

    EXPECT_FALSE(*objects_.is_usable(id, 8));
    EXPECT_FALSE(*objects_.is_sound(id));
    link_of(id, "used");
    EXPECT_TRUE(*objects_.is_usable(id, 8));
    EXPECT_FALSE(*objects_.is_sound(id));
    EXPECT_FALSE(*objects_.is_usable({std::string(64, '0'), false}, 0));
}

TEST_F(ObjectStoreTest, PlacesByHardLink) {
    const ObjectId id = put(objects_, "linked");

    const std::string first = link_of(id, "first");
    const std::string second = link_of(id, "second");

    EXPECT_EQ(info_of(first).inode, info_of(objects_.path_of(id)).inode);
    EXPECT_EQ(info_of(second).links, 3U);
}

TEST_F(ObjectStoreTest, NeverPlacesOverWhatIsThere) {
    const ObjectId id = put(objects_, "linked");
    root_.write("there", "mine");

    EXPECT_FALSE(objects_.place(id, root_ / "there"));

    EXPECT_EQ(root_.read("there"), "mine");
}

TEST_F(ObjectStoreTest, MovesWhereNothingLinksAndCopiesTheNextTime) {
    ObjectStore objects(layout_, scratch_, ObjectStore::Links::none);
    const ObjectId id = put(objects, "moved", true);

    EXPECT_OK(objects.place(id, root_ / "first"));
    EXPECT_OK(objects.place(id, root_ / "second"));
    EXPECT_EQ(put(objects, "moved", true), id);
    EXPECT_OK(objects.place(id, root_ / "third"));

    for (const char* name : {"first", "second", "third"}) {
        EXPECT_EQ(root_.read(name), "moved");
        EXPECT_EQ(info_of(root_ / name).mode, 0555U);
    }
    EXPECT_FALSE(fs::exists(layout_.objects()));
    EXPECT_EQ(leftovers(), 0U);
}

TEST_F(ObjectStoreTest, CopiesToAnotherFileSystem) {
    const std::string elsewhere = "/dev/shm";
    if (info_of(elsewhere).device == info_of(root_.path()).device || !fs::exists(elsewhere)) {
        GTEST_SKIP() << "no second file system here";
    }
    test::TempFolder other(elsewhere);
    const ObjectId id = put(objects_, "far");

    EXPECT_OK(objects_.place(id, other / "far"));

    EXPECT_EQ(other.read("far"), "far");
    EXPECT_EQ(info_of(other / "far").mode, 0444U);
    EXPECT_TRUE(fs::exists(objects_.path_of(id)));
}

TEST_F(ObjectStoreTest, EndsEqualBytesOfManyThreadsAsOneObject) {
    constexpr int kThreads = 8, kObjects = 60;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&, thread] {
            for (int i = 0; i < kObjects; ++i) {
                const ObjectId id = put(objects_, "object " + std::to_string(i));
                EXPECT_OK(objects_.place(
                    id, root_.path() + "/" + std::to_string(thread) + "-" + std::to_string(i)));
            }
        });
    }
    for (auto& thread : threads) thread.join();

    for (int i = 0; i < kObjects; ++i) {
        EXPECT_EQ(root_.read("7-" + std::to_string(i)), "object " + std::to_string(i));
    }
    EXPECT_EQ(std::distance(fs::recursive_directory_iterator(layout_.objects()),
                            fs::recursive_directory_iterator()),
              kObjects + std::distance(fs::directory_iterator(layout_.objects()),
                                       fs::directory_iterator()));
    EXPECT_EQ(leftovers(), 0U);
}

// A full disk, as far as one process can have it for itself.
TEST_F(ObjectStoreTest, LeavesNothingWhenWritingFails) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1U << 20U, 1U << 20U};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        bool has_failed = false;
        {
            auto writer = objects_.begin(false, 0);
            const std::string bytes(2U << 20U, 'x');
            has_failed = !writer->write(std::as_bytes(std::span(bytes)));
        }
        ::_exit(has_failed && leftovers() == 0 ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

TEST(ObjectIdTest, ReadsOnlyWhatNameGives) {
    const ObjectId id{std::string(64, 'a'), true};
    EXPECT_EQ(parse_object_id(id.name()), id);
    EXPECT_EQ(parse_object_id(std::string(64, 'a')).is_executable, false);
    for (const std::string& name : {std::string(), std::string(".x"), std::string(63, 'a'),
                                    std::string(64, 'A'), std::string(64, 'a') + ".y"}) {
        EXPECT_TRUE(parse_object_id(name).sha256.empty()) << name;
    }
}

}  // namespace
}  // namespace cudaenv::store
