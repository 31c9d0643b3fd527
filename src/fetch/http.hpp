// SPDX-License-Identifier: MIT
// One HTTP request and several at once, over curl: everything that curl is told stands here, and
// what came of it is plain data. Redirects are not followed: the caller judges each. HTTP/1.1 only,
// since several connections are the point. One thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "fetch/head.hpp"
#include "fetch/session.hpp"
#include "fetch/spans.hpp"
#include "fetch/url.hpp"

namespace cudaenv::fetch {

struct Question {
    Url url;
    std::string user_info;      // shown to this server; empty = none
    std::optional<Span> range;  // nullopt = the whole
    std::string if_range;       // an ETag or a date; empty = unconditional
};

struct Reply {
    int curl_code = 0;      // CURLE_OK = 0: the body came whole
    Head head;              // status 0 = no answer
    int os_error = 0;       // errno of a connection that failed
    int proxy_status = 0;   // what a proxy answered to CONNECT
    std::string curl_text;  // curl's own words on the failure
    std::string addresses;  // that were tried: "::1, 127.0.0.1"
    std::string redirect;   // absolute; empty = none
    std::string proxy;      // that was to be used, without secrets
};

// Where a body goes. The body of anything but 200 and 206 is dropped by Request.
class Sink {
  public:
    virtual ~Sink() = default;
    // Once before the first byte, also for an empty body. False = end the transfer.
    virtual bool accept(const Head& head) = 0;
    virtual bool take(std::span<const std::byte> data) = 0;
};

class Request {
  public:
    explicit Request(const Options& options);
    Request(Request&&) noexcept;
    Request& operator=(Request&&) noexcept;
    ~Request();

    // Sets it up for the next question. `sink` must live until the request has ended or is
    // cancelled.
    void ask(const Question& question, Sink& sink);
    const Reply& reply() const;

    struct State;

  private:
    friend class Requests;
    std::unique_ptr<State> state_;
};

// Runs requests side by side and keeps their connections for the next ones.
class Requests {
  public:
    explicit Requests(unsigned connections);
    Requests(Requests&&) noexcept;
    Requests& operator=(Requests&&) noexcept;
    ~Requests();

    void start(Request& request);
    void cancel(Request& request);
    // Moves bytes, waiting for some at most as long as said. Returns the sinks of the requests that
    // have ended. Errors: bug (curl's multi interface failed).
    Result<std::vector<Sink*>> step(std::chrono::milliseconds wait);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cudaenv::fetch
