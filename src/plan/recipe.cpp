// SPDX-License-Identifier: MIT
#include "plan/recipe.hpp"

#include <algorithm>
#include <utility>

#include "base/stack_name.hpp"
#include "plan/parts.hpp"

namespace cudaenv::plan {

namespace {

store::Receipt fresh_receipt(const Wanted& wanted, const Context& context) {
    store::Receipt receipt;
    receipt.stack = stack_of(wanted);
    receipt.toolkit = to_string(wanted.release->version);
    receipt.requested = wanted.requested;
    receipt.platform = wanted.platform;
    if (wanted.rules != nullptr) receipt.profile = catalog::to_string(wanted.choice.profile);
    if (!wanted.choice.only.empty()) receipt.profile = "custom";
    receipt.with = wanted.choice.only.empty() ? wanted.choice.with : wanted.choice.only;
    receipt.without = wanted.choice.without;
    receipt.build_only = wanted.build_only;
    receipt.made_by = context.made_by;
    receipt.catalog_name = wanted.release->catalog;
    receipt.catalog_serial = context.catalog_serial;
    receipt.catalog_reviewed = wanted.release->is_reviewed;
    return receipt;
}

bool wants_companion(const Wanted& wanted, const store::ReceiptCompanion& companion) {
    return std::ranges::any_of(wanted.companions, [&](const WantedCompanion& each) {
        return each.found.release->product == companion.name &&
               each.found.build->full_version == companion.version &&
               each.found.build->name == companion.build;
    });
}

// Whether the receipt's choice of components serves the wanted one. Everything serves for `devel`.
bool has_choice(const store::Receipt& receipt, const Wanted& wanted) {
    const catalog::Choice& choice = wanted.choice;
    if (wanted.rules == nullptr) return true;
    if (!choice.only.empty()) return receipt.profile == "custom" && receipt.with == choice.only;
    const bool is_whole = receipt.profile == "full" && receipt.without.empty() &&
                          choice.profile == catalog::Profile::devel && choice.without.empty();
    return is_whole || (receipt.profile == catalog::to_string(choice.profile) &&
                        receipt.with == choice.with && receipt.without == choice.without);
}

// Whether the installed stack is a part of what is wanted: the same toolkit in the same choice, and
// no companion but wanted ones.
bool is_part(const store::InstalledStack& stack, const Wanted& wanted) {
    const store::Receipt& receipt = stack.receipt;
    const bool is_same_toolkit = receipt.toolkit == to_string(wanted.release->version) &&
                                 receipt.platform == wanted.platform && !stack.is_shared;
    return is_same_toolkit && has_choice(receipt, wanted) &&
           std::ranges::all_of(receipt.companions, [&](const store::ReceiptCompanion& companion) {
               return wants_companion(wanted, companion);
           });
}

// The stack to build on: the one itself if parts are added, else the largest part.
const store::InstalledStack* base_for(const Wanted& wanted, const store::Installed& installed) {
    if (wanted.add) return installed.find(stack_of(wanted));
    // What is forced is made afresh; a new stack may still stand on an old one.
    if (wanted.force && installed.find(stack_of(wanted)) != nullptr) return nullptr;
    const store::InstalledStack* largest = nullptr;
    for (const store::InstalledStack& stack : installed.stacks) {
        const bool is_damaged = std::ranges::count(installed.damaged, stack.name) > 0;
        if (is_damaged || stack.name == stack_of(wanted) || !is_part(stack, wanted)) continue;
        if (largest == nullptr ||
            largest->receipt.companions.size() < stack.receipt.companions.size()) {
            largest = &stack;
        }
    }
    return largest;
}

std::set<std::string> components_in(const store::Receipt& receipt) {
    std::set<std::string> names;
    for (const store::ReceiptArtifact& artifact : receipt.artifacts) {
        for (const store::ReceiptComponent& component : artifact.components) {
            names.insert(component.name);
        }
    }
    return names;
}

// What the base brings is in the receipt already.
void take_over(Install& install, const store::InstalledStack& base) {
    install.base = base.name;
    install.base_files_sha256 = base.receipt.files_sha256;
    install.receipt.artifacts = base.receipt.artifacts;
    install.receipt.lists = base.receipt.lists;
    install.receipt.companions = base.receipt.companions;
    install.receipt.profile = base.receipt.profile;
    install.receipt.with = base.receipt.with;
    install.receipt.without = base.receipt.without;
}

// With --add the receipt tells both choices, so that the stack can be made again from it.
void add_choice(store::Receipt& receipt, const catalog::Choice& choice,
                const std::set<std::string>& present) {
    std::set<std::string> with(receipt.with.begin(), receipt.with.end());
    with.insert(choice.with.begin(), choice.with.end());
    with.insert(choice.only.begin(), choice.only.end());
    std::vector<std::string> without = receipt.without;
    const bool is_profile = choice.only.empty() && receipt.profile != "full";
    if (is_profile) {
        const auto before = catalog::parse_profile(receipt.profile);
        const bool holds_all = choice.profile >= catalog::Profile::devel;
        if (!holds_all) with.insert(present.begin(), present.end());
        if (!before || *before < choice.profile)
            receipt.profile = catalog::to_string(choice.profile);
        without = choice.without;
    }
    std::erase_if(without, [&](const std::string& name) {
        return with.contains(name) || present.contains(name);
    });
    receipt.with.assign(with.begin(), with.end());
    receipt.without = without;
}

bool has_companion(const store::Receipt& receipt, const std::string& name) {
    return std::ranges::find(receipt.companions, name, &store::ReceiptCompanion::name) !=
           receipt.companions.end();
}

Result<void> add_toolkit(Install& install, const Wanted& wanted,
                         const std::set<std::string>& present, const Context& context) {
    if (wanted.list != nullptr && wanted.rules != nullptr) {
        return add_redist(install, wanted, present, context);
    }
    return add_runfile(install, wanted, present, context);
}

}  // namespace

std::string stack_of(const Wanted& wanted) {
    base::StackName name;
    name.toolkit = wanted.release->version;
    for (const WantedCompanion& companion : wanted.companions) {
        name.companions.push_back(
            {companion.found.release->product, companion.found.release->version});
    }
    std::ranges::sort(name.companions);
    return to_string(name);
}

Result<Install> recipe_for(const Wanted& wanted, const store::Installed& installed,
                           const Context& context) {
    Install install;
    install.keep_archives = wanted.keep_archives;
    install.replace = wanted.force || wanted.add;
    install.receipt = fresh_receipt(wanted, context);
    const store::InstalledStack* base = base_for(wanted, installed);
    if (base != nullptr) take_over(install, *base);
    if (base == nullptr) {
        CUDAENV_TRY(add_toolkit(install, wanted, {}, context));
    } else if (wanted.add) {
        const std::set<std::string> present = components_in(base->receipt);
        add_choice(install.receipt, wanted.choice, present);
        install.receipt.build_only = base->receipt.build_only;
        CUDAENV_TRY(add_toolkit(install, wanted, present, context));
    }
    for (const WantedCompanion& companion : wanted.companions) {
        if (has_companion(install.receipt, companion.found.release->product)) continue;
        CUDAENV_TRY(add_companion(install, companion, wanted, context));
    }
    std::ranges::sort(install.receipt.companions, {}, &store::ReceiptCompanion::name);
    CUDAENV_TRY(locate(install, wanted, context));
    return install;
}

}  // namespace cudaenv::plan
