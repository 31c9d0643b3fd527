// SPDX-License-Identifier: MIT
#include "unpack/place.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "base/version.hpp"
#include "unpack/links.hpp"

namespace cudaenv::unpack {

namespace {

// A path as its first part and the rest: `lib64/libx.so` = lib64, libx.so.
struct Parts {
    std::string_view first, rest;

    explicit Parts(std::string_view path) : first(path.substr(0, path.find('/'))) {
        if (first.size() < path.size()) rest = path.substr(first.size() + 1);
    }
};

std::string below(std::string_view folder, std::string_view rest) {
    if (folder.empty() || rest.empty()) return std::string(folder.empty() ? rest : folder);
    return std::string(folder).append(1, '/').append(rest);
}

// include and lib (or lib64) at the top of a tree belong below targets/, where nvcc looks; the root
// gets links to them.
std::string in_target(std::string_view path, std::string_view target) {
    const Parts parts(path);
    if (parts.first == "include") return below(below(target, "include"), parts.rest);
    if (parts.first == "lib" || parts.first == "lib64") {
        return below(below(target, "lib"), parts.rest);
    }
    return std::string(path);
}

std::string target_folder(const LayoutOptions& options) {
    return "targets/" + options.target;
}

// Files that lie in builds/ itself (EULA.txt, version.json) rather than in a component's folder.
std::set<std::string, std::less<>> loose_files(const Payload& payload) {
    std::set<std::string, std::less<>> names;
    for (const Node& node : payload.nodes) {
        if (node.kind == Node::Kind::file && parent_of(node.path) == "builds") {
            names.insert(std::string(Parts(node.path).rest));
        }
    }
    return names;
}

}  // namespace

TopFolder parse_top_folder(std::string_view top) {
    constexpr std::string_view kPlatform = "-linux-", kEnd = "-archive";
    const std::size_t at = top.find(kPlatform);
    if (at == std::string_view::npos || !top.ends_with(kEnd)) return {};
    const std::string_view tail =
        top.substr(at + kPlatform.size(), top.size() - at - kPlatform.size() - kEnd.size());
    const std::size_t dash = tail.find('-');
    if (dash == std::string_view::npos) return {};
    return {std::string(top.substr(0, at)), std::string(tail.substr(dash + 1))};
}

namespace {

// --- flat: redist and companion archives ---------------------------------------------------------

// nsight_compute 2024.1.1.4 lies in nsight-compute-2024.1.1 once it is installed. Newer archives
// bring nsight-compute/2024.1.1 themselves.
std::string nsight_path(std::string_view path, const TopFolder& top) {
    std::string name = top.component;
    std::ranges::replace(name, '_', '-');
    const Parts parts(path);
    const Parts inner(parts.rest);
    if (parts.first == name && base::parse_version(inner.first)) {
        return below(name + "-" + std::string(inner.first), inner.rest);
    }
    if (parts.first == name && parts.rest.empty()) return "";
    const auto version = base::parse_version(top.version);
    if (!version) return below(name, path);
    return below(name + "-" + base::to_string(base::first_parts(*version, 3)), path);
}

std::string in_flat_target(std::string_view path, const std::string& target) {
    const Parts parts(path);
    return parts.first == "pkgconfig" ? below("pkg-config", parts.rest) : in_target(path, target);
}

// 12 of lib/12/libx.so; null if that is no folder for one CUDA.
std::optional<base::Version> cuda_of(std::string_view path) {
    const Parts parts(path);
    if (parts.first != "lib" && parts.first != "lib64") return std::nullopt;
    return base::parse_version(Parts(parts.rest).first);
}

// The folder that names the toolkit most closely: 10.2 or 12. Null if there is none.
std::optional<base::Version> closest_cuda(const Payload& payload, const base::Version& toolkit) {
    std::optional<base::Version> closest;
    for (const Node& node : payload.nodes) {
        const auto cuda = cuda_of(node.path);
        if (!cuda || !base::is_prefix(*cuda, toolkit)) continue;
        if (!closest || closest->count < cuda->count) closest = cuda;
    }
    return closest;
}

// lib/12/libx.so as lib/libx.so, if that is the folder for the toolkit; null if it is another's.
std::optional<std::string> without_cuda(std::string_view path,
                                        const std::optional<base::Version>& closest) {
    const auto cuda = cuda_of(path);
    if (!cuda) return std::string(path);
    if (cuda != closest) return std::nullopt;
    const Parts parts(path);
    return below(parts.first, Parts(parts.rest).rest);
}

Placement companion_placement(const Payload& payload, const LayoutOptions& options) {
    const std::string component =
        options.component.empty() ? parse_top_folder(payload.top).component : options.component;
    return [component, closest = closest_cuda(payload, options.cuda),
            target = target_folder(options)](std::string_view path) -> std::optional<std::string> {
        if (path == "LICENSE" && component.empty()) return std::nullopt;
        if (path == "LICENSE") return "licenses/" + component;
        const auto placed = without_cuda(path, closest);
        return placed ? in_flat_target(*placed, target) : placed;
    };
}

Placement flat_placement(const Payload& payload, const LayoutOptions& options) {
    if (options.is_companion) return companion_placement(payload, options);
    TopFolder top = parse_top_folder(payload.top);
    if (!options.component.empty()) top.component = options.component;
    return [top, options](std::string_view path) -> std::optional<std::string> {
        const Parts parts(path);
        if (path == "LICENSE") return {};
        if (top.component.starts_with("nsight_")) return nsight_path(path, top);
        if (parts.first == "demo_suite") return below("extras/demo_suite", parts.rest);
        std::string placed = in_flat_target(path, target_folder(options));
        const bool is_cupti_extra = top.component == "cuda_cupti" && placed == path &&
                                    parts.first != "targets" && parts.first != "pkg-config";
        return is_cupti_extra ? below("extras/CUPTI", path) : placed;
    };
}

// --- one folder: 10.1, 10.2 ----------------------------------------------------------------------

Placement one_folder_placement(const Payload& payload, const LayoutOptions& options) {
    const std::string target = target_folder(options);
    const bool has_targets = std::ranges::any_of(payload.nodes, [&](const Node& node) {
        return node.path.starts_with("builds/cuda-toolkit/" + target + "/");
    });
    return [target, has_targets,
            loose = loose_files(payload)](std::string_view path) -> std::optional<std::string> {
        const Parts builds(path);
        const Parts parts(builds.rest);
        if (loose.contains(builds.rest)) return std::string(builds.rest);
        if (parts.first == "cuda-toolkit") return std::string(parts.rest);
        return has_targets ? in_target(parts.rest, target) : std::string(parts.rest);
    };
}

// --- components: 11.0 and later ------------------------------------------------------------------

// A pattern names files or whole folders.
bool matches_it_or_a_parent(const Pattern& pattern, std::string_view path) {
    for (; !path.empty(); path = parent_of(path)) {
        if (pattern.matches(path)) return true;
    }
    return false;
}

// What the manifest says of a path in builds/.
struct ManifestPlace {
    const Manifest::File* rule = nullptr;
    std::string_view inner;  // the path below the package's build folder
    bool is_left_out = false;
};

ManifestPlace place_by_manifest(const Manifest& manifest, std::string_view path) {
    for (const Manifest::Package& package : manifest.packages) {
        const std::string& folder = package.build_folder;
        const bool is_below = !folder.empty() && path.size() > folder.size() &&
                              path.starts_with(folder) && path[folder.size()] == '/';
        if (!is_below) continue;
        const std::string_view inner = path.substr(folder.size() + 1);
        for (const Manifest::File& file : package.files) {
            if (matches_it_or_a_parent(file.pattern, inner)) {
                return {&file, inner, package.is_left_out};
            }
        }
    }
    return {};
}

// Without a rule of the manifest: the component's folder is dropped.
std::optional<std::string> place_by_folder(std::string_view path) {
    const Parts builds(path);
    const Parts parts(builds.rest);
    if (parts.first == "integration") {
        const Parts inner(parts.rest);
        return inner.rest.empty() ? std::string() : below("bin", inner.rest);
    }
    if (parts.rest.empty()) return std::string();
    if (parts.first == "nsight_compute") return below("nsight-compute", parts.rest);
    if (parts.first == "nsight_systems") return below("nsight-systems", parts.rest);
    return std::string(parts.rest);
}

Placement components_placement(const Payload& payload, const LayoutOptions& options,
                               const Manifest& manifest) {
    return [target = target_folder(options), loose = loose_files(payload),
            &manifest](std::string_view path) -> std::optional<std::string> {
        const Parts builds(path);
        if (loose.contains(builds.rest)) return std::string(builds.rest);
        const ManifestPlace place = place_by_manifest(manifest, path);
        if (place.is_left_out) return {};
        if (place.rule) return in_target(below(place.rule->folder, place.inner), target);
        const auto placed = place_by_folder(path);
        return placed ? in_target(*placed, target) : placed;
    };
}

}  // namespace

Placement placement_of(const Payload& payload, const LayoutOptions& options,
                       const Manifest& manifest) {
    switch (payload.era) {
        case Era::flat:
            return flat_placement(payload, options);
        case Era::one_folder:
            return one_folder_placement(payload, options);
        case Era::components:
            return components_placement(payload, options, manifest);
        case Era::nested:
            break;
    }
    return [](std::string_view path) { return std::optional<std::string>(path); };
}

}  // namespace cudaenv::unpack
