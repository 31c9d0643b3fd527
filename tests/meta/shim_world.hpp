// SPDX-License-Identifier: MIT
// A root with fake stacks and the built shim in it, and a way to run programs there and see all
// that comes back.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/temp_folder.hpp"

namespace cudaenv::test {

struct Finished {
    int exit_code = -1;  // -1: ended by a signal, or by our time limit
    std::string out, err;
};

struct Start {
    std::vector<std::string> arguments;  // argv[0] is the path too, unless `path` is given
    std::map<std::string, std::string> environment;
    std::string folder;
    std::string path;
};

// Ends it after ten seconds.
Finished run(const Start& start);

class ShimWorld {
  public:
    ShimWorld();

    std::string root() const { return folder_ / "root"; }
    std::string shims() const { return root() + "/shims"; }
    std::string prefix(const std::string& stack) const { return root() + "/versions/" + stack; }
    std::string project() const { return folder_ / "project"; }

    // A stack whose programs print their own argv[0], name and arguments.
    void add_stack(const std::string& name, const std::vector<std::string>& programs) const;
    // A script that tells what it was called with; returns its path.
    std::string add_teller(const std::string& rel_path, std::string_view words) const;
    std::string add_script(const std::string& rel_path, std::string_view text) const;
    void add_shim(const std::string& name) const;  // a hard link in shims/
    void select(std::string_view text) const { folder_.write("project/.cuda-version", text); }

    // HOME, PATH and a system with nothing of the machine's CUDA in them.
    std::map<std::string, std::string> environment() const;
    // The shim `name` in the project's folder.
    Finished call(const std::string& name, const std::vector<std::string>& arguments = {}) const;
    Start start(const std::string& name, const std::vector<std::string>& arguments = {}) const;

    const TempFolder& folder() const { return folder_; }

  private:
    TempFolder folder_;
};

}  // namespace cudaenv::test
