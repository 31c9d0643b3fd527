// SPDX-License-Identifier: MIT
#include "store/snapshot.hpp"

#include <algorithm>
#include <tuple>

#include "base/request.hpp"
#include "sys/files.hpp"

namespace cudaenv::store {
namespace {

// An absent folder is an empty one.
Result<std::vector<std::string>> names_in(const std::string& folder) {
    auto names = sys::list_folder(folder);
    if (!names && names.error().code == Code::not_found) return std::vector<std::string>();
    return names;
}

Result<void> add_folder(const base::Layout& layout, const std::string& name, Installed& into) {
    if (!base::parse_stack_name(name)) return {};
    const std::string prefix = layout.prefix(name);
    auto receipt = read_receipt(prefix);
    if (receipt && receipt->stack == name) {
        into.stacks.push_back({name, prefix, *std::move(receipt)});
    } else if (!receipt && receipt.error().code == Code::not_found) {
        into.incomplete.push_back(name);
    } else {
        into.damaged.push_back(name);
    }
    return {};
}

Result<Installed> look_into(const base::Layout& layout) {
    Installed found;
    CUDAENV_TRY(const auto names, names_in(layout.versions()));
    for (const auto& name : names) {
        const std::string path = layout.prefix(name);
        CUDAENV_TRY(const auto info, sys::info(path));
        if (info.kind == sys::FileKind::link) {
            CUDAENV_TRY(auto target, sys::read_link(path));
            found.adopted.push_back({name, std::move(target)});
        } else if (info.kind == sys::FileKind::folder) {
            CUDAENV_TRY(add_folder(layout, name, found));
        }
    }
    return found;
}

// Adds what a system root has and `into` lacks.
void add_shared(Installed found, Installed& into) {
    const auto is_known = [&](const std::string& name) {
        return into.find(name) != nullptr ||
               std::ranges::find(into.adopted, name, &AdoptedToolkit::name) != into.adopted.end();
    };
    for (auto& stack : found.stacks) {
        if (is_known(stack.name)) continue;
        stack.is_shared = true;
        into.stacks.push_back(std::move(stack));
    }
    for (auto& toolkit : found.adopted) {
        if (!is_known(toolkit.name)) into.adopted.push_back(std::move(toolkit));
    }
}

void sort_stacks(std::vector<InstalledStack>& stacks) {
    const auto key = [](const InstalledStack& stack) {
        const auto name = base::parse_stack_name(stack.name);
        return std::tuple(name ? name->toolkit : base::Version(), std::string_view(stack.name));
    };
    std::ranges::sort(stacks, {}, key);
}

}  // namespace

const InstalledStack* Installed::find(std::string_view name) const {
    const auto at = std::ranges::find(stacks, name, &InstalledStack::name);
    return at == stacks.end() ? nullptr : &*at;
}

Result<Installed> snapshot(const base::Layout& layout,
                           const std::vector<std::string>& system_roots) {
    CUDAENV_TRY(auto installed, look_into(layout));
    for (const auto& root : system_roots) {
        auto found = look_into(base::Layout(root));
        if (!found && found.error().code == Code::permission) continue;
        if (!found) return found;
        add_shared(*std::move(found), installed);
    }
    sort_stacks(installed.stacks);
    std::ranges::sort(installed.adopted, {}, &AdoptedToolkit::name);
    return installed;
}

}  // namespace cudaenv::store
