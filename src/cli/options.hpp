// SPDX-License-Identifier: MIT
// What a verb understands, declared once: each option and argument with its text and the field of
// the request that it fills. Parsing, help, completions and man pages all read this one list.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::cli {

// One option. `take` is called for each occurrence, with an empty text for a flag.
struct Option {
    std::string names;  // "-f,--force", "--json", "-x"
    std::string value;  // what help calls the value; empty = a flag
    std::string text;
    std::function<Result<void>(const std::string&)> take;

    std::string short_name() const;  // "-f" or empty
    std::string long_name() const;   // "--force" or empty
};

struct Argument {
    std::string name;
    bool is_required = false;
    bool is_many = false;
    std::function<Result<void>(const std::string&)> take;
};

class Options {
  public:
    void flag(std::string_view names, bool& target, std::string_view text, bool value = true) {
        pick(names, target, value, text);
    }
    void count(std::string_view names, int& target, std::string_view text);
    void value(std::string_view names, std::string_view value, std::string& target,
               std::string_view text);
    void value(std::string_view names, std::string_view value, std::optional<std::string>& target,
               std::string_view text);
    // A whole number; Code::usage otherwise.
    void number(std::string_view names, std::string_view value, std::optional<unsigned>& target,
                std::string_view text);
    // One of the words that `value` lists, separated by '|'; Code::usage otherwise.
    void choice(std::string_view names, std::string_view value, std::string& target,
                std::string_view text);
    // Separated by commas, and may be given several times.
    void list(std::string_view names, std::string_view value, std::vector<std::string>& target,
              std::string_view text);

    // A flag that means one value of several.
    template <typename Choice>
    void pick(std::string_view names, Choice& target, Choice value, std::string_view text) {
        options_.push_back({std::string(names), "", std::string(text),
                            [&target, value](const std::string&) -> Result<void> {
                                target = value;
                                return {};
                            }});
    }

    void required(std::string_view name, std::string& target);
    void optional(std::string_view name, std::optional<std::string>& target);
    void optional(std::string_view name, std::string& target);
    void many(std::string_view name, std::vector<std::string>& target, bool is_required = false);
    // One of the words that `words` lists, separated by '|' and in the order of the enumeration;
    // may be left out. Code::usage otherwise.
    template <typename Choice>
    void word(std::string_view words, Choice& target) {
        add_word(words, [&target](std::size_t index) { target = static_cast<Choice>(index); });
    }
    // A program and its arguments: everything from the first word on, untouched.
    void command_line(std::string_view name, std::vector<std::string>& target);

    const std::vector<Option>& options() const { return options_; }
    const std::vector<Argument>& arguments() const { return arguments_; }
    bool stops_at_first_word() const { return stops_at_first_word_; }

  private:
    void add_word(std::string_view words, std::function<void(std::size_t)> take);

    std::vector<Option> options_;
    std::vector<Argument> arguments_;
    bool stops_at_first_word_ = false;
};

}  // namespace cudaenv::cli
