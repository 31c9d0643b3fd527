// SPDX-License-Identifier: MIT
// A real HTTP server on loopback for tests and demonstrations: serves a folder as a download mirror
// does (ranges, If-Range, validators, listings), and misbehaves where a fault says so. Also answers
// as an HTTP proxy (absolute requests and CONNECT to loopback) and speaks TLS. No test framework.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cudaenv::test {

// A self-signed certificate for `localhost`, 127.0.0.1 and ::1, in PEM; it is its own CA.
struct Certificate {
    std::string certificate, key;
};
Certificate make_certificate();

class LocalMirror {
  public:
    struct Options {
        std::string root;                // the folder to serve
        std::string host = "127.0.0.1";  // or "::1"
        std::uint16_t port = 0;          // 0 = any free one
        Certificate tls;                 // empty = plain HTTP
        std::string proxy_auth;          // "user:password" that a proxy's client must show
    };
    struct Traffic {
        unsigned requests = 0;
        std::uint64_t body_bytes = 0;  // handed to the kernel

        friend bool operator==(const Traffic&, const Traffic&) = default;
    };
    struct Seen {
        std::string method, path, range, if_range, authorization, user_agent;
        bool is_proxied = false;
        int status = 0;
        std::uint64_t body_bytes = 0;
    };

    // Listens when constructed; throws std::runtime_error if it cannot. Stops when destroyed.
    explicit LocalMirror(Options options);
    LocalMirror(const LocalMirror&) = delete;
    LocalMirror& operator=(const LocalMirror&) = delete;
    ~LocalMirror();

    std::uint16_t port() const;
    // http(s)://HOST:PORT followed by `path`, which begins with '/'.
    std::string url(std::string_view path = "") const;

    // "PATH WORD…": what goes wrong with requests for PATH (a '*' at its end matches any rest). The
    // first fault that matches and is not used up applies. Throws std::invalid_argument. Words:
    //   after=N times=N     passes N requests first; then meets N requests (default: all)
    //   refuse              closes the connection without an answer
    //   status=N            that status with a body of text; retry-after=SECONDS
    //   redirect=URL        302 to URL
    //   auth=USER:PASSWORD  401 unless Basic authorisation shows it
    //   delay=MS rate=B     waits before answering; sends B bytes a second
    //   cut=N stall=N       after N body bytes closes; or sends nothing more
    //   no-ranges           always 200 and the whole file
    //   no-validators       neither ETag nor Last-Modified; etag=TEXT another ETag
    //   new-etag            another ETag in each answer
    //   no-length           the end of the body is the end of the connection
    //   flip=N              the byte at offset N of the file is wrong
    //   length=±N range=±N total=±N   lies in Content-Length, Content-Range's begin and total
    void fault(std::string_view spec);
    void clear_faults();

    // Since the last reset; `path` as requested, without query; empty = of all paths.
    Traffic traffic(std::string_view path = "") const;
    std::vector<Seen> seen() const;
    unsigned connections() const;
    void reset();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The options of a plain mirror of `root` on any free port.
inline LocalMirror::Options serving(const std::string& root) {
    LocalMirror::Options options;
    options.root = root;
    return options;
}

}  // namespace cudaenv::test
