// SPDX-License-Identifier: MIT
#include "store/database.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>

#include "some_stack.hpp"
#include "store/heal.hpp"
#include "support/child.hpp"

#include <sqlite3.h>

namespace cudaenv::store {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

constexpr std::string_view kAt = "2026-05-04T10:00:00Z";

class DatabaseTest : public testing::Test {
  protected:
    Database open() {
        auto database = Database::open(layout_);
        if (!database) {
            ADD_FAILURE() << database.error().what << ": " << database.error().why;
            std::abort();
        }
        return *std::move(database);
    }
    // Runs SQL on the file, as another program would.
    void tamper(const char* sql) {
        sqlite3* db = nullptr;
        ASSERT_EQ(sqlite3_open(layout_.database().c_str(), &db), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(db);
    }
    Names damaged_files() const {
        Names names;
        for (const auto& entry : fs::directory_iterator(root_.path())) {
            const std::string name = entry.path().filename();
            if (name.starts_with("state.db.damaged-")) names.push_back(name);
        }
        return names;
    }
    static std::vector<FileRow> many_rows(int artifact, std::size_t count) {
        std::vector<FileRow> rows(count);
        for (std::size_t i = 0; i < count; ++i) {
            rows[i].path = "targets/x86_64-linux/include/file-" + std::to_string(10'000'000 + i);
            rows[i].mode = kFileMode;
            rows[i].size_bytes = i;
            rows[i].sha256 = std::string(57, 'a') + std::to_string(1'000'000 + i);
            rows[i].artifact = artifact;
            rows[i].component = "cuda_cudart";
        }
        return rows;
    }

    MemoryFolder root_;
    base::Layout layout_{root_.path()};
};

TEST_F(DatabaseTest, IsMadeAndKept) {
    EXPECT_FALSE(open().was_rebuilt());
    EXPECT_OK(open().add_history({std::string(kAt), "gc", "", "12 bytes"}));

    auto again = open();

    EXPECT_FALSE(again.was_rebuilt());
    EXPECT_EQ(again.history().value(),
              (std::vector<HistoryRow>{{std::string(kAt), "gc", "", "12 bytes"}}));
    EXPECT_TRUE(damaged_files().empty());
    EXPECT_FALSE(fs::exists(layout_.database() + "-wal"));
}

TEST_F(DatabaseTest, FollowsAStackFromBeginningToEnd) {
    auto database = open();
    EXPECT_OK(database.begin_stack("12.4.1", kAt));
    EXPECT_EQ(database.stacks("installing").value(), Names{"12.4.1"});

    const auto rows = many_rows(1, 3);
    EXPECT_OK(database.finish_stack(some_receipt("12.4.1"), rows));
    EXPECT_TRUE(database.stacks("installing")->empty());
    EXPECT_EQ(database.stacks("ready").value(), Names{"12.4.1"});
    EXPECT_EQ(database.files("12.4.1").value(), rows);

    EXPECT_OK(database.drop_stack("12.4.1", kAt));
    EXPECT_TRUE(database.stacks("ready")->empty());
    EXPECT_TRUE(database.files("12.4.1")->empty());
    const auto history = database.history().value();
    ASSERT_EQ(history.size(), 2U);
    EXPECT_EQ(history[0].action, "install");
    EXPECT_EQ(history[1].action, "uninstall");
}

TEST_F(DatabaseTest, DropsAnUnfinishedStackWithoutHistory) {
    auto database = open();
    EXPECT_OK(database.begin_stack("12.4.1", kAt));
    EXPECT_OK(database.drop_stack("12.4.1", kAt));

    EXPECT_TRUE(database.stacks("installing")->empty());
    EXPECT_TRUE(database.history()->empty());
}

TEST_F(DatabaseTest, KeepsAStackReadyWhileItIsInstalledAgain) {
    auto database = open();
    EXPECT_OK(database.finish_stack(some_receipt("12.4.1"), many_rows(1, 2)));
    EXPECT_OK(database.begin_stack("12.4.1", kAt));
    EXPECT_EQ(database.stacks("ready").value(), Names{"12.4.1"});

    EXPECT_OK(database.finish_stack(some_receipt("12.4.1"), many_rows(1, 5)));

    EXPECT_EQ(database.files("12.4.1")->size(), 5U);
}

TEST_F(DatabaseTest, ReadsBackEveryKindOfRow) {
    auto database = open();
    FileRow folder, file, link;
    folder.kind = FileRow::Kind::folder;
    folder.path = "d'; DROP TABLE files; --";
    folder.mode = kFolderMode;
    file.path = folder.path + "/\xff";
    file.mode = kExecutableMode;
    file.size_bytes = 1ULL << 40U;
    file.sha256 = std::string(32, '0') + std::string(32, 'f');
    file.artifact = 2;
    link.kind = FileRow::Kind::link;
    link.path = "z";
    link.target = "d";
    const std::vector<FileRow> rows = {folder, file, link};

    EXPECT_OK(database.finish_stack(some_receipt("12.4.1"), rows));

    EXPECT_EQ(database.files("12.4.1").value(), rows);
}

TEST_F(DatabaseTest, StoresEqualPartsOfListsOnce) {
    auto database = open();
    const auto toolkit = many_rows(1, 4'000);
    EXPECT_OK(database.finish_stack(some_receipt("12.4.1"), toolkit));
    const auto once = fs::file_size(layout_.database());

    for (const char* stack : {"12.4.1+cudnn8.9.7", "12.4.1+cudnn9.1.0", "12.4.1+nccl2.21.5"}) {
        auto rows = toolkit;
        rows.push_back(many_rows(2, 1).front());
        rows.back().path = "zlib";
        EXPECT_OK(database.finish_stack(some_receipt(stack), rows));
        EXPECT_EQ(database.files(stack).value(), rows);
    }

    EXPECT_LT(fs::file_size(layout_.database()), once + (64U << 10U));
    EXPECT_OK(database.drop_stack("12.4.1", kAt));
    EXPECT_EQ(database.files("12.4.1+cudnn9.1.0")->size(), 4'001U);
}

TEST_F(DatabaseTest, IsRebuiltFromTheReceiptsWhenItIsLost) {
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));
    EXPECT_OK(install(layout_, "11.8.0", some_tree()));

    auto database = open();

    EXPECT_TRUE(database.was_rebuilt());
    EXPECT_EQ(database.stacks("ready").value(), (Names{"11.8.0", "12.4.1"}));
    EXPECT_EQ(database.files("12.4.1").value(), read_file_list(layout_.prefix("12.4.1")).value());
    const auto history = database.history().value();
    ASSERT_EQ(history.size(), 1U);
    EXPECT_EQ(history[0].action, "rebuild");
    EXPECT_TRUE(damaged_files().empty());
}

struct Harm {
    std::string name;
    void (*apply)(const std::string& path);
};

class HarmedDatabaseTest : public DatabaseTest, public testing::WithParamInterface<Harm> {};

TEST_P(HarmedDatabaseTest, IsPutAsideAndRebuilt) {
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));
    EXPECT_OK(open().finish_stack(some_receipt("12.4.1"), many_rows(1, 1000)));
    GetParam().apply(layout_.database());

