// SPDX-License-Identifier: MIT
#include "unpack/pattern.hpp"

namespace cudaenv::unpack {

namespace {

constexpr std::size_t kMaxPatternBytes = 300;

unsigned char byte_of(char c) {
    return static_cast<unsigned char>(c);
}

// `\.` and the like: the byte behind the backslash itself. Letters and digits there would be
// classes or references, which no manifest uses.
std::optional<char> escaped(std::string_view& rest) {
    if (rest.empty()) return {};
    const char c = rest.front();
    const bool is_word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (is_word) return {};
    rest.remove_prefix(1);
    return c;
}

// What stands between `[` and `]`; `rest` begins behind the `[`.
std::optional<std::bitset<256>> read_class(std::string_view& rest) {
    std::bitset<256> bytes;
    const bool is_negated = rest.starts_with('^');
    if (is_negated) rest.remove_prefix(1);
    for (bool is_first = true;; is_first = false) {
        if (rest.empty()) return {};
        char low = rest.front();
        rest.remove_prefix(1);
        if (low == ']' && !is_first) break;
        if (low == '[') return {};
        if (low == '\\') {
            const auto c = escaped(rest);
            if (!c) return {};
            low = *c;
        }
        char high = low;
        if (rest.size() >= 2 && rest[0] == '-' && rest[1] != ']') {
            high = rest[1];
            if (high == '\\' || high == '[' || byte_of(high) < byte_of(low)) return {};
            rest.remove_prefix(2);
        }
        for (unsigned byte = byte_of(low); byte <= byte_of(high); ++byte) bytes.set(byte);
    }
    return is_negated ? ~bytes : bytes;
}

std::optional<std::bitset<256>> read_atom(std::string_view& rest) {
    const char c = rest.front();
    rest.remove_prefix(1);
    std::bitset<256> bytes;
    switch (c) {
        case '.':
            return bytes.set();
        case '[':
            return read_class(rest);
        case '\\': {
            const auto byte = escaped(rest);
            if (!byte) return {};
            return bytes.set(byte_of(*byte));
        }
        case '(':
        case ')':
        case '|':
        case '{':
        case '}':
        case '^':
        case '$':
        case '*':
        case '+':
        case '?':
            return {};
        default:
            return bytes.set(byte_of(c));
    }
}

}  // namespace

std::optional<Pattern> Pattern::parse(std::string_view text) {
    if (text.size() > kMaxPatternBytes) return {};
    Pattern pattern;
    while (!text.empty()) {
        const auto bytes = read_atom(text);
        if (!bytes) return {};
        Atom atom{*bytes};
        if (!text.empty() && (text[0] == '*' || text[0] == '+' || text[0] == '?')) {
            atom.may_be_absent = text[0] != '+';
            atom.may_repeat = text[0] != '?';
            text.remove_prefix(1);
        }
        pattern.atoms_.push_back(atom);
    }
    return pattern;
}

bool Pattern::matches(std::string_view text) const {
    // at[i]: everything so far matched and atom i comes next.
    std::vector<char> at(atoms_.size() + 1, 0), next;
    const auto skip_absent = [this](std::vector<char>& set) {
        for (std::size_t i = 0; i < atoms_.size(); ++i) {
            if (set[i] && atoms_[i].may_be_absent) set[i + 1] = 1;
        }
    };
    at[0] = 1;
    skip_absent(at);
    for (const char c : text) {
        next.assign(atoms_.size() + 1, 0);
        for (std::size_t i = 0; i < atoms_.size(); ++i) {
            if (!at[i] || !atoms_[i].bytes.test(byte_of(c))) continue;
            next[i + 1] = 1;
            if (atoms_[i].may_repeat) next[i] = 1;
        }
        skip_absent(next);
        at.swap(next);
    }
    return at.back() != 0;
}

}  // namespace cudaenv::unpack
