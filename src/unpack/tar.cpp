// SPDX-License-Identifier: MIT
#include "unpack/tar.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cstring>

#include "unpack/libarchive.hpp"

namespace cudaenv::unpack {

struct TarReader::State : Reader {
    explicit State(ReadAhead& bytes) : input(bytes) {}

    Result<std::size_t> read(std::span<std::byte> into) override {
        CUDAENV_TRY(const auto from, some(into));
        if (!from.empty() && from.data() != into.data()) {
            std::memcpy(into.data(), from.data(), from.size());
        }
        return from.size();
    }
    Result<std::span<const std::byte>> borrow(std::span<std::byte> scratch) override {
        return some(scratch);
    }

    void begin_entry() {
        block_ = {};
        block_offset_ = taken_ = 0;
    }

    LibArchive input;

  private:
    // The next bytes of the entry, no more than `room` has: where they lie, or zeros in `room` for
    // the hole of a sparse file.
    Result<std::span<const std::byte>> some(std::span<std::byte> room) {
        if (block_.empty() && block_offset_ <= taken_) CUDAENV_TRY(fill());
        if (block_offset_ > taken_) {
            const auto hole =
                room.first(std::min<std::uint64_t>(room.size(), block_offset_ - taken_));
            std::ranges::fill(hole, std::byte{0});
            taken_ += hole.size();
            return hole;
        }
        const auto part = block_.first(std::min(room.size(), block_.size()));
        block_ = block_.subspan(part.size());
        taken_ += part.size();
        block_offset_ = taken_;
        return part;
    }

    // At the entry's end libarchive gives an empty block, behind a last hole.
    Result<void> fill() {
        const void* data = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        const int status = archive_read_data_block(input.get(), &data, &size, &offset);
        if (status != ARCHIVE_OK && status != ARCHIVE_EOF) {
            return input.failure("the tar archive is damaged or cut off");
        }
        if (offset < 0 || static_cast<std::uint64_t>(offset) < taken_) {
            if (size == 0) return {};
            return fail(Code::integrity, "the tar archive is damaged or cut off")
                .why("the parts of a sparse file are out of order");
        }
        block_ = {static_cast<const std::byte*>(data), size};
        block_offset_ = static_cast<std::uint64_t>(offset);
        return {};
    }

    std::span<const std::byte> block_;  // what is left of libarchive's last one
    std::uint64_t block_offset_ = 0;    // of that in the entry
    std::uint64_t taken_ = 0;
};

TarReader::TarReader(ReadAhead& bytes) : state_(std::make_unique<State>(bytes)) {}
TarReader::~TarReader() = default;

Result<void> TarReader::open() {
    archive* const a = state_->input.get();
    if (!a || archive_read_support_format_tar(a) != ARCHIVE_OK ||
        state_->input.open() != ARCHIVE_OK) {
        return state_->input.failure("what is packed in it is not a tar archive");
    }
    return {};
}

namespace {

std::string_view or_empty(const char* text) {
    return text ? text : "";
}

// Byte for byte where libarchive has it so; a pax name in UTF-8 has no such form in the C locale.
std::string name_of(archive_entry* entry) {
    if (const char* name = archive_entry_pathname(entry)) return name;
    return std::string(or_empty(archive_entry_pathname_utf8(entry)));
}

void note_kind(archive_entry* entry, TarEntry& out) {
    using Kind = TarEntry::Kind;
    if (const char* target = archive_entry_hardlink(entry)) {
        out.kind = Kind::hard_link;
        out.target = target;
        return;
    }
    switch (archive_entry_filetype(entry)) {
        case AE_IFREG:
            out.kind = Kind::file;
            return;
        case AE_IFDIR:
            out.kind = Kind::folder;
            return;
        case AE_IFLNK:
            out.kind = Kind::link;
            out.target = or_empty(archive_entry_symlink(entry));
            if (out.target.empty()) out.target = or_empty(archive_entry_symlink_utf8(entry));
            return;
        case AE_IFCHR:
        case AE_IFBLK:
            out.other_kind = "a device";
            break;
        case AE_IFIFO:
            out.other_kind = "a fifo";
            break;
        case AE_IFSOCK:
            out.other_kind = "a socket";
            break;
        default:
            out.other_kind = "an entry of unknown kind";
    }
    out.kind = Kind::other;
}

}  // namespace

Result<std::optional<TarEntry>> TarReader::next() {
    archive* const a = state_->input.get();
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(a, &entry);
    if (status == ARCHIVE_EOF) return std::optional<TarEntry>();
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
        return state_->input.failure("the tar archive is damaged or cut off");
    }
    state_->begin_entry();
    TarEntry out;
    out.raw_path = name_of(entry);
    note_kind(entry, out);
    out.is_executable = (archive_entry_perm(entry) & 0111U) != 0;
    const la_int64_t size = archive_entry_size(entry);
    if (size < 0)
        return fail(Code::integrity, "the tar archive is damaged or cut off")
            .why("a negative size");
    out.size_bytes = static_cast<std::uint64_t>(size);
    return std::optional<TarEntry>(std::move(out));
}

Reader& TarReader::data() {
    return *state_;
}

}  // namespace cudaenv::unpack
