// SPDX-License-Identifier: MIT
#include "commands/config.hpp"
