// SPDX-License-Identifier: MIT
// A person's machine for the fault tests: a home, a root, a mirror, and the real program, which can
// be killed at any moment. Linux only.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "support/temp_folder.hpp"
#include "support/toolkit_fixture.hpp"

namespace cudaenv::test {

struct Finished {
    int exit = -1;  // 128 + signal if killed
    std::string out, err;
};

// A running cudaenv. Killed and waited for by the destructor.
class Running {
  public:
    Running(pid_t pid, std::string out_path, std::string err_path);
    Running(Running&& other) noexcept;
    Running(const Running&) = delete;
    ~Running();

    void signal(int number) const;
    bool has_ended();
    Finished wait();

  private:
    pid_t pid_;
    int status_ = 0;
    std::string out_path_, err_path_;
};

class Machine {
  public:
    // With a root and a cache of its own, and a catalog of the given toolkits.
    explicit Machine(const std::vector<ToolkitFile>& toolkits,
                     const std::vector<std::string>& without = {});

    void use_mirror(const std::string& url) { env["CUDAENV_MIRROR"] = url; }

    Running start(const std::vector<std::string>& arguments);
    Finished run(const std::vector<std::string>& arguments);

    // What `versions --bare` lists, one name each.
    std::vector<std::string> versions();
    // The stack's file list as it is on disk: its end state.
    std::string files_of(const std::string& stack) const;
    std::vector<std::string> staging() const;
    std::string root() const { return folder / "root"; }
    std::string cached(const ToolkitFile& file) const {
        return folder / "cache/" + file.rel_path();
    }

    TempFolder folder;
    std::map<std::string, std::string> env;

  private:
    unsigned calls_ = 0;
};

}  // namespace cudaenv::test
