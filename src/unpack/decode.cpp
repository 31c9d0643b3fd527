// SPDX-License-Identifier: MIT
#include "unpack/decode.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "unpack/libarchive.hpp"

namespace cudaenv::unpack {

namespace {

using namespace std::string_view_literals;

struct Magic {
    std::string_view bytes;
    Codec codec;
};
constexpr std::array kMagics = {
    Magic{"\x1f\x8b"sv, Codec::gzip},        Magic{"BZh"sv, Codec::bzip2},
    Magic{"\xfd\x37zXZ\0"sv, Codec::xz},     Magic{"\x28\xb5\x2f\xfd"sv, Codec::zstd},
    Magic{"\x04\x22\x4d\x18"sv, Codec::lz4},
};

// What else may lie there, for the message.
struct Foreign {
    std::string_view bytes;
    std::string_view what;
};
constexpr std::array kForeign = {
    Foreign{"Salted__"sv, "the archive is encrypted (openssl), which is not supported"},
    Foreign{"\x85"sv, "the archive is encrypted (gpg), which is not supported"},
    Foreign{"\x8c\x0d\x04"sv, "the archive is encrypted (gpg), which is not supported"},
    Foreign{"-----BEGIN "sv, "the archive is armoured (gpg), which is not supported"},
    Foreign{"\x89LZO"sv, "the archive is packed with lzop, which is not supported"},
    Foreign{"BZ3v1"sv, "the archive is packed with bzip3, which is not supported"},
    Foreign{"\x1f\x9d"sv, "the archive is packed with compress, which is not supported"},
    Foreign{"PK\x03\x04"sv, "this is a zip archive, not a tar"},
    Foreign{"\x7f"
            "ELF"sv,
            "this is a program, not an archive"},
    Foreign{"<"sv, "this is a web page, not an archive (a login page, or an error page)"},
    Foreign{"{"sv, "this is JSON text, not an archive"},
    Foreign{"#!"sv, "this is a script, not an archive"},
};

bool is_base64(std::string_view text) {
    return text.size() >= 16 && std::ranges::all_of(text, [](char c) {
               const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
               return is_letter || (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '=' ||
                      c == '\n';
           });
}

bool is_tar(std::string_view block) {
    return block.size() >= kMagicBytes && block.substr(257, 5) == "ustar";
}

// One filter of libarchive as a Reader: its "raw" format gives the decoded bytes.
class FilterReader : public Reader {
  public:
    explicit FilterReader(ReadAhead& packed) : input_(packed) {}

    Result<void> open(int filter) {
        archive* const a = input_.get();
        archive_entry* entry = nullptr;
        if (!a || archive_read_support_format_raw(a) != ARCHIVE_OK ||
            archive_read_append_filter(a, filter) < ARCHIVE_WARN || input_.open() != ARCHIVE_OK ||
            archive_read_next_header(a, &entry) != ARCHIVE_OK) {
            return input_.failure("the packed data is damaged or cut off");
        }
        return {};
    }

    Result<std::size_t> read(std::span<std::byte> into) override {
        const la_ssize_t got = archive_read_data(input_.get(), into.data(), into.size());
        if (got < 0) return input_.failure("the packed data is damaged or cut off");
        return static_cast<std::size_t>(got);
    }

  private:
    LibArchive input_;
};

}  // namespace

Result<Codec> codec_of(std::span<const std::byte> first_bytes) {
    const std::string_view text(reinterpret_cast<const char*>(first_bytes.data()),
                                first_bytes.size());
    if (text.empty()) return fail(Code::integrity, "the archive is empty");
    for (const Magic& magic : kMagics) {
        if (text.starts_with(magic.bytes)) return magic.codec;
    }
    if (is_tar(text)) return Codec::none;
    for (const Foreign& foreign : kForeign) {
        if (text.starts_with(foreign.bytes)) return fail(Code::integrity, foreign.what);
    }
    if (is_base64(text)) {
        return fail(Code::integrity, "the archive is encoded as base64, which is not supported");
    }
    return fail(Code::integrity, "what lies there is not an archive")
        .needs("gzip, xz, zstd, bzip2, lz4 or plain tar");
}

Result<std::unique_ptr<Reader>> make_decoder(Codec codec, ReadAhead& packed,
                                             [[maybe_unused]] unsigned threads) {
    if (codec == Codec::gzip) return make_gzip_decoder(packed);
#ifdef CUDAENV_HAVE_LZMA
    if (codec == Codec::xz) {
        if (auto reader = make_xz_decoder(packed, threads)) return reader;
    }
#endif
    int filter = ARCHIVE_FILTER_XZ;
    if (codec == Codec::bzip2) filter = ARCHIVE_FILTER_BZIP2;
    if (codec == Codec::zstd) filter = ARCHIVE_FILTER_ZSTD;
    if (codec == Codec::lz4) filter = ARCHIVE_FILTER_LZ4;
    auto reader = std::make_unique<FilterReader>(packed);
    CUDAENV_TRY(reader->open(filter));
    return reader;
}

}  // namespace cudaenv::unpack
