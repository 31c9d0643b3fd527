// SPDX-License-Identifier: MIT
#include "unpack/payload.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "unpack/decode.hpp"
#include "unpack/intake.hpp"
#include "unpack/makeself.hpp"
#include "unpack/stages.hpp"
#include "unpack/tar.hpp"

namespace cudaenv::unpack {

namespace {

// How many bytes may come out of a file of `packed_bytes`.
std::uint64_t cap_of(const Limits& limits, std::uint64_t packed_bytes) {
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
    const bool overflows =
        limits.ratio > 0 && packed_bytes > (kMax - limits.slack_bytes) / limits.ratio;
    return overflows ? kMax : limits.slack_bytes + limits.ratio * packed_bytes;
}

Result<void> take_tar(Reader& bytes, Intake& intake, std::uint64_t max_bytes) {
    ReadAhead ahead(bytes);
    TarReader tar(ahead);
    CUDAENV_TRY(tar.open());
    CUDAENV_TRY(intake.take_all(tar, max_bytes));
    // What follows the last entry: padding, and the checksums at the end of the packed data.
    for (;;) {
        CUDAENV_TRY(const auto more, ahead.next());
        if (more.empty()) return {};
    }
}

// What may come out of an archive, and how many may decode it.
struct Decoding {
    std::uint64_t max_bytes = 0;
    unsigned threads = 1;
};

// One tar, packed or not: reading, decoding and storing each run in a thread of their own.
Result<void> take_packed(Reader& in, Intake& intake, const Decoding& decoding) {
    std::string first(kMagicBytes, '\0');
    CUDAENV_TRY(const std::size_t got, read_fully(in, std::as_writable_bytes(std::span(first))));
    first.resize(got);
    CUDAENV_TRY(const Codec codec, codec_of(std::as_bytes(std::span(first))));
    Prefixed whole(std::move(first), in);
    if (codec == Codec::none) return take_tar(whole, intake, decoding.max_bytes);
    ReadAhead packed(whole);
    CUDAENV_TRY(const auto decoder, make_decoder(codec, packed, decoding.threads));
    Capped unpacked(*decoder, decoding.max_bytes);
    CUDAENV_TRY(take_tar(unpacked, intake, decoding.max_bytes));
    CUDAENV_TRY(const auto behind, packed.next());
    if (!behind.empty())
        return fail(Code::integrity, "something lies behind the packed data's end");
    return {};
}

struct Runfile {
    Reader& in;
    std::uint64_t size_bytes;
    Decoding decoding;
    bool checks_own_sum;
};

// Reads the header and every archive behind it into `intake`.
Result<void> take_runfile(const Runfile& file, Intake& intake, Payload& payload) {
    std::string rest;
    CUDAENV_TRY(const MakeselfHeader header, read_header(file.in, file.size_bytes, rest));
    payload.label = header.label;
    const auto sum_of = [&file](const MakeselfArchive& archive) {
        return file.checks_own_sum ? archive.sum : Sum();
    };
    payload.verified_by = to_string(sum_of(header.archives.front()).kind);
    Prefixed archives(std::move(rest), file.in);
    for (const MakeselfArchive& archive : header.archives) {
        Bounded bounded(archives, archive.size_bytes);
        Summed summed(bounded, sum_of(archive));
        CUDAENV_TRY(take_packed(summed, intake, file.decoding));
        CUDAENV_TRY(drain(summed));
        CUDAENV_TRY(summed.verify());
    }
    return {};
}

bool has_below(const std::vector<Node>& nodes, std::string_view prefix) {
    return std::ranges::any_of(nodes, [&](const Node& n) { return n.path.starts_with(prefix); });
}

Result<Era> era_of(const std::vector<Node>& nodes) {
    if (has_below(nodes, "builds/cuda-toolkit/")) return Era::one_folder;
    if (has_below(nodes, "builds/")) return Era::components;
    return fail(Code::integrity, "the runfile holds no CUDA toolkit")
        .why("it has neither builds/ nor run_files/ with a toolkit in it");
}

Result<Payload> read_inner_runfile(const Runfile& file, Sink& sink, const Limits& limits) {
    Payload payload;
    payload.era = Era::nested;
    Intake intake(sink, limits, {route_in_inner_runfile, {}});
    CUDAENV_TRY(take_runfile(file, intake, payload));
    CUDAENV_TRY(intake.finish(payload));
    return payload;
}

}  // namespace

Result<Payload> read_runfile(Reader& in, std::uint64_t size_bytes, Sink& sink,
                             const ReadOptions& options) {
    const Limits& limits = options.limits;
    const Decoding decoding{cap_of(limits, size_bytes), options.threads};
    const Runfile file{in, size_bytes, decoding, options.checks_own_sum};
    std::optional<Payload> inner;
    const auto open = [&](Reader& data, std::uint64_t inner_bytes) -> Result<void> {
        if (inner) return fail(Code::integrity, "the runfile holds two toolkits");
        // No more may come out of it than of the whole file: nesting does not multiply.
        Runfile inside{data, inner_bytes, decoding, options.checks_own_sum};
        inside.decoding.max_bytes = std::min(decoding.max_bytes, cap_of(limits, inner_bytes));
        CUDAENV_TRY(inner, read_inner_runfile(inside, sink, limits));
        return {};
    };
    Payload payload;
    const auto route = [&](std::string_view path) {
        const Route usual = route_in_runfile(path);
        const bool is_left_out =
            usual == Route::store && options.leaves_out && options.leaves_out(component_of(path));
        return is_left_out ? Route::pass_over : usual;
    };
    Intake intake(sink, limits, {route, open});
    CUDAENV_TRY(take_runfile(file, intake, payload));
    CUDAENV_TRY(intake.finish(payload));
    if (inner) {
        inner->label = payload.label;
        inner->verified_by = payload.verified_by;
        return *std::move(inner);
    }
    CUDAENV_TRY(payload.era, era_of(payload.nodes));
    return payload;
}

Result<Payload> read_archive(Reader& in, std::uint64_t size_bytes, Sink& sink,
                             const ReadOptions& options) {
    Payload payload;
    payload.era = Era::flat;
    const auto keep_all = [](std::string_view) { return Route::store; };
    Intake intake(sink, options.limits, {keep_all, {}, true});
    CUDAENV_TRY(take_packed(in, intake, {cap_of(options.limits, size_bytes), options.threads}));
    CUDAENV_TRY(drain(in));
    CUDAENV_TRY(intake.finish(payload));
    if (payload.nodes.empty()) return fail(Code::integrity, "the archive holds no files");
    return payload;
}

}  // namespace cudaenv::unpack
