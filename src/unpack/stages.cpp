// SPDX-License-Identifier: MIT
#include "unpack/stages.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/text.hpp"

namespace cudaenv::unpack {

Result<std::size_t> read_fully(Reader& in, std::span<std::byte> into) {
    std::size_t filled = 0;
    while (filled < into.size()) {
        CUDAENV_TRY(const std::size_t got, in.read(into.subspan(filled)));
        if (got == 0) break;
        filled += got;
    }
    return filled;
}

Result<void> drain(Reader& in) {
    std::array<std::byte, 1U << 16U> scratch;
    for (;;) {
        CUDAENV_TRY(const std::size_t got, in.read(scratch));
        if (got == 0) return {};
    }
}

Result<std::size_t> Prefixed::read(std::span<std::byte> into) {
    if (taken_ == bytes_.size()) return rest_.read(into);
    const std::size_t count = std::min(into.size(), bytes_.size() - taken_);
    std::memcpy(into.data(), bytes_.data() + taken_, count);
    taken_ += count;
    return count;
}

Result<std::size_t> Bounded::read(std::span<std::byte> into) {
    const std::uint64_t room = std::min<std::uint64_t>(into.size(), left_);
    if (room == 0) return 0;
    CUDAENV_TRY(const std::size_t got, in_.read(into.first(std::size_t(room))));
    if (got == 0) {
        return fail(Code::integrity, "the file ends in the middle of its archive")
            .why(std::to_string(left_) + " bytes are missing: a download that was cut off");
    }
    left_ -= got;
    return got;
}

Result<std::size_t> Capped::read(std::span<std::byte> into) {
    CUDAENV_TRY(const std::size_t got, in_.read(into));
    seen_ += got;
    if (seen_ > max_) {
        return fail(Code::integrity, "the archive unpacks to more than its size allows")
            .values("more than " + base::human_size(max_), "at most " + base::human_size(max_))
            .why("no CUDA archive is packed so tightly: it is made to fill the disk");
    }
    return got;
}

std::string_view to_string(Sum::Kind kind) {
    switch (kind) {
        case Sum::Kind::sha256:
            return "sha256";
        case Sum::Kind::md5:
            return "md5";
        case Sum::Kind::cksum:
            return "cksum";
        case Sum::Kind::none:
            break;
    }
    return "";
}

Summed::Summed(Reader& in, Sum expected) : in_(in), expected_(std::move(expected)) {
    if (expected_.kind == Sum::Kind::cksum) state_.emplace<sys::PosixCksum>();
    if (expected_.kind == Sum::Kind::md5) state_.emplace<sys::Digest>(sys::Digest::Kind::md5);
    if (expected_.kind == Sum::Kind::sha256) state_.emplace<sys::Digest>(sys::Digest::Kind::sha256);
}

Result<std::size_t> Summed::read(std::span<std::byte> into) {
    CUDAENV_TRY(const std::size_t got, in_.read(into));
    const auto data = into.first(got);
    if (auto* cksum = std::get_if<sys::PosixCksum>(&state_)) cksum->update(data);
    if (auto* digest = std::get_if<sys::Digest>(&state_)) digest->update(data);
    return got;
}

Result<void> Summed::verify() {
    std::string found;
    if (auto* cksum = std::get_if<sys::PosixCksum>(&state_)) {
        found = std::to_string(cksum->finish());
    } else if (auto* digest = std::get_if<sys::Digest>(&state_)) {
        found = digest->finish();
    }
    if (found == expected_.value) return {};
    return fail(Code::checksum, "the runfile does not match the checksum in its own header")
        .values(found, expected_.value)
        .why(std::string(to_string(expected_.kind)) + " of the packed archive");
}

}  // namespace cudaenv::unpack
