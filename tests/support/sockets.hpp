// SPDX-License-Identifier: MIT
// Sockets on loopback for the test mirror. `host` is an IPv4 or IPv6 address in digits.
#pragma once

#include <cstdint>
#include <string>

namespace cudaenv::test {

// A listening socket; port 0 = any free one. Throws std::system_error.
int listen_at(const std::string& host, std::uint16_t port);
std::uint16_t port_of(int fd);
// A connected socket, or -1.
int connect_to(const std::string& host, std::uint16_t port);

}  // namespace cudaenv::test
