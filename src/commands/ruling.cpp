// SPDX-License-Identifier: MIT
#include "commands/ruling.hpp"

#include "base/text.hpp"
#include "hot/ruling.hpp"

namespace cudaenv::commands {
namespace {

// The line of a version file that holds the requests: the first that is not blank or a comment.
std::size_t line_of_requests(std::string_view text) {
    std::size_t number = 0;
    for (const std::string_view line : base::split(text, '\n')) {
        ++number;
        const std::string_view words = base::trim(line);
        if (!words.empty() && words.front() != '#') return number;
    }
    return 1;
}

// Says as the shims do which file, and which line of it, asked for what is missing.
void add_origin(Error& error, const base::Request& request, const hot::Selection& selection) {
    const bool is_folder =
        request.kind == base::Request::Kind::path || request.kind == base::Request::Kind::system;
    if (!is_folder) error.what = base::to_string(request) + " is not installed";
    error.what += " (asked for by " + hot::to_string(selection.origin) + ")";
    const std::string& path = selection.origin.path;
    const bool is_plain =
        path.ends_with(base::kVersionFile) || selection.origin.kind == hot::Origin::Kind::global;
    if (is_plain) error.at = path + ":" + std::to_string(line_of_requests(selection.ruling_text));
}

}  // namespace

Result<Ruling> find_ruling(const World& world, const Lookup& lookup,
                           std::string_view command_line) {
    hot::SelectInput input = lookup.select_input();
    input.command_line = command_line;
    Ruling ruling;
    CUDAENV_TRY(ruling.selection, hot::select(input));
    ruling.origin = origin_text(ruling.selection.origin, world.layout);
    if (ruling.selection.file.requests.empty())
        ruling.found.push_back(hot::find_system(lookup.resolve_input()));
    for (const base::Request& request : ruling.selection.file.requests) {
        auto found = lookup.resolve(request);
        if (found) {
            ruling.found.push_back(*std::move(found));
            continue;
        }
        if (found.error().code != Code::not_installed) return tl::unexpected(found.error());
        ruling.missing.push_back(as_written(request));
        if (ruling.error) {
            ruling.error->notes.push_back(found.error().what);
        } else {
            ruling.error = std::move(found).error();
            add_origin(*ruling.error, request, ruling.selection);
        }
    }
    return ruling;
}

Result<Ruling> find_whole_ruling(const World& world, const Lookup& lookup,
                                 std::string_view command_line) {
    CUDAENV_TRY(Ruling ruling, find_ruling(world, lookup, command_line));
    if (ruling.error) return tl::unexpected(*ruling.error);
    return ruling;
}

Result<std::vector<hot::Found>> resolve_all(const Lookup& lookup,
                                            const std::vector<std::string>& requests) {
    std::vector<hot::Found> all;
    for (const std::string& text : requests) {
        CUDAENV_TRY(const base::Request request, base::parse_request(text));
        CUDAENV_TRY(hot::Found found, lookup.resolve(request));
        all.push_back(std::move(found));
    }
    return all;
}

Result<std::vector<hot::ActivePrefix>> active_prefixes(const std::vector<hot::Found>& found) {
    std::vector<hot::ActivePrefix> prefixes;
    for (const hot::Found& one : found) {
        if (is_plain_system(one) || one.prefix.empty()) continue;
        CUDAENV_TRY(hot::Activation activation, hot::read_activation(one.prefix));
        prefixes.push_back({one.prefix, std::move(activation)});
    }
    return prefixes;
}

std::vector<Message> messages_of(const hot::Selection& selection) {
    std::vector<Message> messages;
    for (const std::string& text : selection.file.warnings)
        messages.push_back(Message::warning(text));
    for (const std::string& text : selection.notes) messages.push_back(Message::note(text));
    return messages;
}

}  // namespace cudaenv::commands
