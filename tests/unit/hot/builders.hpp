// SPDX-License-Identifier: MIT
// A root with stacks in it, and an environment, for the tests of hot/.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/layout.hpp"
#include "hot/env_view.hpp"
#include "support/temp_folder.hpp"

namespace cudaenv::hot::test {

// NAME=VALUE strings that an EnvView can look at; outlives the view.
class Environment {
  public:
    Environment(std::initializer_list<std::pair<std::string, std::string>> values = {}) {
        for (const auto& [name, value] : values) entries_.push_back(name + "=" + value);
        point();
    }
    explicit Environment(std::vector<std::string> entries) : entries_(std::move(entries)) {
        point();
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

    EnvView view() const { return EnvView(pointers_.data()); }
    const std::vector<std::string>& entries() const { return entries_; }

  private:
    void point() {
        for (const std::string& entry : entries_) pointers_.push_back(entry.c_str());
        pointers_.push_back(nullptr);
    }

    std::vector<std::string> entries_;
    std::vector<const char*> pointers_;
};

class Root {
  public:
    const std::string& path() const { return root_; }
    base::Layout layout() const { return base::Layout(root_); }
    std::string prefix(std::string_view stack) const { return layout().prefix(stack); }

    // A whole stack; returns its prefix.
    std::string add_stack(const std::string& name, std::string_view activate = kActivate) const {
        const std::string stack = "root/versions/" + name;
        folder_.write(stack + "/.cudaenv/activate", activate);
        folder_.write(stack + "/.cudaenv/receipt.json", "{}");
        add_program(stack + "/bin/nvcc");
        return folder_ / stack;
    }
    std::string add_program(const std::string& rel_path) const {
        std::string path = folder_.write(rel_path, "#!/bin/sh\nexit 0\n");
        std::filesystem::permissions(path, std::filesystem::perms{0755});
        return path;
    }
    // An adopted toolkit outside the root.
    std::string adopt(const std::string& name) const {
        folder_.make("root/versions");
        const std::string target = folder_.make("opt/" + name);
        std::filesystem::create_directory_symlink(target, prefix(name));
        return target;
    }

    const cudaenv::test::TempFolder& folder() const { return folder_; }

    static constexpr std::string_view kActivate =
        "cudaenv-activate 1\ntoolkit 12.4.1\nprofile devel\nbin bin\nlib lib64\n"
        "lib extras/CUPTI/lib64\nnvcc bin/nvcc\npkgconfig pkg-config\nman share/man\nend\n";

  private:
    cudaenv::test::TempFolder folder_;
    std::string root_ = folder_.make("root");
};

}  // namespace cudaenv::hot::test
