// SPDX-License-Identifier: MIT
#include "cli/help.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/program.hpp"
#include "base/text.hpp"
#include "cli/parse.hpp"

namespace cudaenv::cli {
namespace {

// "-f, --force", "    --profile P"
std::string spelling(const Option& option) {
    std::string out = option.short_name().empty() ? "    " : option.short_name();
    if (!option.short_name().empty() && !option.long_name().empty()) out += ", ";
    out += option.long_name();
    return option.value.empty() ? out : out + " " + option.value;
}

std::string option_lines(const std::vector<Option>& options) {
    constexpr std::size_t kWidest = 26;
    std::size_t width = 0;
    for (const Option& option : options)
        width = std::max(width, std::min(spelling(option).size(), kWidest));
    std::string out;
    for (const Option& option : options) {
        const std::string name = spelling(option);
        const std::string gap = name.size() > width ? "\n" + std::string(width + 2, ' ') : "";
        out += fmt::format("  {:<{}}{}  {}\n", name, width, gap, option.text);
    }
    return out;
}

nlohmann::json options_json(const std::vector<Option>& options) {
    auto list = nlohmann::json::array();
    for (const Option& option : options) {
        list.push_back({{"short", option.short_name()},
                        {"long", option.long_name()},
                        {"value", option.value},
                        {"text", option.text}});
    }
    return list;
}

}  // namespace

std::string version_line() {
    return std::string(base::kVersionLine);
}

std::string usage_text() {
    return "Usage: cudaenv [OPTIONS] COMMAND [ARGUMENTS]\n";
}

std::string usage_text(const Verb& verb) {
    std::string out;
    for (const std::string_view form : base::split(verb.usage, '\n'))
        out += fmt::format("{} cudaenv {}\n", out.empty() ? "Usage:" : "      ", form);
    return out;
}

std::string help_text() {
    std::string out = usage_text();
    std::size_t width = 0;
    for (const Verb* verb : all_verbs()) width = std::max(width, verb->name.size());
    const Verb* previous = nullptr;
    for (const Verb* verb : all_verbs()) {
        if (previous == nullptr || previous->group != verb->group)
            out += fmt::format("\n{}:\n", to_string(verb->group));
        out += fmt::format("  {:<{}}  {}\n", verb->name, width, verb->summary);
        previous = verb;
    }
    out += "\nOptions, before or after the command:\n" + option_lines(describe_globals().options());
    return out + "\n`cudaenv help COMMAND` tells more of one command.\n";
}

std::string help_text(const Verb& verb) {
    std::string out = usage_text(verb) + fmt::format("\n{}.\n", verb.summary);
    if (!verb.body.empty()) out += fmt::format("\n{}\n", verb.body);
    const Options options = describe(verb);
    if (!options.options().empty()) out += "\nOptions:\n" + option_lines(options.options());
    return out + "\nOptions of every command: `cudaenv help`.\n";
}

std::string commands_json(const std::vector<std::string>& plugins) {
    nlohmann::json data;
    data["commands"] = nlohmann::json::array();
    for (const Verb* verb : all_verbs()) {
        data["commands"].push_back({{"name", verb->name},
                                    {"group", to_string(verb->group)},
                                    {"summary", verb->summary},
                                    {"usage", base::split(verb->usage, '\n')},
                                    {"body", verb->body},
                                    {"options", options_json(describe(*verb).options())}});
    }
    data["global_options"] = options_json(describe_globals().options());
    data["plugins"] = plugins;
    return data.dump();
}

}  // namespace cudaenv::cli
