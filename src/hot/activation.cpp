// SPDX-License-Identifier: MIT
#include "hot/activation.hpp"
