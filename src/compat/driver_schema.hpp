// SPDX-License-Identifier: MIT
// The tables of manifests/compat/driver.toml, as they are written.
#pragma once

#include <tuple>

#include "compat/field.hpp"
#include "compat/row_rules.hpp"

namespace cudaenv::compat {

inline constexpr std::tuple kDriverSchema{
    table("toolkit", &Tables::toolkit_drivers,
          identity("toolkit", &ToolkitDriverRow::toolkit, kReleaseNumber),
          optional("linux_driver", &ToolkitDriverRow::linux_driver, kDriver),
          optional("windows_driver", &ToolkitDriverRow::windows_driver, kDriver),
          optional("branch", &ToolkitDriverRow::branch)),
    table("minor_version", &Tables::minor_versions,
          identity("toolkit_major", &MinorVersionRow::toolkit_major, kMajor),
          optional("linux_floor", &MinorVersionRow::linux_floor, kDriver),
          optional("windows_floor", &MinorVersionRow::windows_floor, kDriver)),
    table("branch", &Tables::branches, identity("branch", &BranchRow::branch),
          optional("max_cuda", &BranchRow::max_cuda, kLine),
          optional("designation", &BranchRow::designation, kText),
          optional("end_of_life", &BranchRow::end_of_life, kMonth)),
    table("last_driver", &Tables::last_drivers,
          identity("architecture", &LastDriverRow::architecture, kText),
          required("cc", &LastDriverRow::cc, kCc), optional("branch", &LastDriverRow::branch)),
    table("first_driver", &Tables::first_drivers, identity("cc", &FirstDriverRow::cc, kCc),
          required("branch", &FirstDriverRow::branch)),
    table("forward_compat", &Tables::forward_compat,
          identity("package", &ForwardCompatRow::package, kText),
          required("toolkit", &ForwardCompatRow::toolkit, kLine),
          identity("branch", &ForwardCompatRow::branch),
          required("status", &ForwardCompatRow::status, kForwardStatus),
          required("listed", &ForwardCompatRow::is_listed)),
    table("wsl", &Tables::wsl, required("first_windows_branch", &WslRow::first_windows_branch),
          required("forbidden_packages", &WslRow::forbidden_packages, kText),
          required("min_architecture", &WslRow::min_architecture, kText),
          optional("unsupported_classes", &WslRow::unsupported_classes, kGpuClass)),
    table("tegra", &Tables::tegra, identity("l4t_from", &TegraRow::l4t_from, kNumber),
          required("platform", &TegraRow::platform, kPlatform))};

}  // namespace cudaenv::compat
