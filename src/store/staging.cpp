// SPDX-License-Identifier: MIT
#include "store/staging.hpp"