    auto database = open();

    EXPECT_TRUE(database.was_rebuilt());
    EXPECT_FALSE(database.is_newer());
    EXPECT_EQ(database.stacks("ready").value(), Names{"12.4.1"});
    EXPECT_EQ(database.files("12.4.1").value(), read_file_list(layout_.prefix("12.4.1")).value());
    EXPECT_EQ(damaged_files().size(), 1U);
    EXPECT_FALSE(open().was_rebuilt());
    EXPECT_FALSE(fs::exists(layout_.database() + ".outside"));  // where a link led to
}

void write_text(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

void run_sql(const std::string& path, const char* sql) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(db);
}

INSTANTIATE_TEST_SUITE_P(
    Database, HarmedDatabaseTest,
    testing::Values(
        Harm{"NoDatabase",
             [](const std::string& path) { write_text(path, "not a database at all"); }},
        Harm{"CutOff", [](const std::string& path) { fs::resize_file(path, 20'000); }},
        Harm{"OverwrittenInTheMiddle",
             [](const std::string& path) {
                 std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
                 file.seekp(static_cast<std::streamoff>(fs::file_size(path) / 8192 * 4096));
                 file << std::string(8192, '\xA5');
             }},
        Harm{"AnotherProgramsDatabase",
             [](const std::string& path) {
                 fs::remove(path);
                 run_sql(path, "CREATE TABLE notes(text TEXT)");
             }},
        Harm{"OlderSchema",
             [](const std::string& path) { run_sql(path, "PRAGMA user_version = 0"); }},
        Harm{"LostATable", [](const std::string& path) { run_sql(path, "DROP TABLE history"); }},
        Harm{"Folder",
             [](const std::string& path) {
                 fs::remove(path);
                 fs::create_directories(path);
             }},
        Harm{"LinkToNothing",
             [](const std::string& path) {
                 fs::remove(path);
                 fs::create_symlink(path + ".outside", path);
             }},
        Harm{"Pipe",
             [](const std::string& path) {
                 fs::remove(path);
                 ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
             }}),
    [](const auto& instance) { return instance.param.name; });

TEST_F(DatabaseTest, OfANewerCudaenvIsLeftAsItIs) {
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));
    EXPECT_OK(open().add_history({std::string(kAt), "gc", "", ""}));
    tamper("PRAGMA user_version = 7; ALTER TABLE history RENAME TO past");
    const std::string before = root_.read("state.db");

    {
        auto database = open();
        EXPECT_TRUE(database.is_newer());
        EXPECT_FALSE(database.was_rebuilt());
        EXPECT_OK(database.begin_stack("11.8.0", kAt));
        EXPECT_OK(database.finish_stack(some_receipt("11.8.0"), many_rows(1, 10)));
        EXPECT_OK(database.reconcile(layout_, kAt));
    }

    EXPECT_EQ(root_.read("state.db"), before);
    EXPECT_TRUE(damaged_files().empty());
}

TEST_F(DatabaseTest, FollowsWhatHappenedWithoutIt) {
    auto database = open();
    EXPECT_OK(database.begin_stack("12.1.0", kAt));                // its process died
    EXPECT_OK(database.finish_stack(some_receipt("11.8.0"), {}));  // its folder is gone
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));

    EXPECT_OK(database.reconcile(layout_, kAt));

    EXPECT_TRUE(database.stacks("installing")->empty());
    EXPECT_EQ(database.stacks("ready").value(), Names{"12.4.1"});
    EXPECT_EQ(database.history()->back().action, "uninstall");
    EXPECT_EQ(database.history()->back().stack, "11.8.0");
}

