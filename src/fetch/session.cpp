// SPDX-License-Identifier: MIT
#include "fetch/session.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <deque>
#include <numeric>

#include "fetch/download.hpp"
#include "fetch/http.hpp"
#include "fetch/late_curl.hpp"
#include "fetch/text.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::fetch {
namespace {

using namespace std::chrono_literals;

// How long a Ctrl-C may go unseen.
constexpr std::chrono::milliseconds kLongestWait = 200ms;

// One connection's worth of work: a request, and the piece that it brings.
struct Slot : Sink {
    explicit Slot(const Options& options) : request(options) {}

    bool accept(const Head& head) override { return download->accept(*piece, head); }
    bool take(std::span<const std::byte> data) override { return download->take(*piece, data); }

    Request request;
    Download* download = nullptr;
    std::unique_ptr<Piece> piece;
};

// All downloads of one call of Session::run over one set of connections.
class Fleet {
  public:
    Fleet(const Options& options, Requests& requests) : options_(options), requests_(requests) {
        for (unsigned i = 0; i < options.connections(); ++i) slots_.emplace_back(options);
    }
    Fleet(const Fleet&) = delete;
    Fleet& operator=(const Fleet&) = delete;
    ~Fleet() {
        for (Slot& slot : slots_) {
            if (slot.piece) requests_.cancel(slot.request);
        }
    }

    Result<void> open(const std::vector<Job>& jobs, Listener& listener) {
        for (const Job& job : jobs) downloads_.emplace_back(job, options_, listener);
        // In one order for all processes, so that no two wait for each other.
        std::vector<std::size_t> order(jobs.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, {}, [&](std::size_t index) { return jobs[index].part_path; });
        for (const std::size_t index : order) CUDAENV_TRY(downloads_[index].open());
        return {};
    }

    Result<void> run(const std::stop_token& stop) {
        while (!std::ranges::all_of(downloads_, &Download::is_done)) {
            CUDAENV_TRY(sys::check_interrupt());
            if (stop.stop_requested()) return fail(Code::interrupted, "stopped");
            CUDAENV_TRY(start_pieces());
            CUDAENV_TRY(const bool has_copied, copy_local());
            CUDAENV_TRY(const auto ended, requests_.step(has_copied ? 0ms : longest_wait()));
            for (Sink* sink : ended) CUDAENV_TRY(end(static_cast<Slot&>(*sink)));
            for (Download& download : downloads_) download.tell_progress();
        }
        return {};
    }

    void stop(const Error& error) {
        for (Download& download : downloads_) download.stop(error);
    }

  private:
    Result<void> start_pieces() {
        const auto now = Clock::now();
        for (Slot& slot : slots_) {
            if (slot.piece && slot.download->is_over(*slot.piece)) {
                requests_.cancel(slot.request);
                CUDAENV_TRY(slot.download->ended(*slot.piece, Reply{}));
                slot.piece.reset();
            }
        }
        for (Slot& slot : slots_) {
            for (Download& download : downloads_) {
                if (slot.piece) break;
                slot.download = &download;
                slot.piece = download.next_piece(now);
                if (slot.piece) start(slot);
            }
        }
        return {};
    }

    void start(Slot& slot) {
        slot.request.ask(slot.download->question(*slot.piece), slot);
        requests_.start(slot.request);
    }

    Result<bool> copy_local() {
        const auto local = std::ranges::find_if(downloads_, &Download::is_local);
        if (local == downloads_.end()) return false;
        CUDAENV_TRY(local->copy_some());
        return true;
    }

    Result<void> end(Slot& slot) {
        CUDAENV_TRY(const auto after, slot.download->ended(*slot.piece, slot.request.reply()));
        if (after == Download::After::ask_again) {
            start(slot);
        } else {
            slot.piece.reset();
        }
        return {};
    }

    std::chrono::milliseconds longest_wait() const {
        const auto now = Clock::now();
        auto wait = kLongestWait;
        for (const Download& download : downloads_) {
            const auto pause =
                std::chrono::ceil<std::chrono::milliseconds>(download.not_before() - now);
            if (!download.is_done() && pause > 0ms) wait = std::min(wait, pause);
        }
        return wait;
    }

    const Options& options_;
    Requests& requests_;
    std::deque<Download> downloads_;
    std::deque<Slot> slots_;  // hold still: curl and downloads point to them
};

}  // namespace

struct Session::State {
    explicit State(Options chosen) : options(std::move(chosen)), requests(options.connections()) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() = default;

    // Set up before, and torn down after, everything else of curl.
    struct Curl {
        CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
        Curl() = default;
        Curl(const Curl&) = delete;
        Curl& operator=(const Curl&) = delete;
        ~Curl() { curl_global_cleanup(); }
    } curl;
    Options options;
    Requests requests;
};

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result<Session> Session::open(Options options) {
    CUDAENV_TRY(load_curl());
    auto state = std::make_unique<State>(std::move(options));
    if (state->curl.code != CURLE_OK) {
        return fail(Code::bug, "curl cannot be set up").why(curl_easy_strerror(state->curl.code));
    }
    return Session(std::move(state));
}

Result<void> Session::run(const std::vector<Job>& jobs, Listener& listener, std::stop_token stop) {
    Fleet fleet(state_->options, state_->requests);
    auto result = fleet.open(jobs, listener);
    if (result) result = fleet.run(stop);
    if (!result) fleet.stop(result.error());
    return result;
}

Result<std::string> Session::fetch_text(const std::vector<std::string>& urls, std::size_t limit) {
    return fetch::fetch_text(state_->requests, state_->options, {urls, limit});
}

}  // namespace cudaenv::fetch
