// SPDX-License-Identifier: MIT
#include "unpack/payload.hpp"
