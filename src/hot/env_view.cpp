// SPDX-License-Identifier: MIT
#include "hot/env_view.hpp"
