// SPDX-License-Identifier: MIT
#include "activate/shell_init.hpp"
