// SPDX-License-Identifier: MIT
#include "shims/hook_output.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace cudaenv::shim {

namespace {

constexpr std::string_view kPosixKey =
    "_CUDAENV_KEY=\"$PWD|${PATH-}|${CUDAENV_VERSION-}|${CUDAENV_DIR-}|${VIRTUAL_ENV-}|"
    "${CONDA_PREFIX-}\"\n";
constexpr std::string_view kFishKey =
    "set -g _CUDAENV_KEY "
    "\"$PWD|$PATH|$CUDAENV_VERSION|$CUDAENV_DIR|$VIRTUAL_ENV|$CONDA_PREFIX\"\n";

struct Field {
    std::string_view variable, key;
    std::string Memory::*member;
};
constexpr std::array<Field, 6> kFields{{
    {"_CUDAENV_PREFIX", "prefix", &Memory::prefix},
    {"_CUDAENV_CONF", "conf", &Memory::conf},
    {"_CUDAENV_GENERATION", "generation", &Memory::generation},
    {"_CUDAENV_FILE", "file", &Memory::file},
    {"_CUDAENV_TEXT", "text", &Memory::text},
    {"_CUDAENV_SAID", "said", &Memory::said},
}};

std::string quoted_list(hot::Shell shell, const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values) {
        if (!text.empty()) text += ' ';
        text += hot::quote(shell, value);
    }
    return text;
}

std::string posix_memory(hot::Shell shell, const Memory& memory) {
    std::string text;
    for (const Field& field : kFields) {
        text.append(field.variable).append(1, '=');
        text.append(hot::quote(shell, memory.*field.member)).append(1, '\n');
    }
    text.append("_CUDAENV_ABSENT=(").append(quoted_list(shell, memory.absent)).append(")\n");
    return text.append(kPosixKey);
}

std::string fish_memory(const Memory& memory) {
    std::string text;
    for (const Field& field : kFields) {
        text.append("set -g ").append(field.variable).append(1, ' ');
        text.append(hot::quote(hot::Shell::fish, memory.*field.member)).append(1, '\n');
    }
    text.append("set -g _CUDAENV_ABSENT ");
    text.append(quoted_list(hot::Shell::fish, memory.absent)).append(1, '\n');
    return text.append(kFishKey);
}

// A JSON string; bytes that are no UTF-8 stay as they are, for the shell to make of them what it
// can.
std::string json(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20) {
            quoted.append("\\u00").append(1, kHex[byte >> 4U]).append(1, kHex[byte & 15U]);
            continue;
        }
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted += '"';
}

void append_item(std::string& list, const std::string& item) {
    if (!list.empty()) list += ',';
    list += item;
}

std::string json_output(const hot::Delta& delta, const Memory& memory) {
    std::string set;
    std::string unset;
    for (const auto& [name, value] : delta) {
        if (value) {
            append_item(set, json(name) + ":" + json(*value));
        } else {
            append_item(unset, json(name));
        }
    }
    std::string absent;
    for (const std::string& path : memory.absent) append_item(absent, json(path));
    std::string fields = "\"absent\":[" + absent + "]";
    for (const Field& field : kFields) {
        append_item(fields, json(field.key) + ":" + json(memory.*field.member));
    }
    return "{\"set\":{" + set + "},\"unset\":[" + unset + "],\"memory\":{" + fields + "}}\n";
}

}  // namespace

std::string hook_output(hot::Shell shell, const hot::Delta& delta, const Memory& memory) {
    switch (shell) {
        case hot::Shell::bash:
        case hot::Shell::zsh:
        case hot::Shell::posix:
            return hot::to_statements(shell, delta) + posix_memory(shell, memory);
        case hot::Shell::fish:
            return hot::to_statements(shell, delta) + fish_memory(memory);
        case hot::Shell::pwsh:
        case hot::Shell::nu:
        case hot::Shell::elvish:
            return json_output(delta, memory);
    }
    return {};
}

}  // namespace cudaenv::shim
