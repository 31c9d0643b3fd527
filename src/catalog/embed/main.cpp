// SPDX-License-Identifier: MIT
// cudaenv-embed-catalog FOLDER OUT.cpp REDIST_OUT.cpp
// Runs when cudaenv is built: reads the manifests as the program itself reads a catalog folder, and
// writes them as tables (catalog/embedded.hpp, embedded_redist.hpp). Exit code 1 and a message for
// a bad manifest.
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "catalog/catalog.hpp"
#include "catalog/embed/literal.hpp"
#include "catalog/embed/redist.hpp"

namespace {

using namespace cudaenv;

using catalog::embed::quoted;

std::string_view name_of(catalog::ReleaseKind kind) {
    using enum catalog::ReleaseKind;
    switch (kind) {
        case preview:
            return "ReleaseKind::preview";
        case patch:
            return "ReleaseKind::patch";
        case release:
            break;
    }
    return "ReleaseKind::release";
}

std::string release_row(const catalog::Release& release) {
    std::ostringstream row;
    row << "    {" << quoted(to_string(release.version)) << ", " << name_of(release.kind) << ", "
        << quoted(release.label) << ", " << (release.is_reviewed ? "true" : "false") << ", "
        << release.runfiles.size() << "},\n";
    return row.str();
}

std::string runfile_row(const catalog::Runfile& file) {
    std::ostringstream row;
    row << "    {" << quoted(file.platform) << ", " << quoted(file.file_name) << ", "
        << quoted(file.driver) << ",\n     " << quoted(file.sha256) << ", " << quoted(file.md5)
        << ",\n     " << file.size_bytes.value_or(0) << "U, " << file.sha256_sources << ", "
        << file.md5_sources << ", " << file.size_sources << ", " << file.urls.size() << "},\n";
    return row.str();
}

std::string source_text(const catalog::Catalog& catalog) {
    std::string releases, runfiles, urls;
    for (const auto& release : catalog.releases()) {
        releases += release_row(release);
        for (const auto& file : release.runfiles) {
            runfiles += runfile_row(file);
            for (const auto& url : file.urls) urls += "    " + quoted(url) + ",\n";
        }
    }
    return "// Made from manifests/ by cudaenv-embed-catalog; edit those.\n"
           "#include \"catalog/embedded.hpp\"\n\n"
           "namespace cudaenv::catalog::embedded {\n\nnamespace {\n\n"
           "constexpr ReleaseRow kReleases[] = {\n" +
           releases + "};\n\nconstexpr RunfileRow kRunfiles[] = {\n" + runfiles +
           "};\n\nconstexpr std::string_view kUrls[] = {\n" + urls +
           "};\n\n}  // namespace\n\nconst Tables kTables{" + std::to_string(catalog.serial()) +
           "U, kReleases, kRunfiles, kUrls};\n\n}  // namespace cudaenv::catalog::embedded\n";
}

Result<void> write(const std::string& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text << std::flush;
    if (!out) return fail(Code::files, "cannot write").at(path);
    return {};
}

Result<void> embed(const std::string& folder, const std::string& output,
                   const std::string& redist_output) {
    CUDAENV_TRY(const auto catalog, catalog::read_folder(folder));
    CUDAENV_TRY(const auto redist, catalog::read_redist_folder(folder));
    CUDAENV_TRY(write(output, source_text(catalog)));
    return write(redist_output, catalog::embed::redist_source(redist));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        static_cast<void>(
            std::fputs("usage: cudaenv-embed-catalog FOLDER OUT.cpp REDIST_OUT.cpp\n", stderr));
        return 2;
    }
    const auto done = embed(argv[1], argv[2], argv[3]);
    if (done) return 0;
    const auto& error = done.error();
    static_cast<void>(std::fprintf(stderr, "%s: error: %s (found %s, needs %s)\n", error.at.c_str(),
                                   error.what.c_str(), error.found.c_str(), error.needs.c_str()));
    return 1;
}
