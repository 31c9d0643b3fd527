// SPDX-License-Identifier: MIT
#include "commands/world.hpp"
