// SPDX-License-Identifier: MIT
#include "unpack/reader.hpp"

#include <algorithm>
#include <utility>

#include "sys/files.hpp"

namespace cudaenv::unpack {

Result<std::span<const std::byte>> Reader::borrow(std::span<std::byte> scratch) {
    CUDAENV_TRY(const std::size_t got, read(scratch));
    return std::span<const std::byte>(scratch).first(got);
}

namespace {

class FileReader : public Reader {
  public:
    FileReader(sys::Fd file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

    Result<std::size_t> read(std::span<std::byte> into) override {
        CUDAENV_TRY(const std::size_t got, sys::read_at(file_.number(), offset_, into, path_));
        offset_ += got;
        return got;
    }

  private:
    sys::Fd file_;
    std::string path_;
    std::uint64_t offset_ = 0;
};

class GrowingReader : public Reader {
  public:
    GrowingReader(std::unique_ptr<Reader> file, std::shared_ptr<const sys::Watermark> watermark)
        : file_(std::move(file)), watermark_(std::move(watermark)) {}

    Result<std::size_t> read(std::span<std::byte> into) override {
        if (offset_ == readable_) {
            CUDAENV_TRY(readable_, watermark_->wait_beyond(offset_));
        }
        // What lies beyond the watermark may be a hole that another range will fill.
        const std::uint64_t room = std::min<std::uint64_t>(into.size(), readable_ - offset_);
        if (room == 0) return 0;
        CUDAENV_TRY(const std::size_t got, file_->read(into.first(std::size_t(room))));
        offset_ += got;
        return got;
    }

  private:
    std::unique_ptr<Reader> file_;
    std::shared_ptr<const sys::Watermark> watermark_;
    std::uint64_t offset_ = 0;
    std::uint64_t readable_ = 0;
};

}  // namespace

Result<std::unique_ptr<Reader>> open_file(const std::string& path) {
    CUDAENV_TRY(sys::Fd file, sys::open_read(path));
    return std::make_unique<FileReader>(std::move(file), path);
}

Result<std::unique_ptr<Reader>> open_growing(const std::string& path,
                                             std::shared_ptr<const sys::Watermark> watermark) {
    CUDAENV_TRY(auto file, open_file(path));
    return std::make_unique<GrowingReader>(std::move(file), std::move(watermark));
}

}  // namespace cudaenv::unpack
