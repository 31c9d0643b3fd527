// SPDX-License-Identifier: MIT
// One file being fetched: which stretch is to be asked for next, whether an answer fits what is
// there already, what a failure leads to. Knows no curl: Session carries questions and answers.
// One thread. Errors: as Session::run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fetch/http.hpp"
#include "fetch/journal.hpp"
#include "fetch/judge.hpp"
#include "fetch/piece.hpp"
#include "sys/lock.hpp"

namespace cudaenv::fetch {

class Download {
  public:
    // All three must outlive it. `connections` = of the session.
    Download(const Job& job, const Options& options, Listener& listener);

    // Takes the lock, reads the journal. It may be complete after that.
    Result<void> open();
    bool is_done() const { return is_done_; }
    const Job& job() const { return job_; }

    // The next piece to ask for now, if any; it must live until ended() has been told.
    std::unique_ptr<Piece> next_piece(Clock::time_point now);
    Question question(const Piece& piece) const;
    bool accept(Piece& piece, const Head& head);
    bool take(Piece& piece, std::span<const std::byte> data);
    // Nothing more is wanted of it: its request may be ended, then ended() told.
    bool is_over(const Piece& piece) const {
        return is_done_ || piece.generation != generation_ || piece.at >= piece.span.end;
    }
    enum class After { rest, ask_again };  // ask_again: piece.url has changed
    Result<After> ended(Piece& piece, const Reply& reply);

    // Copies a little of a file: URL. Only where is_local().
    bool is_local() const { return !is_done_ && urls_[source_].is_file(); }
    Result<void> copy_some();

    Clock::time_point not_before() const { return patience_.not_before(); }
    void tell_progress();  // the listener, and who waits for the prefix
    // Notes in the journal what has come so far, and hands the error to who waits for the file.
    void stop(const Error& error);

  private:
    Result<void> read_urls();
    Result<void> take_lock();
    void resume();
    std::optional<Span> next_span(Clock::time_point now, bool& is_takeover);
    std::optional<Span> take_over(Clock::time_point now, bool& is_takeover);
    bool refuse(Piece& piece, Trouble trouble);
    bool accept_whole(Piece& piece, const Head& head);
    std::optional<Trouble> compare(std::size_t source, const Head& head,
                                   std::optional<std::uint64_t> total) const;
    Result<void> adopt(const Piece& piece, const Head& head, std::optional<std::uint64_t> total);
    bool confirm(Piece& piece, const Head& head, std::optional<std::uint64_t> total);
    Result<void> store(std::uint64_t at, std::span<const std::byte> data);
    Result<void> mark(Piece& piece);
    void publish();

    void succeeded();
    Result<void> failed(const Piece& piece, Judgement judgement);
    Result<void> in_trouble(Piece& piece);
    Result<void> begin_anew(Trouble trouble);
    Result<void> next_source(Error error);
    Result<void> finish();
    std::string served_by() const;

    const Job& job_;
    const Options& options_;
    Listener& listener_;
    std::vector<Url> urls_;
    std::size_t source_ = 0;
    std::optional<Url> location_;  // where redirects led, for the pieces to come
    std::vector<Error> errors_;    // of the URLs given up
    Patience patience_;
    std::optional<sys::Lock> lock_;
    sys::Fd fd_;
    std::optional<Journal> journal_;

    Identity identity_;                   // of what is in the `.part`
    std::optional<std::uint64_t> total_;  // size, as soon as anything says it
    Spans have_, claimed_;                // on disk; on disk or asked for
    std::vector<Piece*> active_;
    bool is_confirmed_ = false;  // a server of this run has shown that it serves this file
    bool is_whole_ = false;      // no ranges here: one stream from the front
    bool is_told_ = false;       // the listener knows that it began
    bool is_done_ = false;
    unsigned generation_ = 0, restarts_ = 0;
    std::uint64_t resumed_ = 0, published_ = 0, told_ = 0;
    std::uint64_t furthest_ = 0;  // the most bytes on disk whose coming counted as success
};

}  // namespace cudaenv::fetch
