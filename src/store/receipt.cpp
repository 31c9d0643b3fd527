// SPDX-License-Identifier: MIT
#include "store/receipt.hpp"
