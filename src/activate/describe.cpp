// SPDX-License-Identifier: MIT
#include "activate/describe.hpp"
