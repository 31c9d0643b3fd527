// SPDX-License-Identifier: MIT
#include "support/wire.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace cudaenv::test {

std::string HttpRequest::header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
}

Wire::Wire(int fd, ssl_ctx_st* tls) : fd_(fd) {
    if (tls == nullptr) return;
    ssl_ = SSL_new(tls);
    is_open_ = ssl_ != nullptr && SSL_set_fd(ssl_, fd_) == 1 && SSL_accept(ssl_) == 1;
}

Wire::~Wire() {
    if (ssl_ != nullptr) {
        if (is_open_) SSL_shutdown(ssl_);
        SSL_free(ssl_);
        ERR_clear_error();
    }
    ::shutdown(fd_, SHUT_RDWR);
    ::close(fd_);
}

bool Wire::is_abandoned() const {
    char byte = 0;
    return ::recv(fd_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

bool Wire::send(std::string_view data) {
    while (is_open_ && !data.empty()) {
        const std::ptrdiff_t sent =
            ssl_ != nullptr ? SSL_write(ssl_, data.data(), static_cast<int>(data.size()))
                            : ::send(fd_, data.data(), data.size(), MSG_NOSIGNAL);
        if (sent <= 0) is_open_ = false;
        if (sent > 0) data.remove_prefix(static_cast<std::size_t>(sent));
    }
    return is_open_;
}

std::ptrdiff_t Wire::receive(char* into, std::size_t size) {
    if (ssl_ != nullptr) return SSL_read(ssl_, into, static_cast<int>(size));
    return ::recv(fd_, into, size, 0);
}

namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// The text before `end`, which goes with its separator.
std::string take(std::string& text, std::string_view separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    std::string first = text.substr(0, end);
    text.erase(0, std::min(end + separator.size(), text.size()));
    return first;
}

std::optional<HttpRequest> parse(std::string head) {
    std::string line = take(head, "\r\n");
    HttpRequest request;
    request.method = take(line, " ");
    request.target = take(line, " ");
    if (request.target.empty() || line.rfind("HTTP/1.", 0) != 0) return std::nullopt;
    while (!head.empty()) {
        line = take(head, "\r\n");
        const std::string name = lower(take(line, ":"));
        line.erase(0, line.find_first_not_of(' '));
        request.headers[name] = line;
    }
    return request;
}

}  // namespace

std::optional<HttpRequest> Wire::receive_request() {
    std::array<char, 4096> buffer{};
    std::size_t end = std::string::npos;
    while ((end = pending_.find("\r\n\r\n")) == std::string::npos) {
        const std::ptrdiff_t got = receive(buffer.data(), buffer.size());
        if (got <= 0 || pending_.size() > (64U << 10U)) {
            is_open_ = false;
            return std::nullopt;
        }
        pending_.append(buffer.data(), static_cast<std::size_t>(got));
    }
    std::string head = pending_.substr(0, end);
    pending_.erase(0, end + 4);
    return parse(std::move(head));
}

void tunnel(int left, int right) {
    std::array<char, 16384> buffer{};
    std::array<pollfd, 2> ends{pollfd{left, POLLIN, 0}, pollfd{right, POLLIN, 0}};
    while (::poll(ends.data(), ends.size(), -1) > 0) {
        for (std::size_t from = 0; from < 2; ++from) {
            if (ends[from].revents == 0) continue;
            const ssize_t got = ::recv(ends[from].fd, buffer.data(), buffer.size(), 0);
            if (got <= 0) return;
            const auto size = static_cast<std::size_t>(got);
            const int to = ends[1 - from].fd;
            if (::send(to, buffer.data(), size, MSG_NOSIGNAL) != got) return;
        }
    }
}

}  // namespace cudaenv::test
