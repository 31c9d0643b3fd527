// SPDX-License-Identifier: MIT
// Preloaded into cudaenv: kills the process just before its N-th call that changes the disk
// (CUDAENV_TEST_STOP_AT=N), or counts such calls into a file when the process ends
// (CUDAENV_TEST_COUNT_TO=FILE). Calls of libc are what the program and its libraries make.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>

namespace {

std::atomic<long> calls{0};

void count_call() {
    static const char* const text = getenv("CUDAENV_TEST_STOP_AT");
    static const long stop_at = text == nullptr ? 0 : atol(text);
    if (++calls == stop_at) kill(getpid(), SIGKILL);
}

struct Teller {
    ~Teller() {
        const char* const path = getenv("CUDAENV_TEST_COUNT_TO");
        FILE* const file = path == nullptr ? nullptr : fopen(path, "w");
        if (file == nullptr) return;
        fprintf(file, "%ld\n", calls.load());
        fclose(file);
    }
};
const Teller teller;

template <typename Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): parameter lists cannot stand in parentheses
#define CUDAENV_TEST_WRAP(result, name, parameters, arguments)      \
    extern "C" result name parameters noexcept {                    \
        static const auto real = next<result(*) parameters>(#name); \
        count_call();                                               \
        return real arguments;                                      \
    }
// NOLINTEND(bugprone-macro-parentheses)

CUDAENV_TEST_WRAP(int, rename, (const char* from, const char* to), (from, to))
CUDAENV_TEST_WRAP(int, renameat, (int a, const char* from, int b, const char* to), (a, from, b, to))
CUDAENV_TEST_WRAP(int, renameat2, (int a, const char* from, int b, const char* to, unsigned flags),
                  (a, from, b, to, flags))
CUDAENV_TEST_WRAP(int, link, (const char* from, const char* to), (from, to))
CUDAENV_TEST_WRAP(int, linkat, (int a, const char* from, int b, const char* to, int flags),
                  (a, from, b, to, flags))
CUDAENV_TEST_WRAP(int, symlink, (const char* from, const char* to), (from, to))
CUDAENV_TEST_WRAP(int, symlinkat, (const char* from, int folder, const char* to),
                  (from, folder, to))
CUDAENV_TEST_WRAP(int, unlink, (const char* path), (path))
CUDAENV_TEST_WRAP(int, unlinkat, (int folder, const char* path, int flags), (folder, path, flags))
CUDAENV_TEST_WRAP(int, rmdir, (const char* path), (path))
CUDAENV_TEST_WRAP(int, mkdir, (const char* path, mode_t mode), (path, mode))
CUDAENV_TEST_WRAP(int, mkdirat, (int folder, const char* path, mode_t mode), (folder, path, mode))
CUDAENV_TEST_WRAP(int, syncfs, (int fd), (fd))

// A cancellation point, therefore not noexcept.
extern "C" int fsync(int fd) {
    static const auto real = next<int (*)(int)>("fsync");
    count_call();
    return real(fd);
}
