// SPDX-License-Identifier: MIT
#include "hot/version_fields.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "base/text.hpp"

namespace cudaenv::hot {

bool is_companion_name(std::string_view word) {
    constexpr std::array<std::string_view, 15> kCompanions{
        "cublasmp",   "cudnn",    "cudss",   "cuquantum", "cusolvermp",
        "cusparselt", "cutensor", "nccl",    "nppplus",   "nvcomp",
        "nvjpeg2000", "nvpl",     "nvshmem", "nvtiff",    "tensorrt"};
    return std::find(kCompanions.begin(), kCompanions.end(), word) != kCompanions.end();
}

Result<void> set_requests(VersionFile& file, std::string_view text) {
    CUDAENV_TRY(file.requests, base::parse_requests(text));
    for (const base::Request& request : file.requests) {
        if (request.kind != base::Request::Kind::recommended) continue;
        return fail(Code::usage, "`recommended` may stand on the command line only")
            .needs("the version that it gives")
            .try_("cudaenv local recommended");
    }
    return {};
}

Result<void> set_ccbin(VersionFile& file, std::string_view path) {
    const bool is_plain = std::none_of(path.begin(), path.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == '\x7F';
    });
    if (!path.starts_with('/') || !is_plain) {
        return fail(Code::usage, "ccbin is not an absolute path").found(path);
    }
    file.ccbin = path;
    return {};
}

tl::unexpected<Error> at_line(Error error, std::size_t line) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), line).ptr;
    error.at = std::string("line ").append(digits.data(), end);
    return tl::unexpected(std::move(error));
}

}  // namespace cudaenv::hot
