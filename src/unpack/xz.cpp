// SPDX-License-Identifier: MIT
#include <lzma.h>

#include <optional>

#include "sys/library.hpp"
#include "unpack/decode.hpp"

namespace cudaenv::unpack {

namespace {

// xz -9 needs 65 MiB for its dictionary; who wants more than this is not NVIDIA.
constexpr std::uint64_t kMemoryBytes = 256U << 20U;
// A thread holds a whole block, packed and unpacked: 24 MiB each way and 8 MiB as xz -6 makes them.
constexpr std::uint64_t kThreadMemoryBytes = 48U << 20U;

// The library, loaded when the first .xz comes: commands that unpack nothing do not wait for it.
struct Lzma {
    decltype(&lzma_stream_decoder) stream_decoder = nullptr;
    decltype(&lzma_code) code = nullptr;
    decltype(&lzma_end) end = nullptr;
#if LZMA_VERSION >= 50040002
    decltype(&lzma_stream_decoder_mt) stream_decoder_mt = nullptr;  // null before 5.4
#endif

    static std::optional<Lzma> load() {
        const auto library = sys::Library::load("liblzma.so.5");
        if (!library) return std::nullopt;
        Lzma lzma;
        lzma.stream_decoder =
            library->function<decltype(lzma_stream_decoder)>("lzma_stream_decoder");
        lzma.code = library->function<decltype(lzma_code)>("lzma_code");
        lzma.end = library->function<decltype(lzma_end)>("lzma_end");
#if LZMA_VERSION >= 50040002
        lzma.stream_decoder_mt =
            library->function<decltype(lzma_stream_decoder_mt)>("lzma_stream_decoder_mt");
#endif
        if (!lzma.stream_decoder || !lzma.code || !lzma.end) return std::nullopt;
        return lzma;
    }
};

const std::optional<Lzma>& lzma() {
    static const std::optional<Lzma> loaded = Lzma::load();
    return loaded;
}

class XzReader : public Reader {
  public:
    XzReader(const Lzma& lzma, ReadAhead& packed) : lzma_(lzma), packed_(packed) {}
    ~XzReader() override { lzma_.end(&stream_); }
    XzReader(const XzReader&) = delete;
    XzReader& operator=(const XzReader&) = delete;

    // Several threads serve only files of several blocks that tell their sizes; others are decoded
    // by one, with no more memory than that needs.
    bool open(unsigned threads) {
#if LZMA_VERSION >= 50040002
        if (threads > 1 && lzma_.stream_decoder_mt) {
            lzma_mt options{};
            options.flags = LZMA_CONCATENATED;
            options.threads = threads;
            options.memlimit_threading = threads * kThreadMemoryBytes;
            options.memlimit_stop = kMemoryBytes;
            return lzma_.stream_decoder_mt(&stream_, &options) == LZMA_OK;
        }
#endif
        static_cast<void>(threads);
        return lzma_.stream_decoder(&stream_, kMemoryBytes, LZMA_CONCATENATED) == LZMA_OK;
    }

    Result<std::size_t> read(std::span<std::byte> into) override {
        stream_.next_out = reinterpret_cast<std::uint8_t*>(into.data());
        stream_.avail_out = into.size();
        while (stream_.avail_out > 0 && !is_done_) {
            CUDAENV_TRY(refill());
            const lzma_ret status = lzma_.code(&stream_, is_at_end_ ? LZMA_FINISH : LZMA_RUN);
            if (status != LZMA_OK && status != LZMA_STREAM_END) return failure(status);
            is_done_ = status == LZMA_STREAM_END;
        }
        return into.size() - stream_.avail_out;
    }

  private:
    Result<void> refill() {
        if (stream_.avail_in > 0 || is_at_end_) return {};
        CUDAENV_TRY(const auto input, packed_.next());
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(input.data());
        stream_.avail_in = input.size();
        is_at_end_ = input.empty();
        return {};
    }

    static base::Failure failure(lzma_ret status) {
        auto failed = fail(Code::integrity, "the packed data is damaged or cut off");
        switch (status) {
            case LZMA_BUF_ERROR:
                return std::move(failed).why(
                    "the xz data ends too early, or something lies behind it");
            case LZMA_FORMAT_ERROR:
                return std::move(failed).why("something that is no xz data lies among it");
            case LZMA_OPTIONS_ERROR:
                return std::move(failed).why(
                    "the xz data uses something that liblzma does not know");
            case LZMA_MEMLIMIT_ERROR:
            case LZMA_MEM_ERROR:
                return std::move(failed).why("the xz data asks for more memory than it may have");
            default:
                return std::move(failed).why("the xz data is damaged");
        }
    }

    const Lzma& lzma_;
    ReadAhead& packed_;
    lzma_stream stream_ = LZMA_STREAM_INIT;
    bool is_at_end_ = false;  // of the packed bytes
    bool is_done_ = false;
};

}  // namespace

std::unique_ptr<Reader> make_xz_decoder(ReadAhead& packed, unsigned threads) {
    if (!lzma()) return nullptr;
    auto reader = std::make_unique<XzReader>(*lzma(), packed);
    if (!reader->open(threads)) return nullptr;
    return reader;
}

}  // namespace cudaenv::unpack
