// SPDX-License-Identifier: MIT
// From a request to the stack that is asked about: among known releases and builds of companions,
// whether installed or not.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "catalog/catalog.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"
#include "compat/question.hpp"
#include "compat/tables.hpp"

namespace cudaenv::commands {

// What is known of releases and builds, and the platform that they are for.
struct Known {
    const catalog::Catalog& catalog;
    const compat::Tables& tables;
    std::string platform;  // linux-x86_64
};

struct AskedStack {
    std::string name;  // 12.4.1+cudnn8.9.7
    compat::Stack stack;
    const catalog::Release* release = nullptr;  // into the catalog; null = it does not know it
    std::vector<Message> notes;                 // what was taken on trust
};

// A prefix means the newest release (for the platform, else for any) and the newest build of a
// companion that fits it. An exact release or companion that nobody knows is taken as it is, with a
// note. Errors: usage (not the grammar; no release is named), unknown_release.
Result<AskedStack> asked_stack(const std::string& text, const Known& known, const World& world);

// The same for a release of the catalog, without companions.
AskedStack plain_stack(const catalog::Release& release);

}  // namespace cudaenv::commands
