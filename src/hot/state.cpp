// SPDX-License-Identifier: MIT
// CUDAENV_STATE: what was set and what stood there before, as "1:" and base64 of fields that each
// end in NUL.
#include <algorithm>
#include <array>
#include <cstdint>

#include "hot/delta.hpp"

namespace cudaenv::hot {

namespace {

constexpr std::string_view kFormat = "1:";
constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 64;

constexpr std::array<std::uint8_t, 256> make_digits() {
    std::array<std::uint8_t, 256> digits{};
    digits.fill(kNoDigit);
    for (std::uint8_t value = 0; value < 64; ++value) {
        digits[static_cast<unsigned char>(kAlphabet[value])] = value;
    }
    return digits;
}
constexpr std::array<std::uint8_t, 256> kDigits = make_digits();

// Four digits of a group of three bytes.
char* put_group(char* out, std::uint32_t group) {
    out[0] = kAlphabet[group >> 18U];
    out[1] = kAlphabet[group >> 12U & 63U];
    out[2] = kAlphabet[group >> 6U & 63U];
    out[3] = kAlphabet[group & 63U];
    return out + 4;
}

std::string to_base64(std::string_view prefix, std::string_view bytes) {
    std::string text;
    text.resize(prefix.size() + (bytes.size() + 2) / 3 * 4);
    char* out = text.data() + prefix.copy(text.data(), prefix.size());
    const auto* in = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t left = bytes.size();
    for (; left >= 3; left -= 3, in += 3) {
        const std::uint32_t group =
            std::uint32_t{in[0]} << 16U | std::uint32_t{in[1]} << 8U | in[2];
        out = put_group(out, group);
    }
    if (left == 0) return text;
    out =
        put_group(out, std::uint32_t{in[0]} << 16U | (left == 2 ? std::uint32_t{in[1]} << 8U : 0U));
    std::fill(out - (3 - left), out, '=');
    return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    while (text.ends_with('=')) text.remove_suffix(1);
    std::string bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t group = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const std::uint8_t digit = kDigits[static_cast<unsigned char>(c)];
        if (digit == kNoDigit) return std::nullopt;
        group = group << 6U | digit;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(group >> bits & 0xFFU);
    }
    return bytes;
}

// A name that a shell takes: state comes from the environment, its names go into statements.
bool is_identifier(std::string_view name) {
    if (name.empty() || (name.front() >= '0' && name.front() <= '9')) return false;
    for (const char c : name) {
        const bool is_word =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!is_word) return false;
    }
    return true;
}

std::optional<std::string_view> take_field(std::string_view& bytes) {
    const std::size_t end = bytes.find('\0');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view field = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    return field;
}

std::optional<State::Variable> take_variable(std::string_view& bytes) {
    const auto name = take_field(bytes);
    const auto value = take_field(bytes);
    const auto old = take_field(bytes);
    if (!name || !value || !old || !is_identifier(*name)) return std::nullopt;
    State::Variable variable{std::string(*name), std::string(*value), std::nullopt};
    if (*old == "-") return variable;
    if (!old->starts_with('=')) return std::nullopt;
    variable.old = old->substr(1);
    return variable;
}

}  // namespace

StateText::StateText(std::string_view prefixes) {
    fields_.reserve(1024);
    fields_ += prefixes;
    fields_ += '\0';
}

void StateText::add(std::string_view name, std::string_view value,
                    const std::optional<std::string>& old) {
    fields_ += name;
    fields_ += '\0';
    fields_ += value;
    fields_ += '\0';
    fields_ += old ? '=' : '-';
    if (old) fields_ += *old;
    fields_ += '\0';
}

std::string StateText::encoded() const {
    return to_base64(kFormat, fields_);
}

std::string encode(const State& state) {
    StateText text(state.prefixes);
    for (const auto& [name, value, old] : state.variables) text.add(name, value, old);
    return text.encoded();
}

std::optional<State> decode(std::string_view text) {
    if (!text.starts_with(kFormat)) return std::nullopt;
    const auto bytes = decode_base64(text.substr(kFormat.size()));
    if (!bytes) return std::nullopt;
    std::string_view rest = *bytes;
    const auto prefixes = take_field(rest);
    if (!prefixes) return std::nullopt;
    State state{std::string(*prefixes), {}};
    while (!rest.empty()) {
        auto variable = take_variable(rest);
        if (!variable) return std::nullopt;
        state.variables.push_back(std::move(*variable));
    }
    return state;
}

}  // namespace cudaenv::hot
