// SPDX-License-Identifier: MIT
#include "sys/files.hpp"
