// SPDX-License-Identifier: MIT
#include "unpack/late_archive.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <cstdarg>
#include <cstdio>

#include "sys/late.hpp"

namespace cudaenv::unpack {

namespace {

const Result<sys::Library>& library() {
    static const Result<sys::Library> loaded = sys::Library::load(CUDAENV_ARCHIVE_FILE);
    return loaded;
}

template <typename Function>
Function* late(Function& own, const char* name) {
    return sys::late(library(), own, name);
}

}  // namespace

Result<void> load_archive() {
    if (library().has_value()) return {};
    return fail(Code::files, "nothing can be unpacked without libarchive")
        .at(CUDAENV_ARCHIVE_FILE)
        .needs("that library, as in Debian's package libarchive13")
        .why(library().error().why);
}

}  // namespace cudaenv::unpack

using cudaenv::unpack::late;

extern "C" {

archive* archive_read_new() {
    static auto* const call = late(archive_read_new, "archive_read_new");
    return call();
}

int archive_read_free(archive* a) {
    static auto* const call = late(archive_read_free, "archive_read_free");
    return call(a);
}

int archive_read_support_format_raw(archive* a) {
    static auto* const call =
        late(archive_read_support_format_raw, "archive_read_support_format_raw");
    return call(a);
}

int archive_read_support_format_tar(archive* a) {
    static auto* const call =
        late(archive_read_support_format_tar, "archive_read_support_format_tar");
    return call(a);
}

int archive_read_append_filter(archive* a, int filter) {
    static auto* const call = late(archive_read_append_filter, "archive_read_append_filter");
    return call(a, filter);
}

int archive_read_open(archive* a, void* user, archive_open_callback* open,
                      archive_read_callback* read, archive_close_callback* close) {
    static auto* const call = late(archive_read_open, "archive_read_open");
    return call(a, user, open, read, close);
}

int archive_read_next_header(archive* a, archive_entry** entry) {
    static auto* const call = late(archive_read_next_header, "archive_read_next_header");
    return call(a, entry);
}

la_ssize_t archive_read_data(archive* a, void* into, size_t size) {
    static auto* const call = late(archive_read_data, "archive_read_data");
    return call(a, into, size);
}

int archive_read_data_block(archive* a, const void** data, size_t* size, la_int64_t* offset) {
    static auto* const call = late(archive_read_data_block, "archive_read_data_block");
    return call(a, data, size, offset);
}

const char* archive_error_string(archive* a) {
    static auto* const call = late(archive_error_string, "archive_error_string");
    return call(a);
}

mode_t archive_entry_filetype(archive_entry* entry) {
    static auto* const call = late(archive_entry_filetype, "archive_entry_filetype");
    return call(entry);
}

const char* archive_entry_hardlink(archive_entry* entry) {
    static auto* const call = late(archive_entry_hardlink, "archive_entry_hardlink");
    return call(entry);
}

const char* archive_entry_pathname(archive_entry* entry) {
    static auto* const call = late(archive_entry_pathname, "archive_entry_pathname");
    return call(entry);
}

const char* archive_entry_pathname_utf8(archive_entry* entry) {
    static auto* const call = late(archive_entry_pathname_utf8, "archive_entry_pathname_utf8");
    return call(entry);
}

mode_t archive_entry_perm(archive_entry* entry) {
    static auto* const call = late(archive_entry_perm, "archive_entry_perm");
    return call(entry);
}

la_int64_t archive_entry_size(archive_entry* entry) {
    static auto* const call = late(archive_entry_size, "archive_entry_size");
    return call(entry);
}

const char* archive_entry_symlink(archive_entry* entry) {
    static auto* const call = late(archive_entry_symlink, "archive_entry_symlink");
    return call(entry);
}

const char* archive_entry_symlink_utf8(archive_entry* entry) {
    static auto* const call = late(archive_entry_symlink_utf8, "archive_entry_symlink_utf8");
    return call(entry);
}

void archive_set_error(archive* a, int number, const char* format, ...) {
    static auto* const call = late(archive_set_error, "archive_set_error");
    std::array<char, 256> text;
    va_list arguments;
    va_start(arguments, format);
    static_cast<void>(std::vsnprintf(text.data(), text.size(), format, arguments));
    va_end(arguments);
    call(a, number, "%s", text.data());
}

}  // extern "C"
