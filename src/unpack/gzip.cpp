// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "unpack/decode.hpp"

#ifdef CUDAENV_HAVE_ISAL
#include <isa-l.h>
#else
#include <zlib.h>
#endif

namespace cudaenv::unpack {

namespace {

// What the two libraries have in common: bytes in, bytes out, and whether the member has ended
// (its CRC and length checked).
enum class Step { more, member_ended, damaged };

#ifdef CUDAENV_HAVE_ISAL
class Inflater {
  public:
    Inflater() {
        isal_inflate_init(&state_);
        state_.crc_flag = ISAL_GZIP;
    }
    void restart() {
        isal_inflate_reset(&state_);
        state_.crc_flag = ISAL_GZIP;
    }
    Step step(std::span<const std::byte>& in, std::span<std::byte>& out) {
        // The library's interface is not const-correct; it only reads from next_in.
        state_.next_in = reinterpret_cast<uint8_t*>(const_cast<std::byte*>(in.data()));
        state_.avail_in = static_cast<uint32_t>(in.size());
        state_.next_out = reinterpret_cast<uint8_t*>(out.data());
        state_.avail_out = static_cast<uint32_t>(out.size());
        const int status = isal_inflate(&state_);
        in = in.last(state_.avail_in);
        out = out.last(state_.avail_out);
        if (status != ISAL_DECOMP_OK) return Step::damaged;
        return state_.block_state == ISAL_BLOCK_FINISH ? Step::member_ended : Step::more;
    }

  private:
    inflate_state state_;
};
#else
class Inflater {
  public:
    Inflater() { is_ready_ = inflateInit2(&state_, MAX_WBITS + 16) == Z_OK; }
    ~Inflater() { inflateEnd(&state_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    void restart() { is_ready_ = inflateReset(&state_) == Z_OK; }
    Step step(std::span<const std::byte>& in, std::span<std::byte>& out) {
        if (!is_ready_) return Step::damaged;
        state_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
        state_.avail_in = static_cast<uInt>(in.size());
        state_.next_out = reinterpret_cast<Bytef*>(out.data());
        state_.avail_out = static_cast<uInt>(out.size());
        const int status = inflate(&state_, Z_NO_FLUSH);
        in = in.last(state_.avail_in);
        out = out.last(state_.avail_out);
        if (status == Z_STREAM_END) return Step::member_ended;
        return status == Z_OK || status == Z_BUF_ERROR ? Step::more : Step::damaged;
    }

  private:
    z_stream state_{};
    bool is_ready_ = false;
};
#endif

class GzipReader : public Reader {
  public:
    explicit GzipReader(ReadAhead& packed) : packed_(packed) {}

    Result<std::size_t> read(std::span<std::byte> into) override {
        std::span<std::byte> room =
            into.first(std::min<std::size_t>(into.size(), std::numeric_limits<int>::max()));
        const std::size_t wanted = room.size();
        while (!room.empty()) {
            CUDAENV_TRY(refill());
            if (is_between_members_) {
                if (is_at_end_) break;
                inflater_.restart();
            }
            const std::size_t room_before = room.size();
            const Step step = inflater_.step(input_, room);
            if (step == Step::damaged) return fail(Code::integrity, "the gzip data is damaged");
            is_between_members_ = step == Step::member_ended;
            if (is_at_end_ && step == Step::more && room.size() == room_before) {
                return fail(Code::integrity, "the gzip data ends too early");
            }
        }
        return wanted - room.size();
    }

  private:
    Result<void> refill() {
        if (!input_.empty() || is_at_end_) return {};
        CUDAENV_TRY(input_, packed_.next());
        is_at_end_ = input_.empty();
        return {};
    }

    ReadAhead& packed_;
    Inflater inflater_;
    std::span<const std::byte> input_;
    bool is_at_end_ = false;  // of the packed bytes; the inflater may still hold output back
    bool is_between_members_ = false;
};

}  // namespace

std::unique_ptr<Reader> make_gzip_decoder(ReadAhead& packed) {
    return std::make_unique<GzipReader>(packed);
}

}  // namespace cudaenv::unpack
