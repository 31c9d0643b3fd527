// SPDX-License-Identifier: MIT
#include "hot/spoken.hpp"

namespace cudaenv::hot {

std::string origin_text(const Origin& origin, const base::Layout& layout) {
    switch (origin.kind) {
        case Origin::Kind::command_line:
            return "--version option";
        case Origin::Kind::environment:
            return "CUDAENV_VERSION environment variable";
        case Origin::Kind::file:
            return origin.path;
        case Origin::Kind::global:
        case Origin::Kind::none:
            return layout.global_version();
    }
    return "";
}

std::string as_written(const base::Request& request) {
    const auto raw = base::parse_request(request.raw);
    return raw && *raw == request ? request.raw : base::to_string(request);
}

}  // namespace cudaenv::hot
