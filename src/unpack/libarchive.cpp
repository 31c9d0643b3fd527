// SPDX-License-Identifier: MIT
#include "unpack/libarchive.hpp"

#include <archive.h>

#include <cerrno>

#include "base/text.hpp"
#include "unpack/late_archive.hpp"

namespace cudaenv::unpack {

LibArchive::LibArchive(ReadAhead& bytes) : bytes_(bytes) {
    if (Result<void> loaded = load_archive(); loaded.has_value()) {
        handle_ = archive_read_new();
    } else {
        error_ = std::move(loaded).error();
    }
}

LibArchive::~LibArchive() {
    if (handle_ != nullptr) archive_read_free(handle_);
}

struct LibArchive::Callbacks {
    static la_ssize_t read(archive* handle, void* self, const void** data) {
        auto& input = *static_cast<LibArchive*>(self);
        auto got = input.bytes_.next();
        if (!got) {
            input.error_ = std::move(got).error();
            archive_set_error(handle, EIO, "reading failed");
            return -1;
        }
        *data = got->data();
        return static_cast<la_ssize_t>(got->size());
    }
};

int LibArchive::open() {
    return archive_read_open(handle_, this, nullptr, Callbacks::read, nullptr);
}

base::Failure LibArchive::failure(std::string_view what) const {
    if (error_) return base::Failure(*error_);
    const char* const text = handle_ ? archive_error_string(handle_) : "out of memory";
    const std::string why = text ? base::printable(text) : "";
    // `what` says it better: it knows which format was expected.
    return fail(Code::integrity, what).why(why == "Unrecognized archive format" ? "" : why);
}

}  // namespace cudaenv::unpack
