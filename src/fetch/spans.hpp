// SPDX-License-Identifier: MIT
// A set of byte positions kept as sorted, disjoint stretches: what of a file is on disk, what is
// being fetched. Offsets in bytes, ends exclusive.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace cudaenv::fetch {

struct Span {
    std::uint64_t begin = 0, end = 0;

    std::uint64_t size() const { return end - begin; }
    friend bool operator==(const Span&, const Span&) = default;
};

class Spans {
  public:
    void add(Span span);
    void remove(Span span);
    void clear() { spans_.clear(); }

    // How far it reaches from 0 without a hole.
    std::uint64_t prefix() const;
    std::uint64_t bytes() const;
    // The first stretch below `limit` that is not in the set.
    std::optional<Span> first_gap(std::uint64_t limit) const;
    const std::vector<Span>& list() const { return spans_; }

  private:
    std::vector<Span> spans_;
};

}  // namespace cudaenv::fetch
