// SPDX-License-Identifier: MIT
#include "store/database.hpp"
