// SPDX-License-Identifier: MIT
#include "support/sockets.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace cudaenv::test {
namespace {

// A socket address on loopback; family by the look of `host`.
struct Address {
    sockaddr_storage storage{};
    socklen_t size = 0;

    Address(const std::string& host, std::uint16_t port) {
        if (host.find(':') != std::string::npos) {
            auto* v6 = reinterpret_cast<sockaddr_in6*>(&storage);
            v6->sin6_family = AF_INET6;
            v6->sin6_port = htons(port);
            ::inet_pton(AF_INET6, host.c_str(), &v6->sin6_addr);
            size = sizeof *v6;
        } else {
            auto* v4 = reinterpret_cast<sockaddr_in*>(&storage);
            v4->sin_family = AF_INET;
            v4->sin_port = htons(port);
            ::inet_pton(AF_INET, host.c_str(), &v4->sin_addr);
            size = sizeof *v4;
        }
    }
    sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

}  // namespace

int listen_at(const std::string& host, std::uint16_t port) {
    Address address(host, port);
    const int fd = ::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || ::bind(fd, address.get(), address.size) != 0 || ::listen(fd, 64) != 0) {
        throw std::system_error(errno, std::generic_category(), "the mirror cannot listen");
    }
    return fd;
}

std::uint16_t port_of(int fd) {
    Address address("127.0.0.1", 0);
    address.size = sizeof address.storage;
    ::getsockname(fd, address.get(), &address.size);
    return ntohs(reinterpret_cast<sockaddr_in*>(&address.storage)->sin_port);
}

int connect_to(const std::string& host, std::uint16_t port) {
    Address address(host, port);
    const int fd = ::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || ::connect(fd, address.get(), address.size) == 0) return fd;
    ::close(fd);
    return -1;
}

}  // namespace cudaenv::test
