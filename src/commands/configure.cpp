// SPDX-License-Identifier: MIT
#include "commands/configure.hpp"

#include "commands/json.hpp"

namespace cudaenv::commands {
namespace {

nlohmann::json json_of(const SettingValue& value) {
    return std::visit(
        [](const auto& held) -> nlohmann::json {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
                return nullptr;
            else
                return held;
        },
        value);
}

// As a person writes it: strings without quotes.
std::string plain_text(const SettingValue& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text == nullptr ? to_toml(value) : *text;
}

std::string file_of(const World& world) {
    return world.options.config_file ? *world.options.config_file : config_path(world.env);
}

Result<Report> get(const World& world, const std::string& key) {
    CUDAENV_TRY(const SettingValue value, config_value(world.config, key));
    Report report;
    report.out = plain_text(value) + "\n";
    report.json = json_text({{"key", key}, {"value", json_of(value)}});
    return report;
}

Result<Report> list(const World& world) {
    Report report;
    auto settings = nlohmann::json::object();
    for (const std::string& key : config_keys()) {
        CUDAENV_TRY(const SettingValue value, config_value(world.config, key));
        report.out += key + " = " + to_toml(value) + "\n";
        settings[key] = json_of(value);
    }
    report.json = json_text({{"settings", settings}});
    return report;
}

// Writes, then lets the hot path know: its hot.conf is made from the file as it is now.
Result<Report> change(const World& world, const std::string& key,
                      const std::optional<SettingValue>& value) {
    const std::string file = file_of(world);
    if (file.empty()) return fail(Code::usage, "HOME is not set").try_("cudaenv --config FILE …");
    CUDAENV_TRY(write_config_value(file, key, value));
    World changed = world;
    CUDAENV_TRY(changed.config, load_config(world.env, world.options.config_file, false));
    if (!world.layout.root().empty()) CUDAENV_TRY(raise_generation(changed));
    return Report{};
}

Result<Report> set(const World& world, const std::string& key, const std::string& text) {
    CUDAENV_TRY(const SettingValue value, parse_config_value(key, text));
    return change(world, key, value);
}

base::Failure missing(std::string_view what) {
    return fail(Code::usage, std::string(what) + " is missing").try_("cudaenv help config");
}

Report path(const World& world) {
    Report report;
    report.out = file_of(world) + "\n";
    report.json = json_text({{"file", file_of(world)}});
    return report;
}

}  // namespace

Result<Report> configure(const ConfigRequest& request, const World& world) {
    const std::string action = request.action.value_or("list");
    if (action == "list" && !request.key) return list(world);
    if (action == "path" && !request.key) return path(world);
    const bool is_word = action == "get" || action == "set" || action == "unset";
    if (!is_word) {
        if (request.value) return fail(Code::usage, "one argument too many").found(*request.value);
        return request.key ? set(world, action, *request.key) : get(world, action);
    }
    if (!request.key) return missing("KEY");
    if (action == "set")
        return request.value ? set(world, *request.key, *request.value) : missing("VALUE");
    if (request.value) return fail(Code::usage, "one argument too many").found(*request.value);
    if (action == "get") return get(world, *request.key);
    CUDAENV_TRY(config_value(world.config, *request.key));  // an unknown key is named
    return change(world, *request.key, std::nullopt);
}

}  // namespace cudaenv::commands
