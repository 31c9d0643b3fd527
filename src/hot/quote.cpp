// SPDX-License-Identifier: MIT
#include "hot/quote.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace cudaenv::hot {

namespace {

constexpr std::array<std::pair<std::string_view, Shell>, 12> kShells{{
    {"bash", Shell::bash},
    {"zsh", Shell::zsh},
    {"fish", Shell::fish},
    {"posix", Shell::posix},
    {"sh", Shell::posix},
    {"dash", Shell::posix},
    {"ksh", Shell::posix},
    {"pwsh", Shell::pwsh},
    {"powershell", Shell::pwsh},
    {"nu", Shell::nu},
    {"nushell", Shell::nu},
    {"elvish", Shell::elvish},
}};

// In quote marks on both sides, with some bytes replaced.
template <typename Replace>
std::string wrap(char mark, std::string_view text, Replace replace) {
    std::string quoted(1, mark);
    for (std::size_t i = 0; i < text.size(); ++i) replace(quoted, text, i);
    return quoted += mark;
}

std::string quote_posix(std::string_view text) {
    return wrap('\'', text, [](std::string& to, std::string_view from, std::size_t i) {
        from[i] == '\'' ? to.append("'\\''") : to.append(1, from[i]);
    });
}

std::string quote_fish(std::string_view text) {
    return wrap('\'', text, [](std::string& to, std::string_view from, std::size_t i) {
        if (from[i] == '\'' || from[i] == '\\') to += '\\';
        to += from[i];
    });
}

std::string quote_doubled(std::string_view text) {
    return wrap('\'', text, [](std::string& to, std::string_view from, std::size_t i) {
        to.append(from[i] == '\'' ? 2 : 1, from[i]);
    });
}

// PowerShell takes the four typographic single quotes (U+2018 to U+201B) for the plain one.
std::string quote_pwsh(std::string_view text) {
    return wrap('\'', text, [](std::string& to, std::string_view from, std::size_t i) {
        const std::string_view three = from.substr(i, 3);
        const bool is_typographic = three.size() == 3 && three.starts_with("\xE2\x80") &&
                                    three[2] >= '\x98' && three[2] <= '\x9B';
        if (from[i] == '\'') to += '\'';
        if (is_typographic) to += three;
        to += from[i];
    });
}

std::string quote_nu(std::string_view text) {
    return wrap('"', text, [](std::string& to, std::string_view from, std::size_t i) {
        switch (from[i]) {
            case '"':
            case '\\':
                to += '\\';
                to += from[i];
                break;
            case '\n':
                to += "\\n";
                break;
            case '\r':
                to += "\\r";
                break;
            case '\t':
                to += "\\t";
                break;
            default:
                to += from[i];
        }
    });
}

std::string concat(std::initializer_list<std::string_view> pieces) {
    std::string text;
    for (const std::string_view piece : pieces) text += piece;
    return text;
}

}  // namespace

std::optional<Shell> parse_shell(std::string_view name) {
    for (const auto& [known, shell] : kShells) {
        if (known == name) return shell;
    }
    return std::nullopt;
}

std::string_view to_string(Shell shell) {
    for (const auto& [name, known] : kShells) {
        if (known == shell) return name;
    }
    return {};
}

std::string quote(Shell shell, std::string_view text) {
    switch (shell) {
        case Shell::bash:
        case Shell::zsh:
        case Shell::posix:
            return quote_posix(text);
        case Shell::fish:
            return quote_fish(text);
        case Shell::pwsh:
            return quote_pwsh(text);
        case Shell::nu:
            return quote_nu(text);
        case Shell::elvish:
            return quote_doubled(text);
    }
    return {};
}

std::string as_word(std::string_view text) {
    constexpr std::string_view kPlainMarks = "+,-./:@_";
    const bool is_plain = std::all_of(text.begin(), text.end(), [&](char c) {
        return base::is_letter(c) || base::is_digit(c) || kPlainMarks.find(c) != kPlainMarks.npos;
    });
    return is_plain && !text.empty() ? std::string(text) : quote_posix(text);
}

std::string set_statement(Shell shell, std::string_view name, std::string_view value) {
    const std::string word = quote(shell, value);
    switch (shell) {
        case Shell::bash:
        case Shell::zsh:  // `export`: `typeset` and `declare` would be local in a function
        case Shell::posix:
            return concat({"export ", name, "=", word, "\n"});
        case Shell::fish:
            return concat({"set -gx ", name, " ", word, "\n"});
        case Shell::pwsh:
            return concat({"${env:", name, "} = ", word, "\n"});
        case Shell::nu:
            // nu holds PATH as a list.
            if (name == "PATH") return concat({"$env.PATH = (", word, " | split row ':')\n"});
            return concat({"$env.", name, " = ", word, "\n"});
        case Shell::elvish:
            return concat({"set-env ", name, " ", word, "\n"});
    }
    return {};
}

std::string unset_statement(Shell shell, std::string_view name) {
    switch (shell) {
        case Shell::bash:
        case Shell::zsh:
        case Shell::posix:
            return concat({"unset ", name, "\n"});
        case Shell::fish:
            return concat({"set -eg ", name, "\n"});
        case Shell::pwsh:
            return concat({"Remove-Item -ErrorAction SilentlyContinue Env:", name, "\n"});
        case Shell::nu:
            return concat({"hide-env -i ", name, "\n"});
        case Shell::elvish:
            return concat({"unset-env ", name, "\n"});
    }
    return {};
}

std::string to_statements(Shell shell, const Delta& delta) {
    std::string text;
    for (const auto& [name, value] : delta) {
        text += value ? set_statement(shell, name, *value) : unset_statement(shell, name);
    }
    return text;
}

}  // namespace cudaenv::hot
