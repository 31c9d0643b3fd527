// SPDX-License-Identifier: MIT
#include "unpack/layout.hpp"
