// SPDX-License-Identifier: MIT
// A person's machine with a mirror of redist archives, companions and one runfile on loopback, for
// the tests that install from them. What the mirror serves is made once.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "support/local_mirror.hpp"
#include "support/sandbox.hpp"
#include "support/toolkit_fixture.hpp"

namespace cudaenv::test {

// What NVIDIA serves, and the catalog of it.
struct Published {
    TempFolder mirror, catalog;

    Published() {
        make_redist(mirror.path(), catalog.path(), {"12.4.1", "11.8.0", "12.3.2"});
        catalog.write("toolkits.toml", manifest_of({make_toolkit(mirror.path(), "12.4.1")}));
    }
};

inline std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

class RedistBox : public testing::Test {
  protected:
    RedistBox() : mirror(serving(published().mirror.path())) {
        box.set("CUDAENV_CATALOG", published().catalog.path());
        box.set("CUDAENV_MIRROR", mirror.url());
        box.set("CUDAENV_CACHE_DIR", cache());
        box.set("CUDAENV_ACCEPT_EULA", "1");
        box.set("CUDAENV_OVERRIDE_ARCH", "x86_64");
    }
    static const Published& published() {
        static const Published made;
        return made;
    }
    std::string cache() const { return box.home() + "/cache"; }
    std::string prefix(const std::string& stack) const { return box.root() + "/versions/" + stack; }
    nlohmann::json receipt(const std::string& stack) const {
        return nlohmann::json::parse(box.read(prefix(stack) + "/.cudaenv/receipt.json"));
    }
    void install(std::vector<std::string> args) const {
        args.insert(args.begin(), "install");
        const Ran ran = box.run(args);
        EXPECT_EQ(ran.exit, 0) << ran.err;
    }
    // The components that the receipt tells, sorted.
    std::vector<std::string> components(const std::string& stack) const {
        std::vector<std::string> names;
        const nlohmann::json told = receipt(stack);
        for (const nlohmann::json& artifact : told["artifacts"]) {
            for (const nlohmann::json& one : artifact["components"]) names.push_back(one["name"]);
        }
        std::ranges::sort(names);
        return names;
    }
    // The archives (not the lists) that were asked for, by the start of their names.
    std::vector<std::string> fetched() const {
        std::vector<std::string> names;
        for (const LocalMirror::Seen& seen : mirror.seen()) {
            if (seen.method != "GET" || seen.path.ends_with(".json")) continue;
            const std::string name = seen.path.substr(seen.path.rfind('/') + 1);
            names.push_back(name.substr(0, name.find("-linux")));
        }
        std::ranges::sort(names);
        names.erase(std::unique(names.begin(), names.end()), names.end());
        return names;
    }

    Sandbox box;
    LocalMirror mirror;
};

}  // namespace cudaenv::test
