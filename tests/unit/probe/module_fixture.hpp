// SPDX-License-Identifier: MIT
// A kernel module as far as its version is concerned: an ELF file with a section .modinfo.
#pragma once

#include <elf.h>

#include <cstring>
#include <string>
#include <string_view>

namespace cudaenv::test {

inline std::string module_file(const std::string& version) {
    using std::string_literals::operator""s;
    const std::string names = "\0.modinfo\0.shstrtab\0"s;
    const std::string fields = "license=NVIDIA\0version="s + version + "\0srcversion=ABC\0"s;
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = 3;
    header.e_shstrndx = 2;
    header.e_shoff = sizeof(header) + fields.size() + names.size();
    Elf64_Shdr none{};
    Elf64_Shdr modinfo{};
    modinfo.sh_name = 1;
    modinfo.sh_offset = sizeof(header);
    modinfo.sh_size = fields.size();
    Elf64_Shdr strings{};
    strings.sh_name = 10;
    strings.sh_offset = sizeof(header) + fields.size();
    strings.sh_size = names.size();
    const auto bytes = [](const auto& value) {
        return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
    };
    return bytes(header) + fields + names + bytes(none) + bytes(modinfo) + bytes(strings);
}

}  // namespace cudaenv::test
