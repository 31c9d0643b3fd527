// SPDX-License-Identifier: MIT
#include "fetch/download.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace cudaenv::fetch {
namespace {

using namespace std::chrono_literals;

// A stretch is marked in the journal at least this often, so that a process that is killed costs
// at most kRepeatLimit of repetition over all its connections.
constexpr std::uint64_t kMarkBytes = 256U << 10U;
constexpr std::uint64_t kRepeatLimit = 4'000'000;
// Pieces are this small in front, so that a reader soon has a prefix, and towards the end, so that
// all connections end together. Between they grow up to Options::piece_bytes: a round trip, which
// each costs its connection, weighs less then.
constexpr std::uint64_t kSmallestPiece = 1U << 20U;
// How many pieces more than connections may lie beyond the contiguous prefix.
constexpr std::uint64_t kPiecesAhead = 4;
// When an idle connection takes over from another one: silent for this part of Options::timeout, or
// slow.
constexpr int kSilencePart = 6;
constexpr auto kSlowAfter = 2s;
constexpr double kSlowSecondsLeft = 4;

std::uint64_t mark_bytes(const Options& options) {
    return std::min(kMarkBytes, kRepeatLimit / options.connections());
}

bool is_strong(const std::string& etag) {
    return !etag.empty() && etag.rfind("W/", 0) != 0;
}

}  // namespace

Download::Download(const Job& job, const Options& options, Listener& listener)
    : job_(job),
      options_(options),
      listener_(listener),
      patience_(options, options.connections()) {}

Result<void> Download::open() {
    CUDAENV_TRY(read_urls());
    CUDAENV_TRY(take_lock());
    resume();
    const bool is_complete = total_ && have_.bytes() == *total_;
    if (options_.is_offline && !is_complete) {
        std::erase_if(urls_, [](const Url& url) { return !url.is_file(); });
        if (urls_.empty()) {
            return fail(Code::offline, fmt::format("{} is not in the cache", job_.name))
                .at(job_.urls.empty() ? "" : without_secrets(job_.urls.front()));
        }
    }
    CUDAENV_TRY(fd_, sys::open_write(job_.part_path));
    return is_complete ? finish() : Result<void>();
}

Result<void> Download::read_urls() {
    for (const std::string& text : job_.urls) {
        CUDAENV_TRY(Url url, parse_url(text));
        urls_.push_back(std::move(url));
    }
    if (urls_.empty())
        return fail(Code::not_found, fmt::format("no URL is known for {}", job_.name));
    return {};
}

Result<void> Download::take_lock() {
    CUDAENV_TRY(sys::make_folders(std::filesystem::path(job_.part_path).parent_path()));
    sys::LockOptions lock = options_.lock;
    if (lock.purpose.empty()) lock.purpose = "fetching " + job_.name;
    CUDAENV_TRY(lock_, sys::Lock::take(job_.part_path + ".lock", lock));
    return {};
}

void Download::resume() {
    total_ = job_.size_bytes;
    const auto content = Journal::read(job_.part_path);
    if (!content || (job_.size_bytes && *job_.size_bytes != content->identity.size)) return;
    identity_ = content->identity;
    total_ = identity_.size;
    have_ = claimed_ = content->have;
    resumed_ = furthest_ = have_.bytes();
}

std::unique_ptr<Piece> Download::next_piece(Clock::time_point now) {
    if (is_done_ || is_local() || now < patience_.not_before()) return nullptr;
    if (active_.size() >= patience_.connections()) return nullptr;
    auto piece = std::make_unique<Piece>();
    if (is_whole_) {
        if (!active_.empty()) return nullptr;
        have_.clear();  // what came before cannot be continued
        claimed_.clear();
        piece->is_whole = true;
        piece->span = {0, total_.value_or(Piece::kUnknownEnd)};
    } else if (const auto span = next_span(now, piece->is_takeover)) {
        piece->span = *span;
    } else {
        return nullptr;
    }
    claimed_.add(piece->span);
    piece->at = piece->marked = piece->span.begin;
    piece->generation = generation_;
    piece->source = source_;
    piece->url = location_.value_or(urls_[source_]);
    piece->started = piece->heard = now;
    active_.push_back(piece.get());
    return piece;
}

