// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <optional>

#include "base/request.hpp"
#include "store/moves.hpp"
#include "store/snapshot.hpp"
#include "sys/files.hpp"

namespace cudaenv::store {
namespace {

constexpr std::string_view kToVersions = "../versions/";

using Links = std::map<std::string, std::string>;  // name in links/ -> target

// For each line the stack that a request for the line selects.
Links lines_of(const std::vector<InstalledStack>& stacks) {
    std::map<std::string, base::StackName> best;
    for (const auto& stack : stacks) {
        const auto name = base::parse_stack_name(stack.name);
        if (!name) continue;
        const auto [at, is_new] =
            best.try_emplace(base::to_string(base::line_of(name->toolkit)), *name);
        if (!is_new && base::is_better(*name, at->second)) at->second = *name;
    }
    Links links;
    for (const auto& [line, stack] : best) {
        links.emplace(line, std::string(kToVersions) + base::to_string(stack));
    }
    return links;
}

bool is_installed(const Installed& installed, const std::string& name) {
    return installed.find(name) != nullptr ||
           std::ranges::find(installed.adopted, name, &AdoptedToolkit::name) !=
               installed.adopted.end();
}

Result<std::optional<std::string>> link_at(const std::string& path) {
    CUDAENV_TRY(const auto info, sys::info(path));
    if (info.kind != sys::FileKind::link) return std::nullopt;
    CUDAENV_TRY(auto target, sys::read_link(path));
    return target;
}

Result<void> remove_stale(const std::string& folder, const Links& wanted) {
    CUDAENV_TRY(const auto names, sys::list_folder(folder));
    for (const auto& name : names) {
        if (wanted.contains(name)) continue;
        const std::string path = folder + "/" + name;
        CUDAENV_TRY(const auto target, link_at(path));
        if (target && target->starts_with(kToVersions)) CUDAENV_TRY(sys::remove_file(path));
    }
    return {};
}

}  // namespace

Result<void> refresh_links(const base::Layout& layout,
                           const std::vector<std::pair<std::string, std::string>>& aliases) {
    CUDAENV_TRY(const auto installed, snapshot(layout));
    Links wanted = lines_of(installed.stacks);
    for (const auto& [alias, name] : aliases) {
        if (base::is_valid_name(alias) && is_installed(installed, name)) {
            wanted.emplace(alias, std::string(kToVersions) + name);
        }
    }
    CUDAENV_TRY(refuse_link(layout.links()));
    CUDAENV_TRY(sys::make_folders(layout.links()));
    for (const auto& [name, target] : wanted) {
        const std::string path = layout.links() + "/" + name;
        CUDAENV_TRY(const auto present, link_at(path));
        if (present != target) CUDAENV_TRY(sys::replace_link(target, path));
    }
    return remove_stale(layout.links(), wanted);
}

Result<void> adopt(const base::Layout& layout, std::string_view name, const std::string& target) {
    if (!base::is_valid_name(name) || name == "store" || name == "shims") {
        return fail(Code::usage, "not a name for an adopted toolkit").found(name);
    }
    if (!target.starts_with('/') || !sys::is_folder(target)) {
        return fail(Code::not_found, "no such folder to adopt").at(target);
    }
    CUDAENV_TRY(sys::make_folders(layout.versions()));
    CUDAENV_TRY(const auto real_target, sys::real_path(target));
    CUDAENV_TRY(const auto real_root, sys::real_path(layout.root()));
    if (real_target == real_root || real_target.starts_with(real_root + "/")) {
        return fail(Code::usage, "a folder of cudaenv's own cannot be adopted").at(target);
    }
    const std::string path = layout.prefix(name);
    CUDAENV_TRY(const auto there, sys::info(path));
    if (there.kind != sys::FileKind::none) {
        return fail(Code::usage, "the name " + std::string(name) + " is taken").at(path);
    }
    CUDAENV_TRY(sys::make_link(target, path));
    return sys::sync_folder(layout.versions());
}

Result<void> drop_adopted(const base::Layout& layout, std::string_view name) {
    const std::string path = layout.prefix(name);
    CUDAENV_TRY(const auto there, sys::info(path));
    if (there.kind == sys::FileKind::none || name.find('/') != std::string_view::npos) {
        return fail(Code::not_installed, std::string(name) + " is not there");
    }
    if (there.kind != sys::FileKind::link) {
        return fail(Code::usage, std::string(name) + " is not an adopted toolkit").at(path);
    }
    CUDAENV_TRY(sys::remove_file(path));
    return sys::sync_folder(layout.versions());
}

}  // namespace cudaenv::store
