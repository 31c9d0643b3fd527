// SPDX-License-Identifier: MIT
// A Sink over plain memory: names contents by their SHA-256 as the store does, and keeps them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sys/digest.hpp"
#include "unpack/sink.hpp"

namespace cudaenv::test {

class MemorySink : public unpack::Sink {
  public:
    Result<std::string> put(unpack::Reader& data, std::uint64_t, bool is_executable) override {
        std::string bytes;
        std::vector<std::byte> block(1U << 16U);
        for (;;) {
            CUDAENV_TRY(const std::size_t got, data.read(block));
            if (got == 0) break;
            bytes_ += got;
            bytes.append(reinterpret_cast<const char*>(block.data()), got);
        }
        std::string name = sys::sha256_of(std::string_view(bytes)) + (is_executable ? ".x" : "");
        contents_[name] = std::move(bytes);
        return name;
    }
    void entering(std::string_view path) override { entered_.emplace_back(path); }

    const std::map<std::string, std::string>& contents() const { return contents_; }
    const std::vector<std::string>& entered() const { return entered_; }
    std::uint64_t bytes() const { return bytes_; }  // taken so far, also by a put that failed

  private:
    std::map<std::string, std::string> contents_;
    std::vector<std::string> entered_;
    std::uint64_t bytes_ = 0;
};

}  // namespace cudaenv::test
