// SPDX-License-Identifier: MIT
#include "commands/receipt_parts.hpp"

#include <algorithm>

#include "base/stack_name.hpp"
#include "base/text.hpp"

namespace cudaenv::commands {

PartOptions parts_of(const store::Receipt& receipt) {
    PartOptions parts;
    const bool is_custom = receipt.profile == "custom";
    if (!is_custom) parts.profile = receipt.profile;
    (is_custom ? parts.only : parts.with) = receipt.with;
    parts.without = receipt.without;
    const bool is_redist =
        std::ranges::find(receipt.artifacts, "redist", &store::ReceiptArtifact::kind) !=
        receipt.artifacts.end();
    parts.source = is_redist ? "redist" : "runfile";
    return parts;
}

std::string request_of(const base::Companion& companion, const store::Receipt& receipt) {
    const auto installed =
        std::ranges::find(receipt.companions, companion.name, &store::ReceiptCompanion::name);
    const bool ends_in_digit = base::is_digit(companion.name.back());
    std::string text = "+" + companion.name + (ends_in_digit ? "@" : "") + companion.version;
    if (installed != receipt.companions.end() && !installed->build.empty()) {
        text += "/" + installed->build;
    }
    return text;
}

std::string request_of(const std::string& stack, const store::Receipt& receipt) {
    std::string text = receipt.toolkit;
    const auto name = base::parse_stack_name(stack);
    if (!name) return text;
    for (const base::Companion& companion : name->companions) {
        text += request_of(companion, receipt);
    }
    return text;
}

}  // namespace cudaenv::commands
