// SPDX-License-Identifier: MIT
#include "execute/run.hpp"
