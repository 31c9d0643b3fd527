// SPDX-License-Identifier: MIT
#include "hot/conf.hpp"
