// SPDX-License-Identifier: MIT
// CUDAENV_STATE: what was set and what stood there before, as "1:" and base64 of fields that each
// end in NUL.
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

void append_base64(std::string& text, std::string_view bytes) {
    const std::size_t begin = text.size();
    text.resize(begin + (bytes.size() + 2) / 3 * 4, '=');
    char* out = text.data() + begin;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        const std::size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k <= count; ++k) out[k] = kAlphabet[group >> (18 - 6 * k) & 63U];
        out += 4;
    }
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

std::string encode(const State& state) {
    std::string fields = state.prefixes;
    fields += '\0';
    for (const State::Variable& variable : state.variables) {
        fields.append(variable.name).append(1, '\0').append(variable.value).append(1, '\0');
        if (variable.old) {
            fields.append(1, '=').append(*variable.old).append(1, '\0');
        } else {
            fields.append("-").append(1, '\0');
        }
    }
    std::string text(kFormat);
    append_base64(text, fields);
    return text;
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
