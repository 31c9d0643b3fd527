// SPDX-License-Identifier: MIT
#include "hot/installed.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "hot/quote.hpp"
#include "hot/read_file.hpp"

namespace cudaenv::hot {

namespace {

bool has_receipt(const std::string& prefix) {
    return exists(base::Layout::receipt(prefix));
}

// A folder in some root's versions/ whose name is a stack's.
struct StackFolder {
    base::StackName name;
    Found found;
};

std::optional<Found> find_adopted(const base::Layout& layout, const std::string& name) {
    std::string prefix = layout.prefix(name);
    if (!is_link(prefix) || !is_folder(prefix)) return std::nullopt;
    return Found{Found::Kind::adopted, name, std::move(prefix), false};
}

// By their names alone; whether they are whole is asked later, of the few that matter.
std::vector<StackFolder> stack_folders(const base::Layout& layout, bool is_shared) {
    std::vector<StackFolder> folders;
    for (std::string& name : list_folder(layout.versions())) {
        auto stack = base::parse_stack_name(name);
        if (!stack) continue;
        std::string prefix = layout.prefix(name);
        folders.push_back({*std::move(stack),
                           {Found::Kind::stack, std::move(name), std::move(prefix), is_shared}});
    }
    return folders;
}

std::vector<Found> list_adopted(const base::Layout& layout) {
    std::vector<Found> adopted;
    for (const std::string& name : list_folder(layout.versions())) {
        if (!base::is_valid_name(name)) continue;
        if (auto found = find_adopted(layout, name)) adopted.push_back(*std::move(found));
    }
    std::sort(adopted.begin(), adopted.end(),
              [](const Found& a, const Found& b) { return a.name < b.name; });
    return adopted;
}

// Oldest release first, then by name.
bool is_older(const StackFolder& a, const StackFolder& b) {
    const auto order = base::compare_numbers(a.name.toolkit, b.name.toolkit);
    return order != 0 ? order < 0 : a.found.name < b.found.name;
}

std::vector<Found> list_root(const base::Layout& layout, bool is_shared) {
    std::vector<StackFolder> folders = stack_folders(layout, is_shared);
    std::sort(folders.begin(), folders.end(), is_older);
    std::vector<Found> found;
    for (StackFolder& each : folders) {
        if (has_receipt(each.found.prefix)) found.push_back(std::move(each.found));
    }
    for (Found& each : list_adopted(layout)) {
        each.is_shared = is_shared;
        found.push_back(std::move(each));
    }
    return found;
}

// A versions/ that we may not read is an error, one that is not there is empty.
Result<void> check_listable(const base::Layout& layout) {
    const std::string versions = layout.versions();
    if (!exists(versions) || is_listable(versions)) return {};
    return tl::unexpected(system_error("cannot list what is installed", versions, EACCES));
}

// Every root, the person's own first.
std::vector<base::Layout> roots_of(const base::Layout& layout, const Conf& conf) {
    std::vector<base::Layout> roots{layout};
    for (const std::string& root : conf.system_roots) {
        if (root != layout.root()) roots.emplace_back(root);
    }
    return roots;
}

// Stacks before adopted ones, stacks by version, then by name.
bool comes_before(const Found& a, const Found& b) {
    if (a.kind != b.kind) return a.kind < b.kind;
    if (a.kind != Found::Kind::stack) return a.name < b.name;
    const auto left = base::parse_stack_name(a.name);
    const auto right = base::parse_stack_name(b.name);
    const auto order = base::compare_numbers(left->toolkit, right->toolkit);
    return order != 0 ? order < 0 : a.name < b.name;
}

}  // namespace

Result<std::vector<Found>> list_installed(const base::Layout& layout) {
    CUDAENV_TRY(check_listable(layout));
    return list_root(layout, false);
}

Result<std::vector<Found>> list_installed(const base::Layout& layout, const Conf& conf) {
    CUDAENV_TRY(check_listable(layout));
    std::vector<Found> all;
    for (const base::Layout& root : roots_of(layout, conf)) {
        for (Found& each : list_root(root, root.root() != layout.root())) {
            const auto is_same_name = [&each](const Found& other) {
                return other.name == each.name;
            };
            if (std::none_of(all.begin(), all.end(), is_same_name)) all.push_back(std::move(each));
        }
    }
    std::sort(all.begin(), all.end(), comes_before);
    return all;
}

std::optional<Found> find_dangling(const base::Layout& layout, const std::string& name) {
    std::string prefix = layout.prefix(name);
    if (!base::is_valid_name(name) || !is_link(prefix) || is_folder(prefix)) return std::nullopt;
    return Found{Found::Kind::adopted, name, std::move(prefix), false};
}

namespace {

// A request that can mean one folder only, which is then looked at without listing any.
bool is_exact(const base::Request& request) {
    constexpr std::uint8_t kFullParts = 3;
    const auto is_full = [](const base::CompanionRequest& each) {
        return each.build.empty() && each.version && each.version->count >= kFullParts;
    };
    return request.kind == base::Request::Kind::version && request.version.count >= kFullParts &&
           std::all_of(request.companions.begin(), request.companions.end(), is_full);
}

std::optional<Found> find_exact(const std::string& name, const ResolveInput& input) {
    for (const base::Layout& root : roots_of(input.layout, input.conf)) {
        std::string prefix = root.prefix(name);
        if (!has_receipt(prefix)) continue;
        const bool is_shared = root.root() != input.layout.root();
        return Found{Found::Kind::stack, name, std::move(prefix), is_shared};
    }
    return std::nullopt;
}

// The best that is whole. Few are looked at: order first, then ask for the receipt.
std::optional<Found> find_best(const base::Request& request, const ResolveInput& input) {
    std::vector<StackFolder> matching;
    for (const base::Layout& root : roots_of(input.layout, input.conf)) {
        for (StackFolder& each : stack_folders(root, root.root() != input.layout.root())) {
            if (base::matches(request, each.name)) matching.push_back(std::move(each));
        }
    }
    std::sort(matching.begin(), matching.end(), [](const StackFolder& a, const StackFolder& b) {
        if (a.found.name != b.found.name) return base::is_better(a.name, b.name);
        return !a.found.is_shared && b.found.is_shared;
    });
    for (StackFolder& each : matching) {
        if (has_receipt(each.found.prefix)) return std::move(each.found);
    }
    return std::nullopt;
}

std::string installed_names(const ResolveInput& input) {
    const auto all = list_installed(input.layout, input.conf);
    std::string names;
    if (!all) return names;
    for (const Found& each : *all) {
        if (!names.empty()) names += ", ";
        names += each.name;
    }
    return names.empty() ? "nothing is installed" : names;
}

base::Failure not_installed(const base::Request& request, const ResolveInput& input) {
    const std::string text = base::to_string(request);
    return fail(Code::not_installed, "no installed version matches " + text)
        .found(installed_names(input))
        .try_("cudaenv install " + as_word(text));
}

base::Failure no_folder(const base::Request& request, const std::string& folder) {
    return fail(Code::not_installed, "no toolkit is at " + folder)
        .found(request.raw)
        .try_("cudaenv adopt");
}

Result<Found> resolve_folder(const base::Request& request, std::string folder) {
    if (!request.companions.empty()) {
        return fail(Code::not_installed, "companions belong to stacks that cudaenv made")
            .found(request.raw)
            .needs("a version, as in 12.4+cudnn9");
    }
    if (!is_folder(folder)) return no_folder(request, folder);
    const bool is_system = request.kind == base::Request::Kind::system;
    return Found{is_system ? Found::Kind::system : Found::Kind::folder, base::to_string(request),
                 std::move(folder), false};
}

Result<Found> resolve_system(const base::Request& request, const ResolveInput& input) {
    if (request.text.empty() && request.companions.empty()) return find_system(input);
    if (request.text.starts_with('/')) return resolve_folder(request, request.text);
    if (auto adopted = find_adopted(input.layout, "system-" + request.text)) {
        return *std::move(adopted);
    }
    return resolve_folder(request, "/usr/local/cuda-" + request.text);
}

Result<Found> resolve_name(const base::Request& request, const ResolveInput& input) {
    for (const base::Layout& root : roots_of(input.layout, input.conf)) {
        auto adopted = find_adopted(root, request.text);
        if (!adopted || !request.companions.empty()) continue;
        adopted->is_shared = root.root() != input.layout.root();
        return *std::move(adopted);
    }
    if (const auto dangling = find_dangling(input.layout, request.text)) {
        return fail(Code::not_installed,
                    "the folder of the adopted toolkit " + request.text + " is gone")
            .at(dangling->prefix)
            .try_("cudaenv uninstall " + request.text);
    }
    return fail(Code::not_installed,
                "no alias, version or adopted toolkit is called " + request.text)
        .found(installed_names(input))
        .try_("cudaenv versions")
        .try_("cudaenv alias");
}

// What an alias stands for, with the companions of both; aliases may name aliases.
Result<base::Request> expand(base::Request request, const Aliases& aliases) {
    constexpr int kDeepest = 8;
    for (int depth = 0; depth < kDeepest; ++depth) {
        if (request.kind != base::Request::Kind::name) return request;
        const auto alias = std::find_if(aliases.begin(), aliases.end(), [&](const auto& each) {
            return each.first == request.text;
        });
        if (alias == aliases.end()) return request;
        CUDAENV_TRY(base::Request meant, base::parse_request(alias->second));
        for (base::CompanionRequest& companion : request.companions) {
            CUDAENV_TRY(base::add_companion(meant, std::move(companion)));
        }
        request = std::move(meant);
    }
    return fail(Code::usage, "aliases name each other in a circle").found(request.raw);
}

}  // namespace

Result<Found> resolve_installed(const base::Request& written, const ResolveInput& input) {
    using Kind = base::Request::Kind;
    CUDAENV_TRY(const base::Request request, expand(written, input.aliases));
    switch (request.kind) {
        case Kind::system:
            return resolve_system(request, input);
        case Kind::path:
            return resolve_folder(request, request.text);
        case Kind::name:
            return resolve_name(request, input);
        case Kind::recommended:
            return fail(Code::usage, "`recommended` may stand on the command line only");
        default:
            break;
    }
    if (is_exact(request)) {
        if (auto found = find_exact(base::to_string(request), input)) return *std::move(found);
    }
    if (auto found = find_best(request, input)) return *std::move(found);
    return not_installed(request, input);
}

}  // namespace cudaenv::hot
