// SPDX-License-Identifier: MIT
// unpack FILE OFFSET FOLDER: the least that unpacking a gzip runfile has to do. One thread inflates
// with ISA-L into a ring of blocks, the other reads the tar in them and writes the files. Nothing
// is hashed, checked or flushed.
#include <fcntl.h>
#include <isa-l.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kBlockBytes = 1U << 20U;
constexpr std::size_t kBlocks = 8;
constexpr std::size_t kRecord = 512;

[[noreturn]] void give_up(const char* what) {
    std::perror(what);
    std::_Exit(1);
}

// One writer, one reader; a block is filled and emptied in place.
class Ring {
  public:
    struct Block {
        std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(kBlockBytes);
        std::size_t size = 0;
    };
    Block& to_fill() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return filled_ - emptied_ < kBlocks; });
        return blocks_[filled_ % kBlocks];
    }
    void has_filled() { step(filled_); }
    // nullptr: the end.
    Block* to_empty() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return emptied_ < filled_ || is_done_; });
        return emptied_ < filled_ ? &blocks_[emptied_ % kBlocks] : nullptr;
    }
    void has_emptied() { step(emptied_); }
    void finish() {
        const std::lock_guard lock(mutex_);
        is_done_ = true;
        changed_.notify_all();
    }

  private:
    void step(std::size_t& counter) {
        const std::lock_guard lock(mutex_);
        ++counter;
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Block> blocks_ = std::vector<Block>(kBlocks);
    std::size_t filled_ = 0, emptied_ = 0;
    bool is_done_ = false;
};

void inflate_into(Ring& ring, int file) {
    std::vector<std::uint8_t> input(1U << 18U);
    inflate_state state;
    isal_inflate_init(&state);
    state.crc_flag = ISAL_GZIP;
    state.avail_in = 0;
    while (state.block_state != ISAL_BLOCK_FINISH) {
        Ring::Block& block = ring.to_fill();
        state.next_out = block.bytes.data();
        state.avail_out = kBlockBytes;
        while (state.avail_out > 0 && state.block_state != ISAL_BLOCK_FINISH) {
            if (state.avail_in == 0) {
                const ssize_t got = ::read(file, input.data(), input.size());
                if (got <= 0) give_up("read");
                state.next_in = input.data();
                state.avail_in = static_cast<std::uint32_t>(got);
            }
            if (isal_inflate(&state) != ISAL_DECOMP_OK) give_up("inflate");
        }
        block.size = kBlockBytes - state.avail_out;
        ring.has_filled();
    }
    ring.finish();
}

// The decoded bytes as one stream.
class Stream {
  public:
    explicit Stream(Ring& ring) : ring_(ring) {}
    // Up to `most` bytes where they lie; 0: the end.
    std::size_t peek(const std::uint8_t*& data, std::size_t most) {
        if (block_ != nullptr && at_ == block_->size) {
            ring_.has_emptied();
            block_ = nullptr;
        }
        if (block_ == nullptr) {
            block_ = ring_.to_empty();
            at_ = 0;
        }
        if (block_ == nullptr) return 0;
        data = block_->bytes.data() + at_;
        return std::min(most, block_->size - at_);
    }
    void skip(std::size_t bytes) { at_ += bytes; }
    bool read(void* target, std::size_t bytes) {
        auto* to = static_cast<std::uint8_t*>(target);
        while (bytes > 0) {
            const std::uint8_t* data = nullptr;
            const std::size_t got = peek(data, bytes);
            if (got == 0) return false;
            std::memcpy(to, data, got);
            skip(got);
            to += got;
            bytes -= got;
        }
        return true;
    }

  private:
    Ring& ring_;
    Ring::Block* block_ = nullptr;
    std::size_t at_ = 0;
};

struct Header {
    char raw[kRecord];
    std::uint64_t number(std::size_t at, std::size_t width) const {
        return std::strtoull(std::string(raw + at, width).c_str(), nullptr, 8);
    }
    std::string text(std::size_t at, std::size_t width) const {
        return {raw + at, ::strnlen(raw + at, width)};
    }
    std::string name() const {
        const bool has_prefix = std::memcmp(raw + 257, "ustar\0", 6) == 0 && raw[345] != '\0';
        return has_prefix ? text(345, 155) + "/" + text(0, 100) : text(0, 100);
    }
    char type() const { return raw[156]; }
    std::uint64_t size() const { return number(124, 12); }
    mode_t mode() const { return static_cast<mode_t>(number(100, 8)); }
};

std::string read_text(Stream& stream, std::uint64_t size) {
    std::string text(size + (kRecord - size % kRecord) % kRecord, '\0');
    if (!stream.read(text.data(), text.size())) give_up("long name");
    text.resize(std::strlen(text.c_str()));
    return text;
}

void make_parents(const std::string& path) {
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
        ::mkdir(path.substr(0, at).c_str(), 0755);
    }
}

// Once more with its folders, if they are missing.
template <typename Make>
void make_at(const std::string& path, Make make) {
    if (make()) return;
    make_parents(path);
    if (!make()) give_up(path.c_str());
}

void write_file(Stream& stream, const Header& header, const std::string& path) {
    int file = -1;
    make_at(path, [&] {
        file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, header.mode());
        return file >= 0;
    });
    for (std::uint64_t left = header.size(); left > 0;) {
        const std::uint8_t* data = nullptr;
        const std::size_t got = stream.peek(data, left);
        if (got == 0 || ::write(file, data, got) != static_cast<ssize_t>(got)) give_up("write");
        stream.skip(got);
        left -= got;
    }
    ::close(file);
    char padding[kRecord];
    stream.read(padding, (kRecord - header.size() % kRecord) % kRecord);
}

void unpack(Stream& stream) {
    Header header{};
    std::string long_name, long_target;
    while (stream.read(header.raw, kRecord)) {
        if (header.raw[0] == '\0') continue;
        if (header.type() == 'L' || header.type() == 'K') {
            (header.type() == 'L' ? long_name : long_target) = read_text(stream, header.size());
            continue;
        }
        const std::string path = long_name.empty() ? header.name() : long_name;
        const std::string target = long_target.empty() ? header.text(157, 100) : long_target;
        long_name.clear();
        long_target.clear();
        switch (header.type()) {
            case '5':
                ::mkdir(path.c_str(), header.mode() | 0700U);
                break;
            case '2':
                make_at(path, [&] { return ::symlink(target.c_str(), path.c_str()) == 0; });
                break;
            case '1':
                make_at(path, [&] { return ::link(target.c_str(), path.c_str()) == 0; });
                break;
            case '0':
            case '\0':
                write_file(stream, header, path);
                break;
            default:
                read_text(stream, header.size());  // pax attributes
        }
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 4) return 2;
    const int file = ::open(words[1], O_RDONLY | O_CLOEXEC);
    if (file < 0 || ::lseek(file, std::atol(words[2]), SEEK_SET) < 0) give_up(words[1]);
    if (::chdir(words[3]) != 0) give_up(words[3]);
    Ring ring;
    std::thread decoder(inflate_into, std::ref(ring), file);
    Stream stream(ring);
    unpack(stream);
    decoder.join();
    return 0;
}
