// SPDX-License-Identifier: MIT
#include <elf.h>

#include <cstring>
#include <span>

#include "base/text.hpp"
#include "probe/kernel_module.hpp"
#include "sys/files.hpp"

namespace cudaenv::probe {

namespace {

// More than any section that is wanted here has.
constexpr std::uint64_t kMostBytes = 4U << 20U;

std::string read_piece(int fd, std::uint64_t offset, std::uint64_t size) {
    if (size > kMostBytes || offset > (std::uint64_t{1} << 40U)) return {};
    std::string piece(static_cast<std::size_t>(size), '\0');
    const auto room = std::as_writable_bytes(std::span(piece));
    const auto got = sys::read_at(fd, offset, room, "");
    return got && *got == piece.size() ? piece : std::string();
}

template <typename T>
std::optional<T> read_as(int fd, std::uint64_t offset) {
    const std::string bytes = read_piece(fd, offset, sizeof(T));
    if (bytes.size() != sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
}

// The bytes of the section, if this is a 64-bit little-endian ELF file that has it.
std::string section(int fd, std::string_view name) {
    const auto header = read_as<Elf64_Ehdr>(fd, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return {};
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
        return {};
    }
    const auto at = [&](std::uint64_t index) {
        return read_as<Elf64_Shdr>(fd, header->e_shoff + index * sizeof(Elf64_Shdr));
    };
    const auto names_section = at(header->e_shstrndx);
    if (!names_section) return {};
    const std::string names = read_piece(fd, names_section->sh_offset, names_section->sh_size);
    for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
        const auto found = at(i);
        if (!found || found->sh_name >= names.size()) continue;
        if (name != names.c_str() + found->sh_name) continue;
        return read_piece(fd, found->sh_offset, found->sh_size);
    }
    return {};
}

}  // namespace

std::string version_of_module_file(const std::string& path) {
    const auto file = sys::open_read(path);
    if (!file) return {};
    const std::string fields = section(file->number(), ".modinfo");
    constexpr std::string_view kVersion = "version=";
    for (const std::string_view field : base::split(fields, '\0')) {
        if (field.starts_with(kVersion)) return first_version(field.substr(kVersion.size()));
    }
    return {};
}

}  // namespace cudaenv::probe