std::optional<Span> Download::next_span(Clock::time_point now, bool& is_takeover) {
    const std::uint64_t piece_bytes = options_.piece_bytes;
    const std::uint64_t smallest = std::min(kSmallestPiece, piece_bytes);
    if (!total_) return active_.empty() ? std::optional(Span{0, smallest}) : std::nullopt;
    const std::uint64_t connections = options_.connections();
    const std::uint64_t horizon = have_.prefix() + (connections + kPiecesAhead) * piece_bytes;
    const std::optional<Span> gap = claimed_.first_gap(std::min(*total_, horizon));
    if (!gap) return take_over(now, is_takeover);
    const std::uint64_t left = *total_ - claimed_.bytes();
    const std::uint64_t share = std::min(gap->begin, left / 2) / connections;
    const std::uint64_t size = std::clamp(share, smallest, piece_bytes);
    return Span{gap->begin, std::min(gap->end, gap->begin + size)};
}

// The rest of a silent connection, or the second half of a slow one's: whichever would last
// longest.
std::optional<Span> Download::take_over(Clock::time_point now, bool& is_takeover) {
    const auto silence = std::chrono::milliseconds(options_.timeout) / kSilencePart;
    Piece* slowest = nullptr;
    double longest = kSlowSecondsLeft;
    for (Piece* piece : active_) {
        if (piece->is_whole || piece->left() == 0) continue;
        const bool is_silent = !piece->is_takeover && now - piece->heard >= silence;
        const std::chrono::duration<double> age = now - piece->started;
        const bool is_slow = age >= kSlowAfter && piece->left() >= 2 * mark_bytes(options_);
        const auto brought = static_cast<double>(piece->at - piece->span.begin);
        const double seconds_left =
            is_silent ? std::numeric_limits<double>::infinity()
            : is_slow ? static_cast<double>(piece->left()) * age.count() / (brought + 1)
                      : 0;
        if (seconds_left <= longest) continue;
        slowest = piece;
        longest = seconds_left;
        is_takeover = is_silent;
    }
    if (slowest == nullptr) return std::nullopt;
    const std::uint64_t kept = is_takeover ? 0 : slowest->left() / 2;
    const Span span{slowest->at + kept, slowest->span.end};
    slowest->span.end = span.begin;
    return span;
}

Question Download::question(const Piece& piece) const {
    Question question;
    question.url = piece.url;
    const Url& source = urls_[piece.source];
    const bool is_ours = is_same_server(piece.url, source);
    question.user_info = is_ours ? source.user_info : piece.url.user_info;
    if (piece.is_whole) return question;
    question.range = piece.span;
    if (identity_.url == without_secrets(source.text)) {
        question.if_range = is_strong(identity_.etag) ? identity_.etag : identity_.modified;
    }
    return question;
}

bool Download::refuse(Piece& piece, Trouble trouble) {
    piece.trouble = trouble;
    return false;
}

bool Download::accept(Piece& piece, const Head& head) {
    if (is_done_ || piece.generation != generation_) return refuse(piece, Trouble::outdated);
    if (piece.is_whole || head.status == 200) return accept_whole(piece, head);
    if (!head.range || !head.range->total) return refuse(piece, Trouble::changed);
    const auto& [span, total] = *head.range;
    if (span.begin != piece.span.begin || span.begin >= span.end || span.end > *total) {
        return refuse(piece, Trouble::changed);
    }
    if (span.end < piece.span.end) {  // fewer bytes than asked for is legal
        claimed_.remove({span.end, piece.span.end});
        piece.span.end = span.end;
    }
    return confirm(piece, head, total);
}

