// SPDX-License-Identifier: MIT
#include "activate/shims.hpp"
