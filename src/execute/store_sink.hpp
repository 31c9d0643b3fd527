// SPDX-License-Identifier: MIT
// Unpacked contents go into the object store: the seam between unpack/ and store/.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "execute/observer.hpp"
#include "store/object_store.hpp"
#include "unpack/sink.hpp"

namespace cudaenv::execute {

// The names that put() gives are those of store::ObjectId. One block of memory, whatever the sizes.
// Both references outlive the sink.
class StoreSink : public unpack::Sink {
  public:
    StoreSink(store::ObjectStore& objects, Observer& observer);

    // Errors: those of the reader and of the store; integrity if `data` is not `size_bytes` long;
    // interrupted.
    Result<std::string> put(unpack::Reader& data, std::uint64_t size_bytes,
                            bool is_executable) override;
    void entering(std::string_view path) override;

    std::uint64_t bytes() const { return bytes_; }

  private:
    store::ObjectStore& objects_;
    Observer& observer_;
    std::vector<std::byte> block_;
    std::uint64_t bytes_ = 0;
};

}  // namespace cudaenv::execute
