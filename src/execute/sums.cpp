// SPDX-License-Identifier: MIT
#include "execute/sums.hpp"

#include <algorithm>
#include <vector>

#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::execute {

namespace {

constexpr std::size_t kBlockBytes = 256U << 10U;

}  // namespace

Summing::Summing(bool with_md5) {
    if (with_md5) md5_.emplace(sys::Digest::Kind::md5);
}

void Summing::add(std::span<const std::byte> data) {
    sha256_.update(data);
    if (md5_) md5_->update(data);
    done_ += data.size();
}

Result<Sums> Summing::finish(const std::string& path, const sys::Watermark& watermark) {
    CUDAENV_TRY(std::uint64_t there, watermark.wait_beyond(done_));  // the file exists from now on
    if (there > done_) {
        CUDAENV_TRY(const sys::Fd file, sys::open_read(path));
        std::vector<std::byte> block(kBlockBytes);
        while (done_ < there) {
            CUDAENV_TRY(sys::check_interrupt());
            const std::size_t wanted = std::min<std::uint64_t>(block.size(), there - done_);
            CUDAENV_TRY(const std::size_t got,
                        sys::read_at(file.number(), done_, {block.data(), wanted}, path));
            if (got == 0) {
                return fail(Code::files, "file became shorter while it was read").at(path);
            }
            add({block.data(), got});
            if (done_ == there) {
                CUDAENV_TRY(there, watermark.wait_beyond(done_));
            }
        }
    }
    return Sums{done_, sha256_.finish(), md5_ ? md5_->finish() : std::string()};
}

Result<Sums> sums_of(const std::string& path, const sys::Watermark& watermark, bool with_md5) {
    return Summing(with_md5).finish(path, watermark);
}

Result<std::string> judge(const plan::Artifact& artifact, const Sums& sums,
                          const std::string& url) {
    if (artifact.size_bytes && sums.size_bytes != *artifact.size_bytes) {
        return fail(Code::checksum, "size of " + artifact.name + " does not match")
            .at(url)
            .values(std::to_string(sums.size_bytes) + " bytes",
                    std::to_string(*artifact.size_bytes) + " bytes");
    }
    const bool has_sha256 = !artifact.sha256.empty();
    const std::string& wanted = has_sha256 ? artifact.sha256 : artifact.md5;
    const std::string& found = has_sha256 ? sums.sha256 : sums.md5;
    if (wanted.empty()) return std::string("none");
    if (found == wanted) return std::string(has_sha256 ? "sha256" : "md5");
    return fail(Code::checksum, "checksum of " + artifact.name + " does not match")
        .at(url)
        .values(found, wanted)
        .why(artifact.is_borrowed  ? "this is not the file that was published"
             : artifact.size_bytes ? "its size is right: the content was altered on the way"
                                   : "the content was altered on the way");
}

}  // namespace cudaenv::execute
