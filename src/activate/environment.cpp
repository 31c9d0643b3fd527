// SPDX-License-Identifier: MIT
#include "activate/environment.hpp"
