// SPDX-License-Identifier: MIT
#include "hot/quote.hpp"
