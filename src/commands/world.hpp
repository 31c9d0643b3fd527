// SPDX-License-Identifier: MIT
// All that a command may touch, made once in main and handed down. Lower layers get only the piece
// that they need.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "catalog/catalog.hpp"
#include "commands/config.hpp"
#include "execute/observer.hpp"
#include "execute/run.hpp"
#include "sys/clock.hpp"
#include "sys/env.hpp"
#include "sys/process.hpp"
#include "sys/terminal.hpp"

namespace cudaenv::commands {

// Global options that more than cli/ needs.
struct GlobalOptions {
    std::string root;  // --root
    std::optional<std::string> config_file;
    bool no_config = false;
    bool offline = false, yes = false, quiet = false, json = false;
    int verbose = 0;
};

struct World {
    sys::Env env;
    sys::Now now;
    sys::Terminal terminal;
    sys::Runner runner;
    std::string executable;  // absolute path of this binary
    GlobalOptions options;
    Config config;
    base::Layout layout{""};
    std::string cache_dir, state_dir;       // absolute
    std::string target_arch;                // --target-arch; empty = see platform()
    execute::Observer* observer = nullptr;  // never null in a command
    std::vector<std::string> notes;         // what complete() found worth a line
    // Asks the person a yes/no question on the terminal; false without one.
    std::function<bool(const std::string& question)> confirm;
};

// Reads the config, derives root, cache and state folders (cli.md sections 10 and 11) and brings
// hot.conf up to the config. Errors: usage (config, no HOME, an impossible root or architecture),
// permission (HOME of another user under sudo), damaged (hot.conf).
Result<void> complete(World& world);

// hot::Conf with the generation that stands in hot.conf; writes hot.conf anew if the config says
// something else (after an edit by hand). Read-only root: no error.
Result<hot::Conf> current_conf(const World& world);
// Raises the generation: called by every command that changes versions, aliases or settings.
Result<void> raise_generation(const World& world);

// The catalog with what `update` learned and the overlays of CUDAENV_CATALOG or the config; without
// unreviewed releases if the config denies them.
Result<catalog::Catalog> load_catalog(const World& world);
// linux-x86_64 …; of the target's architecture, else CUDAENV_OVERRIDE_ARCH, else this machine.
// Empty if NVIDIA has none of it.
std::string platform(const World& world);

// What execute::run needs, from config and options.
Result<execute::Settings> settings(const World& world);

}  // namespace cudaenv::commands
