// SPDX-License-Identifier: MIT
// The tables of manifests/compat/host.toml, as they are written.
#pragma once

#include <tuple>

#include "compat/field.hpp"
#include "compat/row_rules.hpp"

namespace cudaenv::compat {

inline constexpr std::tuple kHostSchema{
    table("compiler", &Tables::compilers, identity("toolkit", &CompilerRow::toolkit, kNumber),
          optional("gcc_min", &CompilerRow::gcc_min), optional("gcc_max", &CompilerRow::gcc_max),
          optional("clang_min", &CompilerRow::clang_min, kNumber),
          optional("clang_max", &CompilerRow::clang_max, kNumber),
          optional("msc_ver_from", &CompilerRow::msc_ver_from),
          optional("msc_ver_below", &CompilerRow::msc_ver_below)),
    table("glibc", &Tables::glibc,
          optional_identity("toolkit_from", &GlibcRow::toolkit_from, kNumber),
          optional_identity("toolkit_below", &GlibcRow::toolkit_below, kNumber),
          identity("applies_to", &GlibcRow::applies_to, kGlibcUse),
          optional("min", &GlibcRow::min, kNumber),
          optional("warn_from", &GlibcRow::warn_from, kNumber),
          optional("max_below", &GlibcRow::max_below, kNumber),
          required("reason", &GlibcRow::reason, kText))};

}  // namespace cudaenv::compat
