// SPDX-License-Identifier: MIT
// What libstdc++'s headers expect of its binary half, for the shim on musl: memory from one arena
// that hardly gives back (the shim lives for microseconds, then becomes another program), and an
// end for what would be an exception. Nothing else of libstdc++ is linked.
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kArenaBytes = 1U << 20U;  // zero pages until touched
alignas(16) unsigned char arena[kArenaBytes];
// Taken from the end downward: behind the arena lie the C library's variables, so that the first
// pieces share a page with them.
unsigned char* arena_top = arena + kArenaBytes;

std::size_t rounded(std::size_t bytes) {
    return (bytes + 15U) & ~std::size_t{15};
}

[[noreturn]] void give_up(const char* text, std::size_t length) {
    static_cast<void>(!write(STDERR_FILENO, text, length));
    _exit(1);
}

}  // namespace

void* operator new(std::size_t bytes) {
    const std::size_t size = rounded(bytes);
    if (size <= static_cast<std::size_t>(arena_top - arena)) return arena_top -= size;
    void* memory = std::malloc(size);  // a huge environment
    if (memory == nullptr) give_up("cudaenv: error: out of memory\n", 30);
    return memory;
}
void operator delete(void* /*memory*/) noexcept {}
// The newest piece is given back: temporaries stay in the same few pages.
void operator delete(void* memory, std::size_t bytes) noexcept {
    if (memory == arena_top) arena_top += rounded(bytes);
}

namespace std {
void __throw_length_error(const char*) {
    give_up("cudaenv: bug: length error\n", 27);
}
void __throw_logic_error(const char*) {
    give_up("cudaenv: bug: logic error\n", 26);
}
void __throw_out_of_range_fmt(const char*, ...) {
    give_up("cudaenv: bug: out of range\n", 27);
}
void __throw_bad_alloc() {
    give_up("cudaenv: error: out of memory\n", 30);
}
void __throw_bad_array_new_length() {
    give_up("cudaenv: error: out of memory\n", 30);
}
void __glibcxx_assert_fail(const char*, int, const char*, const char*) {
    give_up("cudaenv: bug: assertion\n", 24);
}
}  // namespace std
