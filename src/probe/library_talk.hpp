// SPDX-License-Identifier: MIT
// How the child that asks a library tells its parent: a line for each fact, its parts behind tabs.
// A line without its end was cut off and counts as unsaid.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "probe/driver_library.hpp"
#include "sys/library.hpp"
#include "sys/run_guarded.hpp"

namespace cudaenv::probe {

// The child's side.
class Teller {
  public:
    explicit Teller(const sys::Say& say) : say_(say) {}
    void tell(std::string_view fact, const std::string& value = "") const;
    void tell(const Gpu& gpu) const;

  private:
    const sys::Say& say_;
};

// Loads `name` and lets `ask` tell what it finds out, both in a child.
LibraryAnswer ask_library(const std::string& name, const LibraryQuestion& question,
                          const std::function<void(const sys::Library&, const Teller&)>& ask);

}  // namespace cudaenv::probe
