// SPDX-License-Identifier: MIT
#include "store/verify.hpp"
