// SPDX-License-Identifier: MIT
#include "catalog/catalog.hpp"
