// SPDX-License-Identifier: MIT
#include "sys/env.hpp"
