// SPDX-License-Identifier: MIT
#include "unpack/reader.hpp"
