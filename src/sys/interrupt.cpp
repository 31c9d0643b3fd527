// SPDX-License-Identifier: MIT
#include "sys/interrupt.hpp"
