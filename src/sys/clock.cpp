// SPDX-License-Identifier: MIT
#include "sys/clock.hpp"
