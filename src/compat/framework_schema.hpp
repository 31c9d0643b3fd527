// SPDX-License-Identifier: MIT
// The tables of manifests/compat/frameworks.toml, as they are written.
#pragma once

#include <tuple>

#include "compat/field.hpp"
#include "compat/row_rules.hpp"

namespace cudaenv::compat {

inline constexpr std::tuple kFrameworkSchema{
    table("torch", &Tables::torch, identity("version", &TorchRow::version, kText),
          optional("python", &TorchRow::python, kText),
          required("variants", &TorchRow::variants, kText)),
    table("torch_wheel", &Tables::torch_wheels, identity("line", &TorchWheelRow::line, kText),
          identity("variant", &TorchWheelRow::variant, kText),
          identity("platform", &TorchWheelRow::platform, kText),
          required("cuda", &TorchWheelRow::cuda, kNumber),
          optional("cudnn", &TorchWheelRow::cudnn, kText),
          required("sm", &TorchWheelRow::sm, kRealTarget),
          optional("ptx", &TorchWheelRow::ptx, kVirtualTarget),
          optional("driver_floor", &TorchWheelRow::driver_floor, kDriver),
          optional("index", &TorchWheelRow::index, kText)),
    table("tensorflow", &Tables::tensorflow, identity("version", &TensorflowRow::version, kText),
          optional("python", &TensorflowRow::python, kText),
          required("cuda", &TensorflowRow::cuda, kNumber),
          required("cudnn", &TensorflowRow::cudnn, kNumber)),
    table("jax", &Tables::jax, identity("version", &JaxRow::version, kText),
          identity("cuda_major", &JaxRow::cuda_major, kMajor),
          optional("cuda_built", &JaxRow::cuda_built, kText),
          optional("cuda_required", &JaxRow::cuda_required, kText),
          optional("cudnn_required", &JaxRow::cudnn_required, kText),
          optional("targets", &JaxRow::targets, kTarget),
          optional("python_required", &JaxRow::python_required, kText),
          optional("driver_floor", &JaxRow::driver_floor, kDriver))};

}  // namespace cudaenv::compat
