// SPDX-License-Identifier: MIT
// cudaenv-embed-tables OUT.cpp FILE.toml…
// Runs when cudaenv is built: reads the compatibility tables as the program itself reads an
// overlay, and writes them as text (compat/embedded.hpp). Exit code 1 and a message for a bad file.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "compat/tables.hpp"
#include "compat/text_form.hpp"

namespace {

using namespace cudaenv;

constexpr std::size_t kMaxTextBytes = 60'000;  // compilers must take literals of 64 KiB

// A C++ string literal on a line of its own. Octal escapes, since they end after three digits.
std::string quoted(std::string_view text) {
    std::string literal = "    \"";
    for (const char c : text) {
        if (c == '"' || c == '\\') literal += '\\';
        if (static_cast<unsigned char>(c) < 0x20) {
            char escape[5];
            static_cast<void>(std::snprintf(escape, sizeof escape, "\\%03o", unsigned(c)));
            literal += escape;
        } else {
            literal += c;
        }
    }
    return literal + "\"\n";
}

// The literals of a table, commas only where the next one begins a new text.
std::string literals(const compat::TextTable& table) {
    std::string all;
    std::size_t size_bytes = 0;
    for (const std::string& row : table.rows) {
        if (size_bytes + row.size() > kMaxTextBytes) {
            all += "    ,\n";
            size_bytes = 0;
        }
        all += quoted(row);
        size_bytes += row.size();
    }
    return all;
}

std::string source_text(const compat::Tables& tables) {
    std::ostringstream texts, list;
    for (const auto& table : compat::to_text(tables)) {
        texts << "constexpr std::string_view k_" << table.name << "[] = {\n"
              << literals(table) << "};\n\n";
        list << "    {\"" << table.name << "\", " << table.rows.size() << ", k_" << table.name
             << "},\n";
    }
    return "// Made from manifests/compat/ by cudaenv-embed-tables; edit those.\n"
           "#include \"compat/embedded.hpp\"\n\n"
           "namespace cudaenv::compat::embedded {\n\nnamespace {\n\n" +
           texts.str() + "constexpr Table kAll[] = {\n" + list.str() +
           "};\n\n}  // namespace\n\nconst std::span<const Table> kTables = kAll;\n\n"
           "}  // namespace cudaenv::compat::embedded\n";
}

Result<void> add_file(compat::Tables& tables, const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad()) return fail(Code::files, "cannot read").at(path);
    return add_tables(tables, text, path);
}

Result<void> embed(const std::string& output, std::span<char* const> files) {
    compat::Tables tables;
    for (const char* path : files) CUDAENV_TRY(add_file(tables, path));
    std::ofstream out(output, std::ios::binary);
    out << source_text(tables) << std::flush;
    if (!out) return fail(Code::files, "cannot write").at(output);
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    const std::span arguments(argv, static_cast<std::size_t>(argc));
    if (argc < 3) {
        static_cast<void>(std::fputs("usage: cudaenv-embed-tables OUT.cpp FILE.toml...\n", stderr));
        return 2;
    }
    const auto done = embed(arguments[1], arguments.subspan(2));
    if (done) return 0;
    const auto& error = done.error();
    static_cast<void>(std::fprintf(stderr, "%s: error: %s (found %s, needs %s)\n", error.at.c_str(),
                                   error.what.c_str(), error.found.c_str(), error.needs.c_str()));
    return 1;
}
