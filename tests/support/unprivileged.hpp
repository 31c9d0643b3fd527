// SPDX-License-Identifier: MIT
// The former name of child.hpp.
#pragma once

#include "support/child.hpp"
