// SPDX-License-Identifier: MIT
// Downloads: several files at once, each in ordered ranges into its `.part` with a journal beside
// it, resumable at any byte, from mirrors in order. Speaks http, https and file. Digests are not
// checked here: execute/ hashes the bytes while they arrive.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "sys/env.hpp"
#include "sys/lock.hpp"
#include "sys/watermark.hpp"

namespace cudaenv::fetch {

enum class IpVersion { any, v4, v6 };

struct Options {
    unsigned jobs = 4;                        // see connections()
    std::chrono::seconds timeout{30};         // without a byte (low speed), and for connecting
    unsigned retries = 5;                     // further tries for what is worth trying again
    std::chrono::milliseconds back_off{500};  // first pause; doubles, with jitter, up to 30 s
    std::string ca_file;                      // empty = the system's, SSL_CERT_FILE, CURL_CA_BUNDLE
    IpVersion ip = IpVersion::any;
    bool is_offline = false;                // only file: URLs
    sys::Env env;                           // proxies, netrc, CA variables
    std::uint64_t piece_bytes = 8U << 20U;  // largest range asked for
    sys::LockOptions lock;                  // for NAME.part.lock

    // Over all files. A connection rests for a round trip between two pieces: two make one busy.
    unsigned connections() const { return jobs == 0 ? 1 : 2 * jobs; }
};

struct Job {
    std::string name;                           // for messages and progress
    std::vector<std::string> urls;              // tried in order
    std::string part_path;                      // NAME.part; the journal is NAME.part.journal
    std::optional<std::uint64_t> size_bytes;    // if known: another size is Code::checksum
    std::shared_ptr<sys::Watermark> watermark;  // may be null
};

// Told from the thread that runs the session.
class Listener {
  public:
    virtual ~Listener() = default;
    // `total` 0 if unknown. `resumed` = bytes that were there already.
    virtual void started(const Job& job, std::uint64_t total, std::uint64_t resumed) = 0;
    virtual void progressed(const Job& job, std::uint64_t done, std::uint64_t total) = 0;
    virtual void retrying(const Job& job, const Error& reason, std::chrono::milliseconds pause) = 0;
    // `url`: the one of the job's that served it; the journal's if none is.
    virtual void finished(const Job& job, std::uint64_t size, const std::string& url) = 0;
};

class Session {
  public:
    static Result<Session> open(Options options);
    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;
    ~Session();

    // Fetches all jobs, the first ones first, in the calling thread; on return each `.part` is
    // complete (and still called `.part`). On an error the other jobs stop, every `.part` and
    // journal is left as a later run needs it, and the watermarks carry the error.
    // Holds the lock `NAME.part.lock` for each file meanwhile: a second process waits for it, then
    // finds the `.part` complete; if it is gone, fetches it anew. Who moves the file away therefore
    // holds a lock of its own around both.
    // Errors: network, tls, http, checksum (size), offline, space, interrupted (also when `stop`
    // was asked for by another thread; looked at as often as the interrupt flag), those of files.
    Result<void> run(const std::vector<Job>& jobs, Listener& listener, std::stop_token stop = {});

    // A small text (md5sum.txt, an index), at most `limit` bytes.
    Result<std::string> fetch_text(const std::vector<std::string>& urls, std::size_t limit);

  private:
    struct State;
    explicit Session(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// Removes a `.part` with its journal: its bytes proved wrong.
Result<void> discard_part(const std::string& part_path);

// The URL without user, password and query, for messages and receipts.
std::string without_secrets(std::string_view url);

}  // namespace cudaenv::fetch
