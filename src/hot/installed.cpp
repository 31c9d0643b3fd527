// SPDX-License-Identifier: MIT
#include "hot/installed.hpp"
