// SPDX-License-Identifier: MIT
#include "hot/delta.hpp"
