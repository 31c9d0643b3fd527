// SPDX-License-Identifier: MIT
#include "execute/sums.hpp"

#include <algorithm>
#include <vector>

#include "sys/digest.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::execute {

namespace {

constexpr std::size_t kBlockBytes = 256U << 10U;

}  // namespace

Result<Sums> sums_of(const std::string& path, const sys::Watermark& watermark, bool with_md5) {
    sys::Digest sha256(sys::Digest::Kind::sha256), md5(sys::Digest::Kind::md5);
    std::vector<std::byte> block(kBlockBytes);
    std::uint64_t done = 0;
    CUDAENV_TRY(std::uint64_t there, watermark.wait_beyond(0));  // the file exists from now on
    CUDAENV_TRY(const sys::Fd file, sys::open_read(path));
    while (done < there) {
        CUDAENV_TRY(sys::check_interrupt());
        const std::size_t wanted = std::min<std::uint64_t>(block.size(), there - done);
        CUDAENV_TRY(const std::size_t got,
                    sys::read_at(file.number(), done, {block.data(), wanted}, path));
        if (got == 0) return fail(Code::files, "file became shorter while it was read").at(path);
        sha256.update({block.data(), got});
        if (with_md5) md5.update({block.data(), got});
        done += got;
        if (done == there) {
            CUDAENV_TRY(there, watermark.wait_beyond(done));
        }
    }
    return Sums{done, sha256.finish(), with_md5 ? md5.finish() : std::string()};
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
