// SPDX-License-Identifier: MIT
#include "catalog/mirror.hpp"
