// SPDX-License-Identifier: MIT
#include "commands/config_keys.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/text.hpp"

namespace cudaenv::commands {
namespace {

constexpr std::array kKeys{
    ConfigKey{"root", [](Config& c) -> Slot { return &c.root; }},
    ConfigKey{"use_xdg", [](Config& c) -> Slot { return &c.use_xdg; }},
    ConfigKey{"mode", [](Config& c) -> Slot { return &c.hot.mode; }, "hook shims"},
    ConfigKey{"auto_install", [](Config& c) -> Slot { return &c.auto_install; },
              "ask never always"},
    ConfigKey{"default_profile", [](Config& c) -> Slot { return &c.default_profile; },
              "minimal runtime devel full"},
    ConfigKey{"source", [](Config& c) -> Slot { return &c.source; }, "auto runfile redist"},
    ConfigKey{"catalogs", [](Config& c) -> Slot { return &c.catalogs; }},
    ConfigKey{"mirrors", [](Config& c) -> Slot { return &c.mirrors; }},
    ConfigKey{"system_roots", [](Config& c) -> Slot { return &c.hot.system_roots; }},
    ConfigKey{"read_tool_versions", [](Config& c) -> Slot { return &c.hot.read_tool_versions; }},
    ConfigKey{"ceiling_paths", [](Config& c) -> Slot { return &c.hot.ceilings; }},
    ConfigKey{"ccbin", [](Config& c) -> Slot { return &c.hot.ccbin; }},
    ConfigKey{"env.cuda_home", [](Config& c) -> Slot { return &c.hot.cuda_home; }},
    ConfigKey{"env.cmake", [](Config& c) -> Slot { return &c.hot.cmake; }},
    ConfigKey{"env.cudacxx", [](Config& c) -> Slot { return &c.hot.cudacxx; }},
    ConfigKey{"env.pkg_config", [](Config& c) -> Slot { return &c.hot.pkg_config; }},
    ConfigKey{"env.ld_library_path", [](Config& c) -> Slot { return &c.hot.ld_library_path; },
              "auto always never"},
    ConfigKey{"env.build_paths", [](Config& c) -> Slot { return &c.hot.build_paths; }},
    ConfigKey{"cache.dir", [](Config& c) -> Slot { return &c.cache.dir; }},
    ConfigKey{"cache.max_size",
              [](Config& c) -> Slot { return SizeSlot{&c.cache.max_size_bytes}; }},
    ConfigKey{"cache.keep_archives", [](Config& c) -> Slot { return &c.cache.keep_archives; }},
    ConfigKey{"net.jobs", [](Config& c) -> Slot { return &c.net.jobs; }},
    ConfigKey{"net.timeout", [](Config& c) -> Slot { return &c.net.timeout_s; }},
    ConfigKey{"net.retries", [](Config& c) -> Slot { return &c.net.retries; }},
    ConfigKey{"net.ca_file", [](Config& c) -> Slot { return &c.net.ca_file; }},
    ConfigKey{"lock.mode", [](Config& c) -> Slot { return &c.lock.mode; }, "auto flock mkdir none"},
    ConfigKey{"lock.timeout", [](Config& c) -> Slot { return &c.lock.timeout_s; }},
    ConfigKey{"check.driver", [](Config& c) -> Slot { return &c.check.driver; }, "refuse warn off"},
    ConfigKey{"check.gpu", [](Config& c) -> Slot { return &c.check.gpu; }, "refuse warn off"},
    ConfigKey{"check.compiler", [](Config& c) -> Slot { return &c.check.compiler; },
              "refuse warn off"},
    ConfigKey{"check.glibc", [](Config& c) -> Slot { return &c.check.glibc; }, "refuse warn off"},
    ConfigKey{"data.update", [](Config& c) -> Slot { return &c.data.update; }},
    ConfigKey{"data.unreviewed", [](Config& c) -> Slot { return &c.data.unreviewed; },
              "allow deny"},
    ConfigKey{"data.catalog_url", [](Config& c) -> Slot { return &c.data.catalog_url; }},
    ConfigKey{"data.catalog_key", [](Config& c) -> Slot { return &c.data.catalog_key; }},
};

struct SizeUnit {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr std::array kSizeUnits{
    SizeUnit{"TiB", 1ULL << 40U},
    SizeUnit{"GiB", 1ULL << 30U},
    SizeUnit{"MiB", 1ULL << 20U},
    SizeUnit{"KiB", 1ULL << 10U},
    SizeUnit{"B", 1},
};

// 21474836480 -> "20GiB": the largest unit that leaves no remainder.
std::string size_text(std::uint64_t bytes) {
    for (const SizeUnit& unit : kSizeUnits) {
        if (bytes % unit.bytes == 0 && (bytes != 0 || unit.bytes == 1))
            return std::to_string(bytes / unit.bytes) + std::string(unit.name);
    }
    return std::to_string(bytes);
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
    std::uint64_t count = 0;
    const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (failure != std::errc{}) return std::nullopt;
    std::string_view unit = base::trim(text.substr(static_cast<std::size_t>(stop - text.data())));
    if (unit.empty()) unit = "B";
    const auto found = std::ranges::find(kSizeUnits, unit, &SizeUnit::name);
    if (found == kSizeUnits.end()) return std::nullopt;
    if (count > std::numeric_limits<std::uint64_t>::max() / found->bytes) return std::nullopt;
    return count * found->bytes;
}

std::optional<std::size_t> choice_index(const ConfigKey& key, std::string_view text) {
    const auto words = base::words(key.choices);
    const auto found = std::ranges::find(words, text);
    if (found == words.end()) return std::nullopt;
    return static_cast<std::size_t>(found - words.begin());
}

base::Failure wrong(const ConfigKey& key, const SettingValue& value, std::string_view needs) {
    return fail(Code::usage, "bad value for " + std::string(key.name))
        .values(to_toml(value), needs);
}

// Puts a value into a slot; one overload for each kind of slot.
struct Assign {
    const ConfigKey& key;
    const SettingValue& value;

