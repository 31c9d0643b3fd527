// SPDX-License-Identifier: MIT
#include "catalog/manifest_text.hpp"

#include <utility>
#include <vector>

namespace cudaenv::catalog {

namespace {

// The rules of the readers leave no control character in any text.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

void add(std::string_view key, std::string_view text, std::string& out) {
    if (!text.empty()) out += std::string(key) + " = " + quoted(text) + "\n";
}

std::string list_of(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + quoted(text);
    return "[" + out + "]";
}

std::string_view kind_of(ReleaseKind kind) {
    if (kind == ReleaseKind::preview) return "preview";
    return kind == ReleaseKind::patch ? "patch" : "";
}

void add_runfile(const Runfile& runfile, std::string& out) {
    out += "\n[[release.runfile]]\n";
    add("platform", runfile.platform, out);
    add("url", runfile.urls.front(), out);
    const std::vector<std::string> others(runfile.urls.begin() + 1, runfile.urls.end());
    if (!others.empty()) out += "alt_urls = " + list_of(others) + "\n";
    add("file", runfile.file_name, out);
    add("driver", runfile.driver, out);
    if (runfile.size_bytes) out += "size = " + std::to_string(*runfile.size_bytes) + "\n";
    add("sha256", runfile.sha256, out);
    add("md5", runfile.md5, out);
}

std::string build_text(const RedistBuild& build) {
    std::string out = "    { platforms = " + list_of({build.platform});
    if (!build.name.empty()) out += ", name = " + quoted(build.name);
    std::vector<std::string> cuda;
    for (const base::Version& line : build.cuda) cuda.push_back(to_string(line));
    if (!cuda.empty()) out += ", cuda = " + list_of(cuda);
    return out + ", full = " + quoted(build.full_version) + " },\n";
}

}  // namespace

std::string manifest_text(std::span<const Release> releases) {
    std::string out = "schema = 1\n";
    for (const Release& release : releases) {
        out += "\n[[release]]\n";
        add("version", to_string(release.version), out);
        add("kind", kind_of(release.kind), out);
        add("label", release.label, out);
        if (!release.is_reviewed) out += "reviewed = false\n";
        for (const Runfile& runfile : release.runfiles) add_runfile(runfile, out);
    }
    return out;
}

std::string product_text(std::string_view product, std::span<const RedistRelease> releases) {
    std::string out = "schema = 1\n";
    add("product", product, out);
    for (const RedistRelease& release : releases) {
        out += "\n[[release]]\n";
        add("version", release.version, out);
        add("date", release.date, out);
        if (!release.is_reviewed) out += "reviewed = false\n";
        add("url", release.list_url, out);
        add("sha256", release.list_sha256, out);
        if (!release.components.empty())
            out += "components = " + list_of(release.components) + "\n";
        out += "builds = [\n";
        for (const RedistBuild& build : release.builds) out += build_text(build);
        out += "]\n";
    }
    return out;
}

}  // namespace cudaenv::catalog
