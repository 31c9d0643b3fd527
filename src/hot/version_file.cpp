// SPDX-License-Identifier: MIT
#include "hot/version_file.hpp"
