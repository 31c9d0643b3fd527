// SPDX-License-Identifier: MIT
#include "fetch/session.hpp"
