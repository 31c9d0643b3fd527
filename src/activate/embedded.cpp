// SPDX-License-Identifier: MIT
#include "activate/embedded.hpp"

#include "base/result.hpp"

extern "C" {
// The table in embedded.S.
struct CudaenvEmbedded {
    const char* name;
    const char* begin;
    const char* end;
};
extern const CudaenvEmbedded cudaenv_embedded[];
extern const CudaenvEmbedded cudaenv_embedded_end[];
}

namespace cudaenv::activate {

std::string_view embedded_file(std::string_view name) {
    for (const CudaenvEmbedded* row = cudaenv_embedded; row != cudaenv_embedded_end; ++row) {
        if (name == row->name) return {row->begin, row->end};
    }
    CUDAENV_CHECK(false);
    return {};
}

}  // namespace cudaenv::activate
