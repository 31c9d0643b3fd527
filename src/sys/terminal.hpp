// SPDX-License-Identifier: MIT
// What the three standard streams are, as values, so that tests can say otherwise.
#pragma once

namespace cudaenv::sys {

struct Terminal {
    bool in_is_tty = false;
    bool out_is_tty = false;
    bool err_is_tty = false;
    int columns = 80;

    static Terminal of_process();
};

}  // namespace cudaenv::sys
