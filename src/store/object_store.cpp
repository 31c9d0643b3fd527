// SPDX-License-Identifier: MIT
#include "store/object_store.hpp"
