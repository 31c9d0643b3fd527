// SPDX-License-Identifier: MIT
#include "base/request.hpp"
