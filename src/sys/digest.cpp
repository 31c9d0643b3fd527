// SPDX-License-Identifier: MIT
#include "sys/digest.hpp"
