// SPDX-License-Identifier: MIT
// The shim is in front of every call of nvcc: what it is, and what it may cost until the real
// program starts. Counted by tracing it, so that the figures do not depend on the machine's speed.
#include <elf.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "shim_world.hpp"

namespace cudaenv::test {
namespace {

constexpr int kMayNotTrace = 77;

// On musl, and on the fallback, whose start alone takes more.
constexpr bool kIsMusl = CUDAENV_SHIM_IS_MUSL;
constexpr long kMostSystemCalls = kIsMusl ? 25 : 40;       // one of a line: its folders are listed
constexpr long kMostSystemCallsExact = kIsMusl ? 19 : 40;  // one folder, named
// Small code costs more of these than fast code does, and less time: fetching it is what takes
// long.
constexpr long kMostInstructions = kIsMusl ? 55000 : 90000;

// A child that waits to be traced and then becomes the program.
pid_t start_traced(const Start& start) {
    std::vector<std::string> arguments = start.arguments;
    std::vector<std::string> environment;
    for (const auto& [name, value] : start.environment) environment.push_back(name + "=" + value);
    std::vector<char*> argv;
    std::vector<char*> envp;
    for (std::string& each : arguments) argv.push_back(each.data());
    for (std::string& each : environment) envp.push_back(each.data());
    argv.push_back(nullptr);
    envp.push_back(nullptr);
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (::chdir(start.folder.c_str()) != 0) ::_exit(1);
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(kMayNotTrace);
    ::raise(SIGSTOP);
    ::execve(argv.front(), argv.data(), envp.data());
    ::_exit(1);
}

bool is_exec(int status) {
    return status >> 8 == (SIGTRAP | (PTRACE_EVENT_EXEC << 8));
}

// A string instruction stops once for each round; it is one instruction all the same.
bool is_next_round(pid_t child, long& last) {
#ifdef __x86_64__
    const long here = ::ptrace(PTRACE_PEEKUSER, child, offsetof(user, regs.rip), nullptr);
    return std::exchange(last, here) == here;
#else
    static_cast<void>(child), static_cast<void>(last);
    return false;
#endif
}

// Stops of the given kind between the start of the shim and the start of the real program; -1
// where tracing is not allowed.
long count_stops(const Start& start, __ptrace_request kind) {
    const pid_t child = start_traced(start);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status)) return -1;
    ::ptrace(PTRACE_SETOPTIONS, child, nullptr,
             PTRACE_O_TRACEEXEC | PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    long stops = 0;
    long last = 0;
    int execs = 0;
    while (execs < 2) {
        ::ptrace(execs == 0 ? PTRACE_CONT : kind, child, nullptr, nullptr);
        ::waitpid(child, &status, 0);
        if (!WIFSTOPPED(status)) return -2;  // it ended without becoming a program
        if (is_exec(status)) {
            ++execs;
        } else if (kind != PTRACE_SINGLESTEP || !is_next_round(child, last)) {
            ++stops;
        }
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return stops;
}

// Each call stops twice; the exec that starts the program is seen on its way in only, and the one
// that started the shim is counted as well, as strace does.
long count_system_calls(const Start& start) {
    const long stops = count_stops(start, PTRACE_SYSCALL);
    return stops < 0 ? stops : (stops + 1) / 2 + 1;
}

class ShimBudget : public testing::Test {
  protected:
    void SetUp() override {
        world_.add_stack("12.4.1", {"nvcc"});
        world_.add_stack("11.8.0", {"nvcc"});
        world_.folder().write("root/hot.conf",
                              "cudaenv-hot 1 17\nmode hook\nread_tool_versions 0\n"
                              "ld_library_path auto\nenv cuda_home cmake cudacxx pkg_config\n");
    }
    Start start() const {
        Start made = world_.start("nvcc", {"--version"});
        made.environment["PWD"] = world_.project();
        return made;
    }

    ShimWorld world_;
};

TEST_F(ShimBudget, SystemCallsWithTheFileInTheFolder) {
    for (const auto& [text, most] :
         {std::pair{"12.4.1\n", kMostSystemCallsExact}, std::pair{"12.4\n", kMostSystemCalls}}) {
        world_.select(text);

        const long calls = count_system_calls(start());

        if (calls == -1) GTEST_SKIP() << "this process may not trace another";
        EXPECT_GT(calls, 5) << text;
        EXPECT_LE(calls, most) << text;
    }
}

TEST_F(ShimBudget, ThreeSystemCallsMoreForEachFolderBetween) {
    world_.select("12.4\n");
    Start near = start();
    Start far = start();
    far.folder = world_.folder().make("project/a/b/c/d");
    far.environment["PWD"] = far.folder;

    const long in_folder = count_system_calls(near);
    const long four_below = count_system_calls(far);

    if (in_folder == -1) GTEST_SKIP() << "this process may not trace another";
    EXPECT_GT(four_below, in_folder);
    EXPECT_LE(four_below, in_folder + 4 * 3);
}

TEST_F(ShimBudget, InstructionsUntilTheProgramStarts) {
    world_.select("12.4.1\n");

    const long instructions = count_stops(start(), PTRACE_SINGLESTEP);

    if (instructions == -1) GTEST_SKIP() << "this process may not trace another";
    RecordProperty("instructions", std::to_string(instructions));
    EXPECT_GT(instructions, 500);
    EXPECT_LE(instructions, kMostInstructions);
}

TEST(ShimFile, NeedsNoInterpreterAndNoLibrary) {
    std::ifstream file(CUDAENV_SHIM_PATH, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    Elf64_Ehdr header{};
    ASSERT_GT(bytes.size(), sizeof header);
    std::memcpy(&header, bytes.data(), sizeof header);
    for (std::size_t i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment{};
        std::memcpy(&segment, bytes.data() + header.e_phoff + i * header.e_phentsize,
                    sizeof segment);
        EXPECT_NE(segment.p_type, static_cast<Elf64_Word>(PT_INTERP));
        EXPECT_NE(segment.p_type, static_cast<Elf64_Word>(PT_DYNAMIC));
    }
}

TEST(ShimFile, HoldsNothingOfTheBigLibraries) {
    std::ifstream file(CUDAENV_SHIM_PATH, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};

    for (const char* name : {"curl_easy", "sqlite3_", "SSL_", "archive_read"}) {
        EXPECT_EQ(bytes.find(name), std::string::npos) << name;
    }
}

TEST(ShimFile, IsMarkedInItsFirstPage) {
    std::ifstream file(CUDAENV_SHIM_PATH, std::ios::binary);
    std::string page(4096, '\0');
    file.read(page.data(), 4096);

    EXPECT_NE(page.find("cudaenv-shim is this file"), std::string::npos);
}

}  // namespace
}  // namespace cudaenv::test
