// SPDX-License-Identifier: MIT
// The shape of a list: keys of text, then components by name; in a component keys of text, then
// platforms. A platform holds the keys of an archive, or variants that do, or both.
#include "catalog/redistrib.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.hpp"
#include "catalog/json_gate.hpp"
#include "catalog/rules.hpp"

namespace cudaenv::catalog {

namespace {

using base::Failure;
using Json = nlohmann::json;  // keys in order, whatever the order of the text

// The largest that NVIDIA has published has 60 KB.
constexpr JsonLimits kLimits{.bytes = 1U << 20U, .depth = 8};
constexpr std::size_t kMaxShown = 100;                            // bytes of a value in a message
constexpr std::uint64_t kMaxSizeBytes = std::uint64_t{1} << 40U;  // 1 TiB
constexpr std::string_view kSource = "source";                    // stands where a platform stands

// One object of the list.
struct Node {
    const std::string& file;
    const Json& object;
    std::string path;  // of its keys: "cuda_nvcc.linux-x86_64."
};

Failure malformed(const Node& node, std::string_view key, const Json& value,
                  std::string_view needs) {
    std::string found = std::string("a value of type ") + value.type_name();
    if (value.is_number()) found = value.dump();
    if (value.is_string()) found = base::clip(value.get<std::string>(), kMaxShown);
    return fail(Code::integrity, node.path + base::clip(key, kMaxShown) + " is not valid")
        .at(node.file)
        .values(found, needs);
}

// The text under `key`; empty if there is none.
Result<std::string> text_of(const Node& node, const char* key, const Rule& rule) {
    const auto value = node.object.find(key);
    if (value == node.object.end()) return std::string();
    const auto* text = value->get_ptr<const std::string*>();
    if (text == nullptr || !rule.holds(*text)) return malformed(node, key, *value, rule.needs);
    return *text;
}

Result<std::string> required_text(const Node& node, const char* key, const Rule& rule) {
    if (node.object.contains(key)) return text_of(node, key, rule);
    return fail(Code::integrity, node.path + key + " is missing").at(node.file).needs(rule.needs);
}

std::optional<std::uint64_t> whole_number(const Json& value) {
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    const auto* text = value.get_ptr<const std::string*>();
    if (text == nullptr) return std::nullopt;
    std::uint64_t number = 0;
    const char* last = text->data() + text->size();
    const auto [end, error] = std::from_chars(text->data(), last, number);
    if (error != std::errc{} || end != last) return std::nullopt;
    return number;
}

// Sizes are written as texts.
Result<std::optional<std::uint64_t>> size_of(const Node& node) {
    const auto value = node.object.find("size");
    if (value == node.object.end()) return std::nullopt;
    const auto number = whole_number(*value);
    if (!number || *number == 0 || *number > kMaxSizeBytes) {
        return malformed(node, "size", *value, "a number of bytes, at most 1 TiB");
    }
    return number;
}

Result<RedistArchive> read_archive(const Node& node) {
    RedistArchive archive;
    CUDAENV_TRY(archive.rel_path, required_text(node, "relative_path", kRelPath));
    CUDAENV_TRY(const auto sha256, required_text(node, "sha256", kSha256));
    CUDAENV_TRY(const auto md5, text_of(node, "md5", kMd5));
    archive.sha256 = base::to_lower(sha256);
    archive.md5 = base::to_lower(md5);
    CUDAENV_TRY(archive.size_bytes, size_of(node));
    return archive;
}

Result<void> add_archive(const Node& node, std::string_view platform, std::string_view variant,
                         Component& component) {
    CUDAENV_TRY(auto archive, read_archive(node));
    archive.platform = platform;
    archive.variant = variant;
    component.archives.push_back(std::move(archive));
    return {};
}

Result<void> read_platform(const Node& node, const std::string& platform, Component& component) {
    const bool has_variants =
        std::ranges::any_of(node.object, [](const Json& value) { return value.is_object(); });
    if (node.object.contains("relative_path") || !has_variants) {
        CUDAENV_TRY(add_archive(node, platform, "", component));
    }
    for (const auto& [key, value] : node.object.items()) {
        if (!value.is_object()) continue;
        if (!is_variant(key)) return malformed(node, key, value, kVariant.needs);
        const Node variant{node.file, value, node.path + key + "."};
        CUDAENV_TRY(add_archive(variant, platform, key, component));
    }
    return {};
}

Result<Component> read_component(const Node& node, const std::string& name) {
    Component component;
    component.name = name;
    CUDAENV_TRY(component.title, text_of(node, "name", kPlain));
    CUDAENV_TRY(component.license, text_of(node, "license", kPlain));
    CUDAENV_TRY(component.version, required_text(node, "version", kLabel));
    for (const auto& [key, value] : node.object.items()) {
        if (!value.is_object()) continue;
        if (!is_platform(key) && key != kSource) {
            return malformed(node, key, value, kPlatform.needs);
        }
        const Node platform{node.file, value, node.path + key + "."};
        CUDAENV_TRY(read_platform(platform, key, component));
    }
    return component;
}

Result<void> read_components(const Node& node, Redistrib& redistrib) {
    for (const auto& [key, value] : node.object.items()) {
        if (!value.is_object()) continue;
        if (!is_name(key)) return malformed(node, key, value, kName.needs);
        const Node component{node.file, value, key + "."};
        CUDAENV_TRY(auto read, read_component(component, key));
        redistrib.components.push_back(std::move(read));
    }
    return {};
}

}  // namespace

Result<Redistrib> parse_redistrib(std::string_view json, const std::string& name) {
    CUDAENV_TRY(check_json(json, name, kLimits));
    const Json document = Json::parse(json.begin(), json.end(), nullptr, false);
    const Node node{name, document, ""};
    if (!document.is_object()) return malformed(node, "the list", document, "an object");
    Redistrib redistrib;
    CUDAENV_TRY(redistrib.label, text_of(node, "release_label", kLabel));
    CUDAENV_TRY(redistrib.product, text_of(node, "release_product", kPlain));
    CUDAENV_TRY(redistrib.date, text_of(node, "release_date", kPlain));
    CUDAENV_TRY(read_components(node, redistrib));
    if (!redistrib.components.empty()) return redistrib;
    return fail(Code::integrity, "lists no components").at(name);
}

const Component* find_component(const Redistrib& redistrib, std::string_view name) {
    const auto found = std::ranges::lower_bound(redistrib.components, name, {}, &Component::name);
    return found != redistrib.components.end() && found->name == name ? &*found : nullptr;
}

const RedistArchive* archive_for(const Component& component, std::string_view platform,
                                 std::string_view variant) {
    const RedistArchive* best = nullptr;
    for (const RedistArchive& archive : component.archives) {
        if (archive.platform != platform) continue;
        if (archive.variant == variant) return &archive;
        if (archive.variant.empty()) best = &archive;
    }
    return best;
}

std::string archive_url(std::string_view list_url, const RedistArchive& archive) {
    const std::string_view path = list_url.substr(0, list_url.find_first_of("?#"));
    return std::string(path.substr(0, path.rfind('/') + 1)) + archive.rel_path;
}

}  // namespace cudaenv::catalog
