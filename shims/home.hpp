// SPDX-License-Identifier: MIT
// The root that a shim belongs to, and what its config says.
#pragma once

#include <string>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "hot/conf.hpp"
#include "hot/env_view.hpp"

namespace cudaenv::shim {

// The folder above the shim's own, if that holds versions/; so it works under sudo, cron and
// `env -i`. Else CUDAENV_ROOT, then $HOME/.cudaenv. Errors: nothing_selected, if all are unset.
Result<std::string> find_root(hot::EnvView env);

}  // namespace cudaenv::shim
