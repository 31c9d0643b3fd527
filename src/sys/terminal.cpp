// SPDX-License-Identifier: MIT
#include "sys/terminal.hpp"
