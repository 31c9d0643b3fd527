// SPDX-License-Identifier: MIT
#include "store/file_list.hpp"
