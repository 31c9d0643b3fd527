// SPDX-License-Identifier: MIT
#include "sys/watermark.hpp"
