// SPDX-License-Identifier: MIT
#include "unpack/soname.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>

namespace cudaenv::unpack {
namespace {

template <typename T>
void put(std::string& bytes, std::size_t at, const T& value) {
    if (bytes.size() < at + sizeof(T)) bytes.resize(at + sizeof(T));
    std::memcpy(bytes.data() + at, &value, sizeof(T));
}

struct Shape {
    std::string soname = "libx.so.1";
    std::size_t strings_at = 0x200;
    std::size_t dynamic_at = 0x400;
    std::uint64_t base_address = 0x10000;  // address minus file offset
};

std::string library(const Shape& shape) {
    std::string bytes(shape.dynamic_at + 3 * sizeof(Elf64_Dyn) + 100, '\0');
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_phoff = sizeof(Elf64_Ehdr);
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_phnum = 2;
    put(bytes, 0, header);
    Elf64_Phdr load{};
    load.p_type = PT_LOAD;
    load.p_vaddr = shape.base_address;
    load.p_filesz = bytes.size();
    put(bytes, sizeof(Elf64_Ehdr), load);
    Elf64_Phdr dynamic{};
    dynamic.p_type = PT_DYNAMIC;
    dynamic.p_offset = shape.dynamic_at;
    dynamic.p_filesz = 3 * sizeof(Elf64_Dyn);
    put(bytes, sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr), dynamic);
    Elf64_Dyn name{}, strings{};
    name.d_tag = DT_SONAME;
    name.d_un.d_val = 1;
    strings.d_tag = DT_STRTAB;
    strings.d_un.d_ptr = shape.strings_at + shape.base_address;
    put(bytes, shape.dynamic_at, name);
    put(bytes, shape.dynamic_at + sizeof(Elf64_Dyn), strings);
    std::memcpy(bytes.data() + shape.strings_at + 1, shape.soname.data(), shape.soname.size());
    return bytes;
}

std::string soname_of(const std::string& bytes, std::size_t piece = 1U << 16U) {
    SonameReader reader;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        reader.add(std::as_bytes(std::span(bytes)).subspan(at, std::min(piece, bytes.size() - at)));
    }
    return reader.name();
}

TEST(Soname, IsReadFromSmallLibraries) {
    EXPECT_EQ(soname_of(library({})), "libx.so.1");
    EXPECT_EQ(soname_of(library({}), 1), "libx.so.1");
}

TEST(Soname, IsReadWhereTheDynamicSectionLiesFarBehind) {
    Shape far;
    far.dynamic_at = 6U << 20U;

    EXPECT_EQ(soname_of(library(far)), "libx.so.1");
    EXPECT_EQ(soname_of(library(far), 4097), "libx.so.1");
}

TEST(Soname, IsEmptyForWhatIsNoLibrary) {
    EXPECT_EQ(soname_of(""), "");
    EXPECT_EQ(soname_of("#!/bin/sh\n"), "");
    EXPECT_EQ(soname_of(library({}).substr(0, 200)), "");
    EXPECT_EQ(soname_of(library({}).substr(0, 0x404)), "");
}

TEST(Soname, IsEmptyUnlessItIsAPlainFileName) {
    for (const char* name : {"../../etc/passwd", "/etc/x", "a b", ".hidden", "a\x1b", ""}) {
        Shape shape;
        shape.soname = name;
        EXPECT_EQ(soname_of(library(shape)), "") << name;
    }
}

TEST(Soname, SurvivesHeadersThatLie) {
    Shape outside;
    outside.base_address = 0x7fffffffffff0000;
    std::string bytes = library(outside);
    Elf64_Phdr dynamic{};
    dynamic.p_type = PT_DYNAMIC;
    dynamic.p_offset = UINT64_MAX - 10;
    dynamic.p_filesz = 60'000;
    put(bytes, sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr), dynamic);

    EXPECT_EQ(soname_of(bytes), "");
    EXPECT_EQ(soname_of(bytes, 100), "");
}

}  // namespace
}  // namespace cudaenv::unpack
