// SPDX-License-Identifier: MIT
#include "cli/options.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace cudaenv::cli {
namespace {

std::string name_that(const std::string& names, bool (*fits)(std::string_view)) {
    for (const std::string_view name : base::split(names, ','))
        if (fits(name)) return std::string(name);
    return "";
}

// Keeps what is given; of several the last.
template <typename Target>
std::function<Result<void>(const std::string&)> storing(Target& target) {
    return [&target](const std::string& given) -> Result<void> {
        target = given;
        return {};
    };
}

base::Failure bad_value(std::string_view names, std::string_view found, std::string needs) {
    return fail(Code::usage, "bad value for " + std::string(base::split(names, ',').back()))
        .values(found, needs);
}

}  // namespace

std::string Option::short_name() const {
    return name_that(names, [](std::string_view name) { return name.size() == 2; });
}
std::string Option::long_name() const {
    return name_that(names, [](std::string_view name) { return name.starts_with("--"); });
}

void Options::count(std::string_view names, int& target, std::string_view text) {
    options_.push_back(
        {std::string(names), "", std::string(text), [&target](const std::string&) -> Result<void> {
             ++target;
             return {};
         }});
}

void Options::value(std::string_view names, std::string_view value, std::string& target,
                    std::string_view text) {
    options_.push_back(
        {std::string(names), std::string(value), std::string(text), storing(target)});
}

void Options::value(std::string_view names, std::string_view value,
                    std::optional<std::string>& target, std::string_view text) {
    options_.push_back(
        {std::string(names), std::string(value), std::string(text), storing(target)});
}

void Options::number(std::string_view names, std::string_view value,
                     std::optional<unsigned>& target, std::string_view text) {
    auto take = [&target, names = std::string(names)](const std::string& given) -> Result<void> {
        unsigned number = 0;
        const char* end = given.data() + given.size();
        const auto [stop, failure] = std::from_chars(given.data(), end, number);
        if (failure != std::errc{} || stop != end) return bad_value(names, given, "a whole number");
        target = number;
        return {};
    };
    options_.push_back({std::string(names), std::string(value), std::string(text), take});
}

void Options::choice(std::string_view names, std::string_view value, std::string& target,
                     std::string_view text) {
    auto take = [&target, names = std::string(names),
                 value = std::string(value)](const std::string& given) -> Result<void> {
        if (std::ranges::count(base::split(value, '|'), std::string_view(given)) == 0)
            return bad_value(names, given, value);
        target = given;
        return {};
    };
    options_.push_back({std::string(names), std::string(value), std::string(text), take});
}

void Options::list(std::string_view names, std::string_view value, std::vector<std::string>& target,
                   std::string_view text) {
    options_.push_back({std::string(names), std::string(value), std::string(text),
                        [&target](const std::string& given) -> Result<void> {
                            for (const std::string_view piece : base::split(given, ','))
                                if (!piece.empty()) target.emplace_back(piece);
                            return {};
                        }});
}

void Options::required(std::string_view name, std::string& target) {
    arguments_.push_back({std::string(name), true, false, storing(target)});
}

void Options::optional(std::string_view name, std::optional<std::string>& target) {
    arguments_.push_back({std::string(name), false, false, storing(target)});
}

void Options::optional(std::string_view name, std::string& target) {
    arguments_.push_back({std::string(name), false, false, storing(target)});
}

void Options::many(std::string_view name, std::vector<std::string>& target, bool is_required) {
    arguments_.push_back(
        {std::string(name), is_required, true, [&target](const std::string& given) -> Result<void> {
             target.push_back(given);
             return {};
         }});
}

void Options::add_word(std::string_view words, std::function<void(std::size_t)> take) {
    auto take_word = [words = std::string(words),
                      take = std::move(take)](const std::string& given) -> Result<void> {
        const auto known = base::split(words, '|');
        const auto found = std::ranges::find(known, std::string_view(given));
        if (found == known.end()) return fail(Code::usage, "unknown word").values(given, words);
        take(static_cast<std::size_t>(found - known.begin()));
        return {};
    };
    arguments_.push_back({std::string(words), false, false, take_word});
}

void Options::command_line(std::string_view name, std::vector<std::string>& target) {
    many(name, target, true);
    stops_at_first_word_ = true;
}

}  // namespace cudaenv::cli
