// SPDX-License-Identifier: MIT
// What an answer of the front is made from: the root and its settings as the main program would
// find them.
#pragma once

#include "base/layout.hpp"
#include "base/result.hpp"
#include "hot/conf.hpp"
#include "hot/env_view.hpp"

namespace cudaenv::front {

struct Scene {
    hot::EnvView env;
    base::Layout layout;
    hot::Conf conf;
};

// The error of everything that the main program has to do. Nobody reads it.
base::Failure for_main();

// Whether nothing is at `path`, for certain.
bool is_absent(const std::string& path);

// Fails where settings come from more than the defaults (a config file, a variable that sets one, a
// hot.conf that says something else) and where the main program may have to say something about the
// root. Errors: for_main, those of read_conf.
Result<Scene> find_scene(hot::EnvView env);

}  // namespace cudaenv::front
