// SPDX-License-Identifier: MIT
#include "store/snapshot.hpp"
