// SPDX-License-Identifier: MIT
#include "commands/settings_file.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "catalog/toml.hpp"

namespace cudaenv::commands {
namespace {

// Byte offset of a position that counts lines from 1 and columns in code points from 1.
std::size_t offset_of(std::string_view text, toml::source_position position) {
    std::size_t at = 0;
    for (toml::source_index line = 1; line < position.line && at < text.size(); ++line)
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    for (toml::source_index column = 1; column < position.column && at < text.size(); ++column) {
        do ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
    }
    return at;
}

SettingValue value_of(const toml::node& node) {
    if (const auto* flag = node.as_boolean()) return flag->get();
    if (const auto* number = node.as_integer()) return number->get();
    if (const auto* text = node.as_string()) return text->get();
    const toml::array* array = node.as_array();
    if (array == nullptr) return {};
    std::vector<std::string> list;
    for (const toml::node& element : *array) {
        if (!element.is_string()) return {};
        list.push_back(element.as_string()->get());
    }
    return list;
}

struct Walk {
    std::string_view text;
    std::vector<Setting>& settings;

    void visit(const toml::table& table, const std::string& prefix, bool is_inline) const {
        for (const auto& [name, node] : table) {
            const std::string key = prefix + std::string(name.str());
            if (const toml::table* inner = node.as_table()) {
                visit(*inner, key + ".", is_inline || inner->is_inline());
                continue;
            }
            const toml::source_region& source = node.source();
            settings.push_back({key, value_of(node), source.begin.line,
                                offset_of(text, source.begin), offset_of(text, source.end),
                                is_inline});
        }
    }
};

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

// Start of the line that holds the byte, and start of the next one.
std::size_t line_begin(std::string_view text, std::size_t at) {
    const std::size_t newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return newline == std::string_view::npos ? 0 : newline + 1;
}
std::size_t line_end(std::string_view text, std::size_t at) {
    const std::size_t newline = text.find('\n', at);
    return newline == std::string_view::npos ? text.size() : newline + 1;
}

// Byte behind the header line of `[section]`; npos if there is none. For the unnamed section the
// place before the first header.
std::size_t place_in_section(std::string_view text, std::string_view section) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t next = line_end(text, at);
        const std::string_view line = base::trim(text.substr(at, next - at));
        if (!line.empty() && line.front() == '[') {
            if (section.empty()) return at;
            const std::string_view name = line.substr(1, line.find(']') - 1);
            if (base::trim(name) == section) return next;
        }
        at = next;
    }
    return section.empty() ? text.size() : std::string_view::npos;
}

std::string with_line_at(const std::string& text, std::size_t at, const std::string& line) {
    const bool needs_break = at > 0 && text[at - 1] != '\n';
    return text.substr(0, at) + (needs_break ? "\n" : "") + line + "\n" + text.substr(at);
}

// The ways in which a new key may be written into the text, the preferred one first.
std::vector<std::string> additions(const std::string& text, std::string_view key,
                                   const std::string& literal) {
    const std::size_t dot = key.rfind('.');
    const std::string section(dot == std::string_view::npos ? "" : key.substr(0, dot));
    const std::string name(dot == std::string_view::npos ? key : key.substr(dot + 1));
    const std::string line = name + " = " + literal;
    std::vector<std::string> ways;
    const std::size_t place = place_in_section(text, section);
    if (place != std::string_view::npos) ways.push_back(with_line_at(text, place, line));
    if (!section.empty()) {
        const std::string gap = text.empty() ? "" : "\n";
        ways.push_back(with_line_at(text, text.size(), gap + "[" + section + "]\n" + line));
        ways.push_back(
            with_line_at(text, place_in_section(text, ""), std::string(key) + " = " + literal));
    }
    return ways;
}

bool holds(const std::string& text, std::string_view key,
           const std::optional<SettingValue>& value) {
    const auto settings = parse_settings(text, "");
    if (!settings) return false;
    const auto found = std::ranges::find(*settings, key, &Setting::key);
    if (found == settings->end()) return !value;
    return value && found->value == *value;
}

}  // namespace

Result<std::vector<Setting>> parse_settings(std::string_view text, const std::string& name) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        const toml::parse_error& error = parsed.error();
        return fail(Code::usage, "this file is not TOML")
            .at(name + ":" + std::to_string(error.source().begin.line))
            .found(error.description());
    }
    std::vector<Setting> settings;
    Walk{text, settings}.visit(parsed.table(), "", false);
    std::ranges::stable_sort(settings, {}, &Setting::begin);
    return settings;
}

std::string to_toml(const SettingValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
    std::string out = "[";
    if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
        for (const std::string& element : *list)
            out += (out.size() > 1 ? ", " : "") + quoted(element);
    }
    return out + "]";
}

Result<std::string> with_setting(const std::string& text, const std::string& name,
                                 std::string_view key, const std::optional<SettingValue>& value) {
    CUDAENV_TRY(const auto settings, parse_settings(text, name));
    const auto found = std::ranges::find(settings, key, &Setting::key);
    std::vector<std::string> ways;
    if (found == settings.end()) {
        if (!value) return text;
        ways = additions(text, key, to_toml(*value));
    } else if (value) {
        ways.push_back(text.substr(0, found->begin) + to_toml(*value) + text.substr(found->end));
    } else if (!found->is_inline) {
        ways.push_back(text.substr(0, line_begin(text, found->begin)) +
                       text.substr(line_end(text, found->end)));
    }
    const auto way = std::ranges::find_if(
        ways, [&](const std::string& edited) { return holds(edited, key, value); });
    if (way != ways.end()) return *way;
    return fail(Code::usage, "cannot change " + std::string(key) + " in this file")
        .at(found == settings.end() ? name : name + ":" + std::to_string(found->line))
        .why("it is written in a form that only a person can edit");
}

}  // namespace cudaenv::commands
