// SPDX-License-Identifier: MIT
// A release's facts as JSON and as lines for people.
#include "base/text.hpp"
#include "commands/release_facts.hpp"

namespace cudaenv::commands {
namespace {

using base::Version;
using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json or_null(const Version& version) {
    return or_null(to_string(version));
}

Json or_null(unsigned number) {
    return number == 0 ? Json(nullptr) : Json(number);
}

Json json_of(const catalog::Runfile& file) {
    return {{"platform", file.platform},
            {"name", file.file_name},
            {"size", file.size_bytes ? Json(*file.size_bytes) : Json(nullptr)},
            {"driver", or_null(file.driver)}};
}

Json json_of(const DriverFacts& driver) {
    return {{"min", or_null(driver.min)}, {"recommended", or_null(driver.recommended)}};
}

Json json_of(const CudnnFacts& cudnn) {
    Json versions = Json::array();
    for (const Version& version : cudnn.versions) versions.push_back(to_string(version));
    return {{"build", cudnn.build}, {"versions", versions}};
}

Json json_of(const Fault& fault) {
    return {{"code", fault.code}, {"text", fault.text}};
}

template <typename T>
Json list_of(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(json_of(value));
    return list;
}

Json archs_of(const ReleaseFacts& facts) {
    return {{"min", or_null(facts.min_cc)},
            {"max", or_null(facts.max_cc)},
            {"sm", facts.real},
            {"special", facts.special},
            {"deprecated", facts.deprecated},
            {"line_before", or_null(facts.line_before)},
            {"new", facts.added},
            {"dropped", facts.dropped},
            {"ptx_isa", or_null(facts.ptx_isa)}};
}

Json host_of(const ReleaseFacts& facts) {
    const compat::CompilerRow& host = facts.host;
    return {
        {"gcc", {{"min", or_null(host.gcc_min)}, {"max", or_null(host.gcc_max)}}},
        {"clang", {{"min", or_null(host.clang_min)}, {"max", or_null(host.clang_max)}}},
        {"msvc",
         {{"msc_ver_from", or_null(host.msc_ver_from)},
          {"msc_ver_below", or_null(host.msc_ver_below)}}},
        {"glibc",
         {{"min", or_null(facts.glibc.min)},
          {"warn_from", or_null(facts.glibc.warn_from)},
          {"max_below", or_null(facts.glibc.max_below)}}},
    };
}

// "6 to 13", "up to 9", "7 or newer", "not known".
std::string range_text(const std::string& low, const std::string& high) {
    if (low.empty() && high.empty()) return "not known";
    if (low.empty()) return "up to " + high;
    if (high.empty()) return low + " or newer";
    return low == high ? low : low + " to " + high;
}

std::string number_text(unsigned number) {
    return number == 0 ? "" : std::to_string(number);
}

std::string known(const std::string& text) {
    return text.empty() ? "not known" : text;
}

std::string with_windows(const std::string& here, const std::string& windows) {
    return known(here) + (windows.empty() ? "" : " (Windows " + windows + ")");
}

std::string list_text(const std::vector<std::string>& list) {
    return list.empty() ? "none" : base::join(list, " ");
}

// 1940 is cl 19.40.
std::string msvc_text(unsigned msc_ver) {
    const std::string digits = std::to_string(msc_ver);
    return digits.size() == 4 ? digits.substr(0, 2) + "." + digits.substr(2) : digits;
}

std::string msvc_range(const compat::CompilerRow& host) {
    if (host.msc_ver_from == 0 && host.msc_ver_below == 0) return "not known";
    std::string text = host.msc_ver_from == 0 ? "any" : msvc_text(host.msc_ver_from) + " or newer";
    if (host.msc_ver_below != 0) text += ", below " + msvc_text(host.msc_ver_below);
    return text;
}

std::string glibc_text(const GlibcFacts& glibc) {
    std::string text = glibc.min.count == 0 ? "any" : to_string(glibc.min) + " or newer";
    if (glibc.max_below.count > 0) text += ", below " + to_string(glibc.max_below);
    if (glibc.warn_from.count > 0) text += "; doubtful from " + to_string(glibc.warn_from);
    return text;
}

std::string cudnn_text(const ReleaseFacts& facts) {
    std::string text;
    for (const CudnnFacts& cudnn : facts.cudnn) {
        if (!text.empty()) text += ", ";
        text += range_text(to_string(cudnn.versions.front()), to_string(cudnn.versions.back())) +
                " (" + cudnn.build + ")";
    }
    return known(text);
}

void add_target_lines(const ReleaseFacts& facts, std::vector<FactLine>& lines) {
    if (facts.real.empty()) {
        lines.push_back({"GPUs", "not known"});
        return;
    }
    lines.push_back({"GPUs", range_text(to_string(facts.min_cc), to_string(facts.max_cc))});
    lines.push_back({"  code for", list_text(facts.real)});
    if (!facts.special.empty()) lines.push_back({"  specific", list_text(facts.special)});
    lines.push_back({"  deprecated", list_text(facts.deprecated)});
    if (facts.line_before.count > 0) {
        const std::string since = "since " + to_string(facts.line_before) + ": ";
        lines.push_back({"  new", since + list_text(facts.added)});
        lines.push_back({"  dropped", since + list_text(facts.dropped)});
    }
    lines.push_back({"PTX ISA", known(to_string(facts.ptx_isa))});
}

}  // namespace

nlohmann::ordered_json json_of(const ReleaseFacts& facts) {
    return {
        {"version", to_string(facts.version)},
        {"label", or_null(facts.label)},
        {"kind", facts.kind},
        {"catalog", facts.catalog},
        {"reviewed", facts.is_reviewed},
        {"runfiles", list_of(facts.runfiles)},
        {"driver",
         {{"linux", json_of(facts.linux_driver)},
          {"windows", json_of(facts.windows_driver)},
          {"bundled", or_null(facts.bundled_driver)}}},
        {"archs", archs_of(facts)},
        {"host", host_of(facts)},
        {"cudnn", list_of(facts.cudnn)},
        {"faults", list_of(facts.faults)},
    };
}

std::vector<FactLine> lines_of(const ReleaseFacts& facts) {
    std::vector<FactLine> lines{
        {"kind", facts.label.empty() ? facts.kind : facts.kind + ", " + facts.label}};
    if (!facts.is_reviewed) lines.push_back({"reviewed", "no: straight from NVIDIA's index"});
    lines.push_back(
        {"driver minimum", with_windows(facts.linux_driver.min, facts.windows_driver.min)});
    lines.push_back({"driver recommended", with_windows(facts.linux_driver.recommended,
                                                        facts.windows_driver.recommended)});
    lines.push_back({"driver bundled", known(facts.bundled_driver)});
    add_target_lines(facts, lines);
    const compat::CompilerRow& host = facts.host;
    lines.push_back({"gcc", range_text(number_text(host.gcc_min), number_text(host.gcc_max))});
    lines.push_back({"clang", range_text(to_string(host.clang_min), to_string(host.clang_max))});
    lines.push_back({"MSVC", msvc_range(host)});
    lines.push_back({"glibc", glibc_text(facts.glibc)});
    lines.push_back({"cuDNN", cudnn_text(facts)});
    for (const catalog::Runfile& file : facts.runfiles) {
        const bool is_sized = file.size_bytes.has_value();
        lines.push_back({"runfile " + file.platform,
                         is_sized ? base::human_size(*file.size_bytes) : "size not known"});
    }
    for (const Fault& fault : facts.faults)
        lines.push_back({"known fault", fault.code + " " + fault.text});
    return lines;
}

}  // namespace cudaenv::commands
