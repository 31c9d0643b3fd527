// SPDX-License-Identifier: MIT
// Machines and questions for the laws that hold for all of them: every value that stands in the
// tables, and its neighbours.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "compat/question.hpp"
#include "compat/tables.hpp"
#include "probe/machine.hpp"

namespace cudaenv::compat {

const Tables& the_tables();

// The releases of the built-in catalog that a prefix may pick, oldest first.
std::vector<base::Version> known_releases();

// Every driver number of the tables, one below it and one above it, oldest first.
std::vector<std::string> border_drivers(bool is_windows);

// A board for each compute capability and class of the tables, Tegra apart.
std::vector<probe::Gpu> all_gpus();

// A question and the machine that it is asked of.
struct World {
    Question question;
    probe::Machine machine;
};

// Worlds by chance, the same ones for the same seed.
class Worlds {
  public:
    explicit Worlds(unsigned seed) : chance_(seed) {}

    World next();

    // One of these, at random.
    template <typename List>
    const auto& one_of(const List& list) {
        return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(chance_)];
    }
    // True once in `times`.
    bool once_in(unsigned times) {
        return std::uniform_int_distribution<unsigned>(1, times)(chance_) == 1;
    }

  private:
    void ask(Question& question);
    void equip(probe::Machine& machine);

    std::mt19937 chance_;
};

}  // namespace cudaenv::compat
