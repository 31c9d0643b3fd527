// SPDX-License-Identifier: MIT
#include "hot/select.hpp"
