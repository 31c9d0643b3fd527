// SPDX-License-Identifier: MIT
#include "sys/digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <string_view>

#include "base/handle.hpp"
#include "base/text.hpp"
#include "sys/fd.hpp"
#include "sys/interrupt.hpp"
#include "sys/late_crypto.hpp"

namespace cudaenv::sys {

namespace {

using Algorithm = base::Handle<EVP_MD, EVP_MD_free>;

// Looked up once: that costs more than the digest of a small file.
const EVP_MD* algorithm(Digest::Kind kind) {
    load_crypto();
    if (kind == Digest::Kind::sha256) {
        static const Algorithm sha256(EVP_MD_fetch(nullptr, "SHA256", nullptr));
        return sha256.get();
    }
    // "-fips": MD5 is no signature here, and a machine in FIPS mode may still compare it.
    static const Algorithm md5(EVP_MD_fetch(nullptr, "MD5", "-fips"));
    return md5.get();
}

}  // namespace

struct Digest::State {
    const EVP_MD* kind;
    base::Handle<EVP_MD_CTX, EVP_MD_CTX_free> context;

    void start() { CUDAENV_CHECK(EVP_DigestInit_ex2(context.get(), kind, nullptr) == 1); }
};

Digest::Digest(Kind kind) : state_(std::make_unique<State>()) {
    state_->kind = algorithm(kind);
    state_->context.reset(EVP_MD_CTX_new());
    CUDAENV_CHECK(state_->kind != nullptr && state_->context != nullptr);
    state_->start();
}

Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;
Digest::~Digest() = default;

void Digest::update(std::span<const std::byte> data) {
    CUDAENV_CHECK(EVP_DigestUpdate(state_->context.get(), data.data(), data.size()) == 1);
}

std::string Digest::finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int size = 0;
    CUDAENV_CHECK(EVP_DigestFinal_ex(state_->context.get(), bytes.data(), &size) == 1);
    state_->start();
    return base::hex(std::span(bytes).first(size));
}

std::string sha256_of(std::span<const std::byte> data) {
    Digest digest(Digest::Kind::sha256);
    digest.update(data);
    return digest.finish();
}

std::string sha256_of(std::string_view text) {
    return sha256_of(std::as_bytes(std::span(text)));
}

Result<std::string> sha256_of_file(const std::string& path) {
    CUDAENV_TRY(const Fd fd, open_read(path));
    Digest digest(Digest::Kind::sha256);
    std::array<std::byte, 128U << 10U> buffer;  // most files are small
    std::uint64_t offset = 0;
    while (true) {
        CUDAENV_TRY(check_interrupt());
        CUDAENV_TRY(const std::size_t got, read_at(fd.number(), offset, buffer, path));
        digest.update(std::span(buffer).first(got));
        if (got < buffer.size()) return digest.finish();
        offset += got;
    }
}

namespace {

constexpr std::size_t kSlices = 8;
using CrcTables = std::array<std::array<std::uint32_t, 256>, kSlices>;

// kTables[k][b]: the CRC of byte b followed by k zero bytes, so that eight bytes take eight
// independent look-ups.
constexpr CrcTables make_crc_tables() {
    CrcTables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte << 24U;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc << 1U) ^ ((crc & 0x80000000U) != 0 ? 0x04C11DB7U : 0U);
        }
        tables[0][byte] = crc;
    }
    for (std::size_t k = 1; k < kSlices; ++k) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t crc = tables[k - 1][byte];
            tables[k][byte] = (crc << 8U) ^ tables[0][crc >> 24U];
        }
    }
    return tables;
}

constexpr CrcTables kTables = make_crc_tables();

std::uint32_t add_byte(std::uint32_t crc, std::uint32_t byte) {
    return (crc << 8U) ^ kTables[0][(crc >> 24U) ^ byte];
}

std::uint32_t add_eight(std::uint32_t crc, const std::byte* data) {
    const auto at = [data](std::size_t i) { return std::to_integer<std::uint32_t>(data[i]); };
    return kTables[7][(crc >> 24U) ^ at(0)] ^ kTables[6][((crc >> 16U) & 255U) ^ at(1)] ^
           kTables[5][((crc >> 8U) & 255U) ^ at(2)] ^ kTables[4][(crc & 255U) ^ at(3)] ^
           kTables[3][at(4)] ^ kTables[2][at(5)] ^ kTables[1][at(6)] ^ kTables[0][at(7)];
}

}  // namespace

void PosixCksum::update(std::span<const std::byte> data) {
    length_ += data.size();
    while (data.size() >= kSlices) {
        crc_ = add_eight(crc_, data.data());
        data = data.subspan(kSlices);
    }
    for (const std::byte byte : data) crc_ = add_byte(crc_, std::to_integer<std::uint32_t>(byte));
}

std::uint32_t PosixCksum::finish() const {
    std::uint32_t crc = crc_;
    for (std::uint64_t length = length_; length != 0; length >>= 8U) {
        crc = add_byte(crc, static_cast<std::uint32_t>(length & 255U));
    }
    return ~crc;
}

}  // namespace cudaenv::sys
