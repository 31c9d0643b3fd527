// SPDX-License-Identifier: MIT
#include "sys/lock.hpp"
