#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make the completion scripts from what `cudaenv --json commands` says of every command.

    cudaenv --json commands | completions/generate.py [FOLDER]

The scripts are kept in the repository, since the program carries them; tests/meta/completions_test.py
fails when they are not what the program says of itself. Hand-written parts are in *.in files.
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = ("cudaenv.bash", "_cudaenv", "cudaenv.fish")

# Whose VERSION is one of the known releases, not of the installed ones (cli.md section 3).
OF_KNOWN = {"bundle", "compat", "fetch", "info", "install", "latest", "lock", "mirror", "recommend"}

# What stands for a word of usage or for an option's value. The kinds, each a function in the
# scripts: installed, known (versions), commands, programs, shells, files, folders.
KINDS = {
    "VERSION": "installed", "VERSION...": "installed", "REQUEST": "installed", "STACK": "installed",
    "V": "installed", "SHELL": "shells", "FILE": "files", "FILE...": "files", "DIR": "folders",
    "DIR|FILE": "files", "PATH": "folders", "COMMAND": "programs",
}
OF_OUR_COMMANDS = {"help", "hooks"}
FISH_OWN = {"files", "folders"}  # what fish itself completes


def words_of(text):
    """`lua|tcl` gives its words; anything that is not a choice gives none."""
    words = text.split("|")
    fits = all(re.fullmatch(r"[a-z0-9_.-]+", word) for word in words)
    return words if fits and (len(words) > 1 or words[0].islower()) else []


def option_kind(option):
    if not option["value"]:
        return None
    if words_of(option["value"]):
        return "words"
    if option["value"] == "V" and option["long"] != "--version":
        return "none"
    return KINDS.get(option["value"], "none")


def argument(command):
    """(kind, words) of what may stand behind the command besides options."""
    words, kind = [], "none"
    for form in command["usage"]:
        for token in re.sub(r"[\[\]|]", " ", form).split()[1:]:
            if re.fullmatch(r"[a-z]+", token):
                words.append(token)
            elif kind == "none":
                kind = KINDS.get(token, "none")
    name = command["name"]
    if kind == "installed" and name in OF_KNOWN:
        kind = "known"
    if name in OF_OUR_COMMANDS:
        kind = "commands"
    options = {option["value"] for option in command["options"]}
    return kind, [word for word in dict.fromkeys(words) if word not in options]


def spellings(option):
    return [name for name in (option["short"], option["long"]) if name]


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def bash_tables(data):
    lines = []
    names = [command["name"] for command in data["commands"]]
    lines.append("_cudaenv_commands=" + quoted(" ".join(names)))
    lines.append("_cudaenv_globals=" + quoted(bash_options(data["global_options"])))
    lines += ["", "# Sets options, kind and words for the command $1."]
    lines += ["_cudaenv_describe() {", "    case $1 in"]
    for command in data["commands"]:
        kind, words = argument(command)
        lines.append(f"        {command['name']})")
        lines.append(f"            options={quoted(bash_options(command['options']))}")
        lines.append(f"            kind={kind} words={quoted(' '.join(words))} ;;")
    lines += ["    esac", "}", "", "# Sets kind and words for the value of option $2 of command $1."]
    lines += ["_cudaenv_describe_value() {", "    case $1$2 in"]
    commands = [(command["name"], command["options"]) for command in data["commands"]]
    for prefix, options in commands + [("*", data["global_options"])]:
        for option in options:
            kind = option_kind(option)
            if kind is None:
                continue
            names = " | ".join(prefix + name for name in spellings(option))
            words = " ".join(words_of(option["value"]))
            lines.append(f"        {names}) kind={kind} words={quoted(words)} ;;")
    lines += ["        *) return 1 ;;", "    esac", "}"]
    return lines


def bash_options(options):
    return " ".join(name for option in options for name in spellings(option))


