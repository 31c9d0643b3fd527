// SPDX-License-Identifier: MIT
#include "compat/fill_in.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "compat/lookup.hpp"

namespace cudaenv::compat {

namespace {

// The board's own row, else the plain one, else any of that device: all of these have one
// capability.
const PciRow* pci_row(const Tables& tables, const probe::Gpu& gpu) {
    if (!gpu.pci.starts_with("10de:")) return nullptr;
    const std::string_view device = std::string_view(gpu.pci).substr(5);
    const PciRow *plain = nullptr, *any = nullptr;
    for (const PciRow& row : tables.pci) {
        if (row.device != device) continue;
        if (!row.subsystem.empty() && row.subsystem == gpu.pci_subsystem) return &row;
        if (row.subsystem.empty()) plain = &row;
        any = &row;
    }
    return plain != nullptr ? plain : any;
}

// "NVIDIA GeForce RTX 3060" and "geforce rtx 3060" name one board.
std::string plain_name(std::string_view name) {
    std::string plain = base::to_lower(name);
    for (const std::string_view maker : {"nvidia ", "tesla "}) {
        if (plain.starts_with(maker)) plain.erase(0, maker.size());
    }
    return plain;
}

// "A100-SXM4-40GB" and "H100 80GB HBM3" begin with the names of their boards.
bool is_followed(std::string_view name, std::string_view board) {
    return name.size() > board.size() && name.starts_with(board) &&
           (name[board.size()] == ' ' || name[board.size()] == '-');
}

const GpuRow* gpu_row(const Tables& tables, const std::string& name) {
    if (name.empty()) return nullptr;
    const std::string wanted = plain_name(name);
    const GpuRow* nearest = nullptr;  // the longest name that ours begins with
    std::size_t longest = 0;
    for (const GpuRow& row : tables.gpus) {
        const std::string known = plain_name(row.name);
        if (known == wanted) return &row;
        if (known.size() > longest && is_followed(wanted, known)) {
            nearest = &row;
            longest = known.size();
        }
    }
    return nearest;
}

// What a product name says by itself, for boards that no row knows.
std::string class_of(std::string_view name) {
    const std::string plain = base::to_lower(name);
    const std::pair<std::string_view, std::string_view> words[] = {
        {"geforce", "geforce"},  {"titan", "titan"},   {"quadro", "workstation"},
        {"tesla", "datacenter"}, {"jetson", "jetson"}, {"orin", "jetson"},
    };
    for (const auto& [word, gpu_class] : words) {
        if (plain.find(word) != std::string::npos) return std::string(gpu_class);
    }
    return "";
}

void fill_in(probe::Gpu& gpu, const Tables& tables) {
    if (const PciRow* row = pci_row(tables, gpu)) {
        if (gpu.name.empty()) gpu.name = row->name;
        if (!gpu.cc) gpu.cc = row->cc;
        if (gpu.gpu_class.empty()) gpu.gpu_class = row->gpu_class;
    }
    if (const GpuRow* row = gpu_row(tables, gpu.name)) {
        // Of a name's beginning alone the capability is no more than likely: it is not taken over.
        if (!gpu.cc && plain_name(row->name) == plain_name(gpu.name)) gpu.cc = row->cc;
        if (gpu.gpu_class.empty()) gpu.gpu_class = row->gpu_class;
    }
    if (gpu.gpu_class.empty()) gpu.gpu_class = class_of(gpu.name);
}

}  // namespace

void fill_in(probe::Machine& machine, const Tables& tables) {
    if (machine.gpus) {
        for (probe::Gpu& gpu : *machine.gpus) fill_in(gpu, tables);
    }
    if (!machine.driver || !machine.driver->cuda.empty()) return;
    const base::Version ceiling = ceiling_of(tables, *machine.driver);
    if (ceiling.count > 0) machine.driver->cuda = to_string(ceiling);
}

}  // namespace cudaenv::compat
