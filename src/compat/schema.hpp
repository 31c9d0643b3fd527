// SPDX-License-Identifier: MIT
// All tables, described once.
#pragma once

#include <string>
#include <tuple>

#include "compat/cells.hpp"
#include "compat/cudnn_schema.hpp"
#include "compat/driver_schema.hpp"
#include "compat/framework_schema.hpp"
#include "compat/gpu_schema.hpp"
#include "compat/host_schema.hpp"

namespace cudaenv::compat {

// Those of TOML's arrays of tables.
inline constexpr auto kSchema =
    std::tuple_cat(kDriverSchema, kGpuSchema, kHostSchema, kCudnnSchema, kFrameworkSchema);

// [sources] is a table of its own kind in TOML; its rows have no origin.
inline constexpr auto kSourceSchema =
    table("sources", &Tables::sources, identity("key", &SourceRow::key, kSourceKey),
          required("text", &SourceRow::text, kText));

// Calls `visit` with each TableSchema of TOML's arrays of tables.
template <typename Visitor>
void for_each_table(const Visitor& visit) {
    std::apply([&](const auto&... schema) { (visit(schema), ...); }, kSchema);
}

// What tells the row apart from others of its table; empty for all rows of a table without
// identity.
template <typename Row, typename... Fields>
std::string identity_of(const TableSchema<Row, Fields...>& schema, const Row& row) {
    std::string identity;
    const auto add = [&](const auto& field) {
        if (is_identity(field.part)) identity += cell_of(row.*field.member) + kCellEnd;
    };
    std::apply([&](const auto&... field) { (add(field), ...); }, schema.fields);
    return identity;
}

}  // namespace cudaenv::compat