def zsh_spec(option):
    text = re.sub(r"([\[\]:\\])", r"\\\1", option["text"])
    names = spellings(option)
    ending = ""
    if option["value"]:
        words = " ".join(words_of(option["value"]))
        action = f"({words})" if words else f"_cudaenv_{option_kind(option)}"
        label = re.sub(r"([:\\])", r"\\\1", option["value"])
        ending = f":{label}:{action}"
        names = [name + ("=" if name.startswith("--") else "+") for name in names]
    return [quoted(f"*{name}[{text}]{ending}") for name in names]


def zsh_tables(data):
    lines = ["_cudaenv_globals=("]
    for option in data["global_options"]:
        lines += ["    " + spec for spec in zsh_spec(option)]
    lines += [")", "", "_cudaenv_table=("]
    for command in data["commands"]:
        summary = command["summary"].replace(":", r"\:")
        lines.append("    " + quoted(f"{command['name']}:{summary}"))
    lines += [")", "", "# Sets specs, kind and choices for the command $1."]
    lines += ["_cudaenv_describe() {", "    case $1 in"]
    for command in data["commands"]:
        kind, words = argument(command)
        lines.append(f"        {command['name']})")
        if command["options"]:
            lines.append("            specs=(")
            for option in command["options"]:
                lines += ["                " + spec for spec in zsh_spec(option)]
            lines.append("            )")
        lines.append(f"            kind={kind} choices=({' '.join(words)}) ;;")
    lines += ["    esac", "}"]
    return lines


def fish_option(condition, option):
    parts = [f"complete -c cudaenv -n {fish_quoted(condition)}"]
    parts += [f"-s {option['short'][1:]}"] if option["short"] else []
    parts += [f"-l {option['long'][2:]}"] if option["long"] else []
    if option["value"]:
        parts.append(fish_values(option))
    parts.append(f"-d {fish_quoted(option['text'])}")
    return " ".join(parts)


def fish_values(option):
    kind = option_kind(option)
    if kind == "words":
        return "-x -a " + fish_quoted(" ".join(words_of(option["value"])))
    if kind in FISH_OWN:
        return "-r -F"
    return "-x" if kind == "none" else f"-x -a '(_cudaenv_{kind})'"


def fish_argument(name, kind, words):
    """The lines for what may stand behind a command besides options."""
    start = f"complete -c cudaenv -n '_cudaenv_is {name}' "
    lines = [start + "-a " + fish_quoted(" ".join(words))] if words else []
    if kind in FISH_OWN:
        lines.append(start + "-F")
    elif kind == "commands":
        lines.append(start + "-a '$_cudaenv_commands'")
    elif kind != "none":
        lines.append(start + f"-a '(_cudaenv_{kind})'")
    return lines


def fish_tables(data):
    takers = [n for o in data["global_options"] if o["value"] for n in spellings(o)]
    lines = ["set -g _cudaenv_commands " + " ".join(c["name"] for c in data["commands"])]
    lines += ["set -g _cudaenv_takers " + " ".join(takers), ""]
    for option in data["global_options"]:
        lines.append(fish_option("true", option))
    for command in data["commands"]:
        name, (kind, words) = command["name"], argument(command)
        lines.append("")
        lines.append(
            f"complete -c cudaenv -n '_cudaenv_needs_command' -a {name} -d {fish_quoted(command['summary'])}"
        )
        lines += [fish_option(f"_cudaenv_is {name}", option) for option in command["options"]]
        lines += fish_argument(name, kind, words)
    return lines


TABLES = {"cudaenv.bash": bash_tables, "_cudaenv": zsh_tables, "cudaenv.fish": fish_tables}


def script(name, data):
    """The text of one script: its .in file with the line @TABLES@ replaced."""
    text = (HERE / (name + ".in")).read_text()
    return text.replace("@TABLES@\n", "\n".join(TABLES[name](data)) + "\n")


def main():
    data = json.load(sys.stdin)["data"]
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for name in SCRIPTS:
        (folder / name).write_text(script(name, data))


if __name__ == "__main__":
    main()
