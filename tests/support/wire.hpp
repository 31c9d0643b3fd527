// SPDX-License-Identifier: MIT
// One accepted connection of the test mirror, plain or TLS, and the HTTP request read from it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

struct ssl_ctx_st;
struct ssl_st;

namespace cudaenv::test {

struct HttpRequest {
    std::string method, target;
    std::map<std::string, std::string> headers;  // names in lower case

    // The header's value, or empty.
    std::string header(const std::string& name) const;
};

class Wire {
  public:
    // Owns `fd` from now on. With a context: makes the TLS handshake; is_open() tells.
    Wire(int fd, ssl_ctx_st* tls);
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;
    ~Wire();

    bool is_open() const { return is_open_; }
    int fd() const { return fd_; }
    // Whether the other side has closed its end, without waiting.
    bool is_abandoned() const;
    // False once the other side is gone.
    bool send(std::string_view data);
    // nullopt at the end of the connection, or if what came is no HTTP.
    std::optional<HttpRequest> receive_request();

  private:
    std::ptrdiff_t receive(char* into, std::size_t size);

    int fd_;
    ssl_st* ssl_ = nullptr;
    bool is_open_ = true;
    std::string pending_;
};

// Joins two sockets until one of them ends.
void tunnel(int left, int right);

}  // namespace cudaenv::test
