// SPDX-License-Identifier: MIT
// The tables of manifests/compat/cudnn.toml, as they are written.
#pragma once

#include <tuple>

#include "compat/field.hpp"
#include "compat/row_rules.hpp"

namespace cudaenv::compat {

inline constexpr std::tuple kCudnnSchema{
    table("cudnn_build", &Tables::cudnn_builds,
          required("version", &CudnnBuildRow::version, kNumber),
          identity("full_version", &CudnnBuildRow::full_version, kNumber),
          identity("cuda", &CudnnBuildRow::cuda, kMajorOrLine),
          optional("platforms", &CudnnBuildRow::platforms, kPlatform)),
    table("cudnn_matrix", &Tables::cudnn_matrix, identity("from", &CudnnMatrixRow::from, kNumber),
          identity("to", &CudnnMatrixRow::to, kNumber),
          identity("cuda_build", &CudnnMatrixRow::cuda_build, kMajorOrLine),
          required("cuda", &CudnnMatrixRow::cuda, kLine),
          optional_identity("linux_driver", &CudnnMatrixRow::linux_driver, kDriver),
          optional("windows_driver", &CudnnMatrixRow::windows_driver, kDriver),
          optional("cc", &CudnnMatrixRow::cc, kCc),
          optional("min_cc", &CudnnMatrixRow::min_cc, kCc)),
    table("cudnn_rule", &Tables::cudnn_rules, identity("rule", &CudnnRuleRow::rule, kCudnnRule),
          optional_identity("from", &CudnnRuleRow::from, kNumber),
          optional_identity("to", &CudnnRuleRow::to, kNumber),
          optional("min_cc", &CudnnRuleRow::min_cc, kCc),
          optional_identity("cuda_major", &CudnnRuleRow::cuda_major, kMajor),
          optional("linux_driver", &CudnnRuleRow::linux_driver, kDriver),
          optional("windows_driver", &CudnnRuleRow::windows_driver, kDriver))};

}  // namespace cudaenv::compat