TEST_F(DatabaseTest, KeepsTheRowOfAStackWhoseReceiptCannotBeRead) {
    auto database = open();
    EXPECT_OK(database.finish_stack(some_receipt("12.4.1"), many_rows(1, 2)));
    root_.write("versions/12.4.1/.cudaenv/receipt.json", "{");

    EXPECT_OK(database.reconcile(layout_, kAt));

    EXPECT_EQ(database.stacks("ready").value(), Names{"12.4.1"});
}

TEST_F(DatabaseTest, LeavesStacksToThoseWhoHoldThem) {
    auto database = open();
    EXPECT_OK(database.begin_stack("12.4.1", kAt));
    const auto held = StoreLock::of_stacks(layout_, {"12.4.1"}, {});
    ASSERT_TRUE(held);

    EXPECT_OK(database.reconcile(layout_, kAt));
    EXPECT_EQ(database.stacks("installing").value(), Names{"12.4.1"});

    EXPECT_OK(database.reconcile(layout_, kAt, {"12.4.1"}));
    EXPECT_TRUE(database.stacks("installing")->empty());
}

TEST_F(DatabaseTest, ServesSeveralProcessesAtOnce) {
    constexpr int kProcesses = 4, kRows = 10;
    std::vector<pid_t> children;
    for (int child = 0; child < kProcesses; ++child) {
        const pid_t pid = ::fork();
        if (pid == 0) {
            auto database = open();
            bool is_done = true;
            for (int i = 0; i < kRows; ++i) {
                is_done = is_done && database.add_history({std::string(kAt), "gc", "", ""});
            }
            ::_exit(is_done ? 0 : 1);
        }
        children.push_back(pid);
    }
    for (const pid_t pid : children) {
        int status = 0;
        ASSERT_EQ(::waitpid(pid, &status, 0), pid);
        EXPECT_EQ(status, 0);
    }

    EXPECT_EQ(open().history()->size(), static_cast<std::size_t>(kProcesses * kRows));
}

// A kill in the middle of a transaction leaves a journal; whoever comes next plays it back.
TEST_F(DatabaseTest, SurvivesAKillWhileWriting) {
    EXPECT_OK(open().finish_stack(some_receipt("11.8.0"), many_rows(1, 1000)));
    for (int delay_us : {200, 1000, 3000, 9000, 20000}) {
        const pid_t child = ::fork();
        if (child == 0) {
            auto database = open();
            while (true) {
                static_cast<void>(
                    database.finish_stack(some_receipt("12.4.1"), many_rows(1, 4000)));
                static_cast<void>(database.drop_stack("12.4.1", kAt));
            }
        }
        ::usleep(static_cast<useconds_t>(50'000 + delay_us));
        ::kill(child, SIGKILL);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);

        auto database = open();
        EXPECT_FALSE(database.was_rebuilt());
        EXPECT_EQ(database.files("11.8.0")->size(), 1000U);
        const auto rows = database.files("12.4.1")->size();
        EXPECT_TRUE(rows == 0 || rows == 4000U) << rows;
    }
}

TEST_F(DatabaseTest, SaysWhereItMayNotWrite) {
    open();

    test::without_root([&] {
        auto database = Database::open(layout_);
        const auto wrote = database ? database->begin_stack("12.4.1", kAt)
                                    : Result<void>(tl::unexpected(database.error()));
        ASSERT_FALSE(wrote);
        EXPECT_TRUE(wrote.error().code == Code::read_only ||
                    wrote.error().code == Code::permission || wrote.error().code == Code::files);
        EXPECT_EQ(wrote.error().at, layout_.database());
    });
}

}  // namespace
}  // namespace cudaenv::store
