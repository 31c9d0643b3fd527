// SPDX-License-Identifier: MIT
// The regular expressions of a runfile's manifest, as far as it uses them: literals, escapes, `.`,
// classes, and `*`, `+`, `?` behind one of these. Matched without backtracking: time is bounded by
// pattern length times text length, whatever the pattern.
#pragma once

#include <bitset>
#include <optional>
#include <string_view>
#include <vector>

namespace cudaenv::unpack {

class Pattern {
  public:
    // nullopt for groups, alternatives, counts, anchors and patterns above 300 bytes.
    static std::optional<Pattern> parse(std::string_view text);

    // Whether the whole of `text` matches.
    bool matches(std::string_view text) const;

  private:
    struct Atom {
        std::bitset<256> bytes;
        bool may_be_absent = false;
        bool may_repeat = false;
    };
    std::vector<Atom> atoms_;
};

}  // namespace cudaenv::unpack
