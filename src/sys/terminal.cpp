// SPDX-License-Identifier: MIT
#include "sys/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <initializer_list>

namespace cudaenv::sys {

Terminal Terminal::of_process() {
    Terminal terminal;
    terminal.in_is_tty = ::isatty(STDIN_FILENO) == 1;
    terminal.out_is_tty = ::isatty(STDOUT_FILENO) == 1;
    terminal.err_is_tty = ::isatty(STDERR_FILENO) == 1;
    for (const int fd : {STDERR_FILENO, STDOUT_FILENO}) {
        winsize size{};
        if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
            terminal.columns = size.ws_col;
            break;
        }
    }
    return terminal;
}

}  // namespace cudaenv::sys
