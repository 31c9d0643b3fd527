// SPDX-License-Identifier: MIT
#include "sys/process.hpp"
