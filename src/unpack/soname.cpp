// SPDX-License-Identifier: MIT
#include "unpack/soname.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace cudaenv::unpack {

namespace {

constexpr std::uint64_t kHeadBytes = 4U << 20U;
constexpr std::uint64_t kMaxDynamicBytes = 64U << 10U;
constexpr std::uint64_t kHeadersBytes =
    4096;  // ELF header and program headers, in practice < 1 KiB

template <typename T>
std::optional<T> struct_at(const std::string& bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return {};
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

std::optional<Elf64_Ehdr> elf_header(const std::string& head) {
    const auto header = struct_at<Elf64_Ehdr>(head, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_phentsize != sizeof(Elf64_Phdr)) {
        return {};
    }
    return header;
}

// Calls `visit` with each program header that is there.
template <typename Visit>
void each_segment(const std::string& head, const Visit& visit) {
    const auto header = elf_header(head);
    if (!header || header->e_phoff > kHeadersBytes) return;
    for (std::uint64_t i = 0; i < header->e_phnum; ++i) {
        const auto segment = struct_at<Elf64_Phdr>(head, header->e_phoff + i * sizeof(Elf64_Phdr));
        if (segment) visit(*segment);
    }
}

// Appends to `kept` what `data`, which lies at `offset` of the file, has of the range.
void keep_range(std::string& kept, std::span<const std::byte> data, std::uint64_t offset,
                std::uint64_t range_offset, std::uint64_t range_size) {
    const std::uint64_t begin = std::max(offset, range_offset + kept.size());
    const std::uint64_t end = std::min(offset + data.size(), range_offset + range_size);
    if (begin >= end) return;
    kept.append(reinterpret_cast<const char*>(data.data()) + (begin - offset), end - begin);
}

}  // namespace

bool SonameReader::find_dynamic() {
    each_segment(head_, [this](const Elf64_Phdr& segment) {
        if (segment.p_type != PT_DYNAMIC || segment.p_filesz > kMaxDynamicBytes) return;
        if (segment.p_offset > UINT64_MAX / 2) return;
        dynamic_offset_ = segment.p_offset;
        dynamic_size_ = segment.p_filesz;
    });
    return dynamic_size_ > 0;
}

void SonameReader::add(std::span<const std::byte> data) {
    keep_range(head_, data, seen_, 0, kHeadBytes);
    if (!is_searched_ && head_.size() >= kHeadersBytes) {
        is_searched_ = true;
        find_dynamic();
    }
    if (dynamic_size_ > 0) keep_range(dynamic_, data, seen_, dynamic_offset_, dynamic_size_);
    seen_ += data.size();
}

namespace {

// The file offset of an address, by the loaded segments.
std::optional<std::uint64_t> offset_of(const std::string& head, std::uint64_t address) {
    std::optional<std::uint64_t> offset;
    each_segment(head, [&](const Elf64_Phdr& segment) {
        const bool holds_it = segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
                              address - segment.p_vaddr < segment.p_filesz;
        if (holds_it) offset = segment.p_offset + (address - segment.p_vaddr);
    });
    return offset;
}

std::string plain_name_at(const std::string& bytes, std::uint64_t offset) {
    if (offset >= bytes.size()) return "";
    const std::size_t end = bytes.find('\0', offset);
    if (end == std::string::npos || end - offset > 255) return "";
    const std::string name = bytes.substr(offset, end - offset);
    const bool is_plain =
        std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7f && c != '/'; });
    return is_plain && !name.starts_with('.') ? name : "";
}

}  // namespace

std::string SonameReader::name() const {
    std::string dynamic = dynamic_;
    if (!is_searched_) {  // shorter than what add() waits for: it is all in head_
        SonameReader again;
        again.head_ = head_;
        if (again.find_dynamic() && again.dynamic_offset_ < head_.size()) {
            dynamic = head_.substr(again.dynamic_offset_, again.dynamic_size_);
        }
    }
    std::optional<std::uint64_t> strings, name;
    for (std::uint64_t at = 0;; at += sizeof(Elf64_Dyn)) {
        const auto entry = struct_at<Elf64_Dyn>(dynamic, at);
        if (!entry || entry->d_tag == DT_NULL) break;
        if (entry->d_tag == DT_STRTAB) strings = offset_of(head_, entry->d_un.d_ptr);
        if (entry->d_tag == DT_SONAME) name = entry->d_un.d_val;
    }
    if (!strings || !name || *name > kHeadBytes || *strings > kHeadBytes) return "";
    return plain_name_at(head_, *strings + *name);
}

}  // namespace cudaenv::unpack
