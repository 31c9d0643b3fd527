// SPDX-License-Identifier: MIT
#include "execute/store_sink.hpp"

#include "sys/interrupt.hpp"

namespace cudaenv::execute {

namespace {

constexpr std::size_t kBlockBytes = 256U << 10U;

}  // namespace

StoreSink::StoreSink(store::ObjectStore& objects, Observer& observer)
    : objects_(objects), observer_(observer), block_(kBlockBytes) {}

Result<std::string> StoreSink::put(unpack::Reader& data, std::uint64_t size_bytes,
                                   bool is_executable) {
    CUDAENV_TRY(store::ObjectStore::Writer writer, objects_.begin(is_executable, size_bytes));
    std::uint64_t done = 0;
    while (true) {
        CUDAENV_TRY(sys::check_interrupt());
        CUDAENV_TRY(const auto got, data.borrow(block_));
        if (got.empty()) break;
        done += got.size();
        if (done > size_bytes) break;
        CUDAENV_TRY(writer.write(got));
    }
    if (done != size_bytes) {
        return fail(Code::integrity, "a file in the archive is not as long as the archive says")
            .values(done > size_bytes ? "more" : std::to_string(done) + " bytes",
                    std::to_string(size_bytes) + " bytes");
    }
    bytes_ += done;
    CUDAENV_TRY(const store::ObjectId id, writer.finish());
    return id.name();
}

void StoreSink::entering(std::string_view path) {
    observer_.unpack_progress(path, bytes_);
}

}  // namespace cudaenv::execute
