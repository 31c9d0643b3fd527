// SPDX-License-Identifier: MIT
// One stretch of a file while it is being fetched, and what can go wrong with an answer.
#pragma once

#include <optional>

#include "fetch/patience.hpp"
#include "fetch/spans.hpp"
#include "fetch/url.hpp"

namespace cudaenv::fetch {

enum class Trouble {
    outdated,   // the file was begun anew since this was asked for
    changed,    // not the file, or not the stretch, that the other pieces came from
    resized,    // the same, seen by its size
    no_ranges,  // the server sends only the whole
    unusable,   // this URL has not the file: `error` says why
    disk,       // `error` says what
};

struct Piece {
    static constexpr std::uint64_t kUnknownEnd = UINT64_MAX;

    Span span;                         // what this piece is to bring; its end may come nearer
    std::uint64_t at = 0;              // how far it has come
    std::uint64_t marked = 0;          // how far the journal knows it
    bool is_whole = false;             // asked for without a range
    bool is_takeover = false;          // from a connection that had fallen silent
    unsigned generation = 0;           // of the file's contents
    std::size_t source = 0;            // index of the URL
    unsigned hops = 0;                 // redirects so far
    Url url;                           // where it is asked for now
    Clock::time_point started, heard;  // heard: when the last byte came
    std::optional<Trouble> trouble;
    Error error;

    bool is_complete() const { return at > span.begin && at >= span.end; }
    std::uint64_t left() const { return span.end - at; }
};

}  // namespace cudaenv::fetch
