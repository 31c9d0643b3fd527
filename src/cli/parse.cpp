// SPDX-License-Identifier: MIT
#include "cli/parse.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/text.hpp"

namespace cudaenv::cli {
namespace {

void define_globals(Options& options, Globals& globals) {
    commands::GlobalOptions& shared = globals.shared;
    options.flag("-h,--help", globals.help, "show help");
    options.flag("-V,--version", globals.version, "show the version of cudaenv");
    options.flag("-q,--quiet", shared.quiet, "say errors and warnings only");
    options.count("-v,--verbose", shared.verbose, "say more; may be repeated");
    options.choice("--color", "auto|always|never", globals.color, "colours on stderr");
    options.choice("--progress", "auto|always|never|plain", globals.progress,
                   "progress lines; plain: a line each 10 s");
    options.flag("--json", shared.json, "print one JSON object on stdout");
    options.choice("--format", "text|json|github", globals.format,
                   "form of output; github: workflow annotations");
    options.flag("-y,--yes", shared.yes, "answer questions with yes");
    options.flag("--offline", shared.offline, "use no network");
    options.value("--root", "DIR", shared.root, "the root folder");
    options.value("--config", "FILE", shared.config_file, "read this file for config.toml");
    options.flag("--no-config", shared.no_config, "read no config file");
}

// Names of `option` that no option of `others` has.
std::string free_names(const Option& option, const std::vector<Option>& others) {
    std::string names;
    for (const std::string_view name : base::split(option.names, ',')) {
        const bool is_taken = std::ranges::any_of(others, [&](const Option& other) {
            return std::ranges::count(base::split(other.names, ','), name) != 0;
        });
        if (!is_taken) names += (names.empty() ? "" : ",") + std::string(name);
    }
    return names;
}

std::vector<std::string> long_names(const std::vector<Option>& options) {
    std::vector<std::string> names;
    for (const Option& option : options) names.push_back(option.long_name());
    return names;
}

base::Failure unknown_option(const std::string& word, const std::vector<Option>& known) {
    const std::string name = word.substr(0, word.find('='));
    base::Failure failure = fail(Code::usage, "unknown option " + name);
    for (const std::string& near : base::near_names(name, long_names(known)))
        failure.value().notes.push_back("did you mean " + near + "?");
    return failure;
}

// One CLI11 parser over a list of options; the only code that CLI11 can throw at.
class Parser {
  public:
    Parser(std::vector<Option> options, bool stops_at_first_word)
        : options_(std::move(options)), stops_at_first_word_(stops_at_first_word) {}

    // Gives each option its values and returns the words that are no options.
    Result<std::vector<std::string>> run(const std::vector<std::string>& args) {
        try {
            return run_cli11(args);
        } catch (const CLI::ArgumentMismatch& error) {
            const std::string_view text = error.what();  // "--jobs: 1 required N missing"
            return fail(Code::usage,
                        std::string(text.substr(0, text.find(':'))) + " needs a value");
        } catch (const CLI::Error& error) {
            return fail(Code::usage, base::to_lower(std::string_view(error.what()).substr(0, 1)) +
                                         std::string(error.what()).substr(1));
        }
    }

  private:
    Result<std::vector<std::string>> run_cli11(const std::vector<std::string>& args) {
        CLI::App app;
        app.set_help_flag();
        app.allow_extras();
        app.prefix_command(stops_at_first_word_);
        std::vector<CLI::Option*> handles;
        for (const Option& option : options_) {
            handles.push_back(option.value.empty()
                                  ? app.add_flag(option.names)->disable_flag_override()
                                  : app.add_option(option.names)->expected(1)->take_all());
        }
        app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
        for (std::size_t i = 0; i < options_.size(); ++i) {
            for (const std::string& value : handles[i]->results())
                CUDAENV_TRY(options_[i].take(value));
        }
        return words_of(app.remaining());
    }

    // CLI11 keeps words, unknown options and the mark `--` in one list, in their order. (As an
    // argument of the parser a word like "[a,b]" would be taken apart.)
    Result<std::vector<std::string>> words_of(const std::vector<std::string>& remaining) const {
        std::vector<std::string> words;
        bool only_words = false;
        for (const std::string& word : remaining) {
            if (!only_words && word == "--") {
                only_words = true;
                continue;
            }
            const bool is_option = word.size() > 1 && word.front() == '-';
            if (!only_words && is_option) return unknown_option(word, options_);
            words.push_back(word);
            only_words = only_words || stops_at_first_word_;
        }
        return words;
    }

    std::vector<Option> options_;
    bool stops_at_first_word_;
};

Result<void> give_words(const std::vector<Argument>& arguments,
                        const std::vector<std::string>& words) {
    std::size_t next = 0;
    for (const Argument& argument : arguments) {
        if (argument.is_required && next == words.size())
            return fail(Code::usage, argument.name + " is missing");
        while (next < words.size()) {
            CUDAENV_TRY(argument.take(words[next++]));
            if (!argument.is_many) break;
        }
    }
    if (next < words.size()) return fail(Code::usage, "one argument too many").found(words[next]);
    return {};
}

Result<void> parse_verb(Invocation& out) {
    Options own;
    Command command = out.verb->define(own);
    Options globals;
    define_globals(globals, out.globals);
    std::vector<Option> all = own.options();
    for (Option option : globals.options()) {
        option.names = free_names(option, own.options());
        if (!option.names.empty()) all.push_back(std::move(option));
    }
    const std::string verb(out.name);
    auto words = Parser(std::move(all), own.stops_at_first_word()).run(out.rest);
    if (out.globals.help) return {};
    auto done = words ? give_words(own.arguments(), *words) : tl::unexpected(words.error());
    if (!done) {
        done.error().try_.push_back("cudaenv help " + verb);
        return done;
    }
    out.command = std::move(command);
    return {};
}

}  // namespace

Options describe_globals() {
    Options options;
    Globals scratch;  // whoever only describes takes no values
    define_globals(options, scratch);
    return options;
}

Result<void> parse(const std::vector<std::string>& args, Invocation& out) {
    Options globals;
    define_globals(globals, out.globals);
    CUDAENV_TRY(std::vector<std::string> words, Parser(globals.options(), true).run(args));
    if (words.empty()) return {};
    out.name = words.front();
    out.rest.assign(words.begin() + 1, words.end());
    out.verb = find_verb(out.name);
    return out.verb == nullptr ? Result<void>{} : parse_verb(out);
}

}  // namespace cudaenv::cli
