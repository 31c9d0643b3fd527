// SPDX-License-Identifier: MIT
// A root with made-up stacks in a temporary folder.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "activate/shims.hpp"
#include "base/layout.hpp"
#include "hot/activation.hpp"
#include "support/temp_folder.hpp"

namespace cudaenv::activate::test {

class SomeRoot {
  public:
    // A stack with programs in its bin.
    void add_stack(const std::string& name, const std::vector<std::string>& programs) const {
        hot::Activation activation;
        activation.toolkit = name;
        activation.bin = {"bin"};
        activation.lib = {"lib64"};
        const std::string prefix = "versions/" + name + "/";
        folder.write(prefix + ".cudaenv/activate", hot::to_text(activation));
        folder.write(prefix + ".cudaenv/receipt.json", "{}");
        for (const std::string& program : programs) add_program(prefix + "bin/" + program);
    }
    void add_program(const std::string& rel_path) const {
        folder.write(rel_path, "#!/bin/sh\n");
        std::filesystem::permissions(folder / rel_path, std::filesystem::perms{0755});
    }

    Result<RehashOutcome> rehash() const { return activate::rehash(layout, conf, {}); }
    // Names in the shims folder, hidden ones too, sorted.
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(layout.shims()))
            found.push_back(entry.path().filename().string());
        std::sort(found.begin(), found.end());
        return found;
    }
    bool is_whole(const std::string& shim) const {
        return folder.read("shims/" + shim) == shim_bytes();
    }

    cudaenv::test::TempFolder folder;
    base::Layout layout{folder.path()};
    hot::Conf conf;
};

}  // namespace cudaenv::activate::test
