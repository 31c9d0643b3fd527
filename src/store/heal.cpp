// SPDX-License-Identifier: MIT
#include "store/heal.hpp"
