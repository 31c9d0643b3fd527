// SPDX-License-Identifier: MIT
// Rules 3 and 4 of cli.md section 14: the compiler that nvcc will take, and the C library.
#include <fmt/format.h>

#include "base/text.hpp"
#include "compat/lookup.hpp"
#include "compat/rules.hpp"

namespace cudaenv::compat {

namespace {

using base::Version;

// A compiler kind's range, in its own numbers.
struct Range {
    std::string_view name;  // gcc
    std::string_view slug;  // GCC
    std::string_view code;  // CE301
    Version min, max;       // inclusive, compared by as many parts as they have
    std::string below;      // for people, where the upper bound is exclusive
};

Version whole(unsigned number) {
    Version version;
    version.part[0] = number;
    version.count = number > 0 ? 1 : 0;
    return version;
}

// _MSC_VER 1940 is what cl calls 19.40.
Version as_msc(unsigned number) {
    Version version = whole(number / 100);
    version.part[1] = number % 100;
    version.count = number > 0 ? 2 : 0;
    return version;
}

Range range_of(const CompilerRow& row, std::string_view kind) {
    if (kind == "gcc") return {"gcc", "GCC", "CE301", whole(row.gcc_min), whole(row.gcc_max), ""};
    if (kind == "clang") return {"clang", "CLANG", "CE301", row.clang_min, row.clang_max, ""};
    if (kind == "msvc" && row.msc_ver_below > 0) {
        return {"MSVC",
                "MSVC",
                "CE302",
                as_msc(row.msc_ver_from),
                as_msc(row.msc_ver_below - 1),
                fmt::format("MSVC below 19.{}", row.msc_ver_below % 100)};
    }
    return {};
}

bool is_above(const Version& version, const Version& max) {
    return max.count > 0 && base::compare_numbers(base::first_parts(version, max.count), max) > 0;
}
bool is_below(const Version& version, const Version& min) {
    return min.count > 0 && base::compare_numbers(base::first_parts(version, min.count), min) < 0;
}

std::string found_words(const probe::Compiler& compiler, std::string_view name) {
    std::string words = fmt::format("{} {}", name, compiler.version);
    if (!compiler.path.empty()) words += fmt::format(" ({})", compiler.path);
    return words;
}

Finding too_new(const Case& given, const Range& range, const probe::Compiler& compiler,
                const Origin& origin) {
    Finding finding = make_finding(given, range.code, std::string(range.slug) + "_TOO_NEW",
                                   Level::refuse, origin);
    const std::string line = to_string(base::line_of(*given.question.stack.toolkit));
    finding.title = fmt::format("nvcc {} does not take this {}", line, range.name);
    finding.found = found_words(compiler, range.name);
    finding.needs = range.below.empty() ? fmt::format("{} <= {}", range.name, to_string(range.max))
                                        : range.below;
    finding.why = fmt::format("nvcc stops with \"unsupported {} version\"",
                              range.name == "gcc" ? "GNU" : range.name);
    return finding;
}

Finding too_old(const Case& given, const Range& range, const probe::Compiler& compiler,
                const Origin& origin) {
    const bool is_checked = range.code == "CE302";  // MSVC's bounds both stand in nvcc's headers
    Finding finding = make_finding(given, range.code, std::string(range.slug) + "_TOO_OLD",
                                   is_checked ? Level::refuse : Level::warn, origin);
    const std::string line = to_string(base::line_of(*given.question.stack.toolkit));
    finding.title = fmt::format("this {} is older than CUDA {} asks for", range.name, line);
    finding.found = found_words(compiler, range.name);
    finding.needs = fmt::format("{} >= {}", range.name, to_string(range.min));
    finding.why = is_checked ? "nvcc stops with \"unsupported MSVC version\""
                             : "NVIDIA documents this minimum; nvcc itself does not check it";
    return finding;
}

}  // namespace

void judge_compiler(const Case& given, Findings& findings) {
    if (!given.builds() || !given.question.stack.toolkit || given.machine.compilers.empty()) return;
    const CompilerFound found = compilers_of(given.tables, *given.question.stack.toolkit);
    if (found.row == nullptr) return;
    const probe::Compiler& compiler = given.machine.compilers.front();
    const Range range = range_of(*found.row, compiler.kind);
    const auto version = base::parse_version(compiler.version);
    if (!version || range.name.empty()) return;
    Origin origin = found.row->origin;
    if (!found.is_exact) origin.confidence = Confidence::low;
    if (is_above(*version, range.max)) {
        findings.push_back(too_new(given, range, compiler, origin));
    } else if (is_below(*version, range.min)) {
        findings.push_back(too_old(given, range, compiler, origin));
    }
}

namespace {

bool holds_for(const GlibcRow& row, const Version& toolkit) {
    const bool is_from =
        row.toolkit_from.count == 0 || base::compare_numbers(toolkit, row.toolkit_from) >= 0;
    const bool is_below =
        row.toolkit_below.count == 0 || base::compare_numbers(toolkit, row.toolkit_below) < 0;
    return is_from && is_below;
}

Finding headers_clash(const Case& given, const GlibcRow& row, bool is_sure) {
    Finding finding = make_finding(given, "CE303", "GLIBC_TOO_NEW",
                                   is_sure ? Level::refuse : Level::warn, row.origin);
    const std::string line = to_string(base::line_of(*given.question.stack.toolkit));
    finding.title = is_sure
                        ? fmt::format("the headers of CUDA {} clash with this C library", line)
                        : fmt::format("the headers of CUDA {} may clash with this C library", line);
    finding.found = "glibc " + given.machine.glibc;
    finding.needs = fmt::format("glibc below {}, or CUDA {} or newer", to_string(row.max_below),
                                to_string(row.toolkit_below));
    finding.why = row.reason + "; another compiler does not help";
    return finding;
}

Finding binaries_lack(const Case& given, const GlibcRow& row) {
    Finding finding = make_finding(given, "CE304", "GLIBC_TOO_OLD", Level::refuse, row.origin);
    const std::string line = to_string(base::line_of(*given.question.stack.toolkit));
    finding.title = fmt::format("the binaries of CUDA {} need a newer C library", line);
    finding.found = "glibc " + given.machine.glibc;
    finding.needs = "glibc >= " + to_string(row.min);
    finding.why = row.reason;
    return finding;
}

}  // namespace

void judge_glibc(const Case& given, Findings& findings) {
    const auto glibc = base::parse_version(given.machine.glibc);
    if (!glibc || !given.question.stack.toolkit) return;
    for (const GlibcRow& row : given.tables.glibc) {
        if (!holds_for(row, *given.question.stack.toolkit)) continue;
        if (row.min.count > 0 && base::compare_numbers(*glibc, row.min) < 0) {
            findings.push_back(binaries_lack(given, row));
        }
        if (row.applies_to != "compile" || !given.builds()) continue;
        const bool is_sure =
            row.max_below.count > 0 && base::compare_numbers(*glibc, row.max_below) >= 0;
        const bool is_likely =
            row.warn_from.count > 0 && base::compare_numbers(*glibc, row.warn_from) >= 0;
        if (is_sure || is_likely) findings.push_back(headers_clash(given, row, is_sure));
    }
}

}  // namespace cudaenv::compat