// A whole file came: as asked for, or because the server knows no ranges or has another file now.
bool Download::accept_whole(Piece& piece, const Head& head) {
    if (head.status != 200) return refuse(piece, Trouble::changed);
    const bool can_become_the_stream = piece.span.begin == 0 && have_.bytes() == 0;
    if (!piece.is_whole && !can_become_the_stream) {
        return refuse(piece, compare(piece.source, head, head.length).value_or(Trouble::no_ranges));
    }
    if (!piece.is_whole) {
        piece.generation = ++generation_;  // pieces asked for beside this one are not needed
        piece.is_whole = is_whole_ = true;
        claimed_.clear();
    }
    piece.span.end = head.length ? *head.length : total_.value_or(Piece::kUnknownEnd);
    claimed_.add(piece.span);
    return confirm(piece, head, head.length ? head.length : total_);
}

std::optional<Trouble> Download::compare(std::size_t source, const Head& head,
                                         std::optional<std::uint64_t> total) const {
    if (total && job_.size_bytes && *total != *job_.size_bytes) return Trouble::unusable;
    if (total && total_ && *total != *total_) return Trouble::resized;
    if (identity_.url != without_secrets(urls_[source].text)) return std::nullopt;
    const bool has_both = !identity_.etag.empty() && !head.etag.empty();
    const bool is_same = has_both ? identity_.etag == head.etag
                                  : identity_.modified.empty() || head.modified.empty() ||
                                        identity_.modified == head.modified;
    return is_same ? std::nullopt : std::optional(Trouble::changed);
}

bool Download::confirm(Piece& piece, const Head& head, std::optional<std::uint64_t> total) {
    if (const auto trouble = compare(piece.source, head, total)) {
        if (trouble == Trouble::unusable) {
            piece.error = fail(Code::checksum, fmt::format("{} has another size there", job_.name))
                              .at(without_secrets(piece.url.text))
                              .values(fmt::format("{} bytes", *total),
                                      fmt::format("{} bytes", *job_.size_bytes))
                              .value();
        }
        return refuse(piece, *trouble);
    }
    if (is_confirmed_ || piece.source != source_) return true;
    if (auto adopted = adopt(piece, head, total); !adopted) {
        piece.error = std::move(adopted).error();
        return refuse(piece, Trouble::disk);
    }
    return true;
}

// From now on this server's word on the file is what the others are compared with.
Result<void> Download::adopt(const Piece& piece, const Head& head,
                             std::optional<std::uint64_t> total) {
    is_confirmed_ = true;
    total_ = total;
    identity_ = {without_secrets(urls_[piece.source].text), head.etag, head.modified,
                 total.value_or(0)};
    if (piece.hops > 0) location_ = piece.url;
    journal_.reset();
    if (total) {
        CUDAENV_TRY(journal_, Journal::start(job_.part_path, {identity_, have_}));
    } else {
        CUDAENV_TRY(sys::remove_file(Journal::path_of(job_.part_path)));
    }
    if (!is_told_) listener_.started(job_, total_.value_or(0), have_.bytes());
    is_told_ = true;
    told_ = have_.bytes();
    publish();
    return {};
}

bool Download::take(Piece& piece, std::span<const std::byte> data) {
    if (is_done_ || piece.generation != generation_) return refuse(piece, Trouble::outdated);
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(data.size(), piece.left()));
    auto stored = store(piece.at, data.first(wanted));
    piece.at += stored ? wanted : 0;
    piece.heard = Clock::now();
    if (stored && piece.at - piece.marked >= mark_bytes(options_)) stored = mark(piece);
    if (!stored) {
        piece.error = std::move(stored).error();
        return refuse(piece, Trouble::disk);
    }
    return wanted == data.size();
}

Result<void> Download::store(std::uint64_t at, std::span<const std::byte> data) {
    CUDAENV_TRY(sys::write_at(fd_.number(), at, data, job_.part_path));
    have_.add({at, at + data.size()});
    return {};
}

Result<void> Download::mark(Piece& piece) {
    if (journal_ && piece.at > piece.marked) {
        CUDAENV_TRY(journal_->mark({piece.marked, piece.at}));
    }
    piece.marked = piece.at;
    return {};
}

void Download::publish() {
    const std::uint64_t prefix = have_.prefix();
    if (!is_confirmed_ || prefix <= published_) return;
    published_ = prefix;
    if (job_.watermark) job_.watermark->publish(prefix);
}

}  // namespace cudaenv::fetch