    Result<void> operator()(bool* target) const {
        const auto* flag = std::get_if<bool>(&value);
        if (flag == nullptr) return wrong(key, value, "true or false");
        *target = *flag;
        return {};
    }
    Result<void> operator()(unsigned* target) const {
        const auto* number = std::get_if<std::int64_t>(&value);
        if (number == nullptr || *number < 0 || *number > std::numeric_limits<int>::max())
            return wrong(key, value, "a whole number");
        *target = static_cast<unsigned>(*number);
        return {};
    }
    Result<void> operator()(std::string* target) const {
        const auto* text = std::get_if<std::string>(&value);
        if (text == nullptr) return wrong(key, value, "a string");
        if (!key.choices.empty() && !choice_index(key, *text))
            return wrong(key, value, "one of: " + std::string(key.choices));
        *target = *text;
        return {};
    }
    Result<void> operator()(SizeSlot target) const {
        const auto* text = std::get_if<std::string>(&value);
        const auto bytes = text == nullptr ? std::nullopt : parse_size(*text);
        if (!bytes) return wrong(key, value, "a size like 20GiB");
        *target.bytes = *bytes;
        return {};
    }
    Result<void> operator()(std::vector<std::string>* target) const {
        const auto* list = std::get_if<std::vector<std::string>>(&value);
        if (list == nullptr) return wrong(key, value, "a list of strings");
        *target = *list;
        return {};
    }
    template <typename Choice>
    Result<void> operator()(Choice* target) const {
        const auto* text = std::get_if<std::string>(&value);
        const auto index = text == nullptr ? std::nullopt : choice_index(key, *text);
        if (!index) return wrong(key, value, "one of: " + std::string(key.choices));
        *target = static_cast<Choice>(*index);
        return {};
    }
};

struct Show {
    const ConfigKey& key;

    SettingValue operator()(const bool* flag) const { return *flag; }
    SettingValue operator()(const unsigned* number) const { return std::int64_t{*number}; }
    SettingValue operator()(const std::string* text) const { return *text; }
    SettingValue operator()(SizeSlot size) const { return size_text(*size.bytes); }
    SettingValue operator()(const std::vector<std::string>* list) const { return *list; }
    template <typename Choice>
    SettingValue operator()(const Choice* choice) const {
        return std::string(base::words(key.choices)[static_cast<std::size_t>(*choice)]);
    }
};

}  // namespace

std::span<const ConfigKey> all_config_keys() {
    return kKeys;
}

std::vector<std::string> config_keys() {
    std::vector<std::string> names;
    for (const ConfigKey& key : kKeys) names.emplace_back(key.name);
    return names;
}

Result<const ConfigKey*> find_config_key(std::string_view name) {
    const auto found = std::ranges::find(kKeys, name, &ConfigKey::name);
    if (found != kKeys.end()) return &*found;
    base::Failure failure = fail(Code::usage, "unknown key " + std::string(name));
    for (const std::string& near : base::near_names(name, config_keys()))
        failure.value().notes.push_back("did you mean " + near + "?");
    return failure;
}

Result<void> assign(const ConfigKey& key, Config& config, const SettingValue& value) {
    return std::visit(Assign{key, value}, key.slot(config));
}

Result<SettingValue> config_value(const Config& config, std::string_view key) {
    CUDAENV_TRY(const ConfigKey* row, find_config_key(key));
    Config copy = config;  // slots are for writing too
    return std::visit(Show{*row}, row->slot(copy));
}

Result<SettingValue> parse_config_value(std::string_view key, std::string_view text) {
    CUDAENV_TRY(const ConfigKey* row, find_config_key(key));
    Config scratch;
    const Slot slot = row->slot(scratch);
    SettingValue value{std::string(text)};
    if (std::holds_alternative<bool*>(slot) || std::holds_alternative<unsigned*>(slot) ||
        (std::holds_alternative<std::vector<std::string>*>(slot) && text.starts_with('['))) {
        const auto parsed = parse_settings("value = " + std::string(text), std::string(key));
        if (parsed && parsed->size() == 1) value = parsed->front().value;
    } else if (std::holds_alternative<std::vector<std::string>*>(slot)) {
        value = std::vector<std::string>{std::string(text)};
    }
    CUDAENV_TRY(assign(*row, scratch, value));
    return value;
}

}  // namespace cudaenv::commands
