// SPDX-License-Identifier: MIT
// Runs the built binary as a person would, in a home of its own: HOME, XDG_*, PATH and CUDAENV_ROOT
// point to a fresh folder, every other CUDAENV_* and CUDA_* is unset, NO_COLOR and LC_ALL=C are
// set. Stacks are made by hand, with receipt and activation file, so that nothing is installed.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/temp_folder.hpp"

namespace cudaenv::test {

struct Ran {
    std::string out, err;
    int exit = -1;  // 128 + signal if it was killed
};

class Sandbox {
  public:
    Sandbox();

    static std::string binary() { return CUDAENV_BINARY; }
    const std::string& home() const { return home_; }
    const std::string& root() const { return root_; }
    const std::string& work() const { return work_; }  // where commands run
    TempFolder& folder() { return folder_; }

    void set(std::string_view name, std::string_view value);
    void unset(std::string_view name);
    std::string get(std::string_view name) const;
    // The machine that the program takes for its own, as a probe file. At first one of which
    // nothing is known, so that no test depends on the driver and GPU of the machine that it runs
    // on.
    void set_machine(std::string_view json);
    // Where the next commands run; also their PWD.
    void enter(const std::string& folder);

    // cudaenv with these arguments; `input` is its stdin, a pipe.
    Ran run(const std::vector<std::string>& args, std::string_view input = {}) const;
    // Any program, argv[0] its absolute path, with the same environment.
    Ran run_program(const std::vector<std::string>& argv, std::string_view input = {}) const;

    // A stack of the root (or of another root) with these programs in bin/; each prints its own
    // path and its arguments. Returns its prefix.
    std::string install(const std::string& stack,
                        const std::vector<std::string>& programs = {"nvcc"},
                        const std::string& root = {});
    // A toolkit that cudaenv did not make, as NVIDIA's installers lay it out.
    std::string make_toolkit(const std::string& folder, const std::string& version);

    // Files, by absolute path.
    void write(const std::string& path, std::string_view text) const;
    void write_program(const std::string& path, std::string_view script) const;
    std::string read(const std::string& path) const;
    bool exists(const std::string& path) const;

  private:
    TempFolder folder_;
    std::string home_, root_, work_;
    std::map<std::string, std::string, std::less<>> env_;
};

}  // namespace cudaenv::test
