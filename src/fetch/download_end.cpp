// SPDX-License-Identifier: MIT
// How a piece, a URL and a whole download end.
#include <fmt/format.h>

#include <algorithm>

#include "fetch/download.hpp"
#include "fetch/redirect.hpp"

namespace cudaenv::fetch {
namespace {

constexpr unsigned kMostRestarts = 2;
// A connection that broke did not fail for nothing where the file had grown by this much.
constexpr std::uint64_t kWorthwhile = 256U << 10U;
constexpr std::size_t kCopyBytes = 1U << 20U;

Judgement for_good(Code code, std::string what, const Url& url) {
    Judgement judgement;
    judgement.error = fail(code, what).at(without_secrets(url.text)).value();
    return judgement;
}

}  // namespace

Result<Download::After> Download::ended(Piece& piece, const Reply& reply) {
    const int status = reply.head.status;
    const bool is_current = piece.generation == generation_;
    if (is_current && is_redirect(reply)) {
        if (auto target = follow(piece.url, reply, piece.hops++)) {
            piece.url = *std::move(target);
            return After::ask_again;
        } else {
            piece.trouble = Trouble::unusable;
            piece.error = std::move(target).error();
        }
    }
    std::erase(active_, &piece);
    if (!is_current || is_done_) return After::rest;
    CUDAENV_TRY(mark(piece));
    if (status == 416) {  // an empty file, or one that became shorter
        piece.trouble = piece.span.begin == 0 ? Trouble::no_ranges : Trouble::changed;
    }
    if (piece.trouble) {
        CUDAENV_TRY(in_trouble(piece));
        return After::rest;
    }
    if (piece.is_whole && piece.span.end == Piece::kUnknownEnd && reply.curl_code == 0 &&
        status == 200) {
        total_ = piece.span.end = piece.at;  // the end of an unannounced body
    }
    claimed_.remove({piece.at, piece.span.end});
    if (piece.at == piece.span.end) {
        if (piece.is_complete()) succeeded();
    } else {
        CUDAENV_TRY(failed(piece, judge(reply, piece.url, options_)));
    }
    if (total_ && have_.bytes() == *total_ && is_confirmed_) CUDAENV_TRY(finish());
    return After::rest;
}

void Download::succeeded() {
    patience_.succeeded();
    furthest_ = std::max(furthest_, have_.bytes());
}

// Bytes that did come stay; what is missing is asked for again. Only what had never come before
// counts as success: a stream that starts again from the front brings the same bytes each time.
Result<void> Download::failed(const Piece& piece, Judgement judgement) {
    location_.reset();
    if (piece.source != source_) return {};  // of a URL already given up
    if (!judgement.is_worth_retry) return next_source(std::move(judgement.error));
    if (have_.bytes() >= furthest_ + kWorthwhile) succeeded();
    const auto pause = patience_.failed(Clock::now(), piece.started, judgement.at_least);
    if (!pause) return next_source(std::move(judgement.error));
    if (pause->count() > 0) listener_.retrying(job_, judgement.error, *pause);
    return {};
}

Result<void> Download::in_trouble(Piece& piece) {
    claimed_.remove({piece.at, piece.span.end});
    location_.reset();
    switch (*piece.trouble) {
        case Trouble::outdated:
            return {};
        case Trouble::disk:
            return tl::unexpected(piece.error);
        case Trouble::unusable:
            return piece.source == source_ ? next_source(std::move(piece.error)) : Result<void>();
        case Trouble::changed:
        case Trouble::resized:
        case Trouble::no_ranges:
            break;
    }
    return begin_anew(*piece.trouble);
}

// The bytes so far are of no use. Once with ranges, since the file may truly have changed; then as
// one stream, since some servers give each range another validator.
Result<void> Download::begin_anew(Trouble trouble) {
    if (trouble == Trouble::resized && published_ > 0) {
        const std::string what = fmt::format("{} changed while it was being fetched", job_.name);
        CUDAENV_TRY(discard_part(job_.part_path));
        return fail(Code::checksum, what).at(without_secrets(urls_[source_].text));
    }
    if (++restarts_ > kMostRestarts) {
        const std::string what = fmt::format("{} is another file each time", job_.name);
        return next_source(for_good(Code::http, what, urls_[source_]).error);
    }
    ++generation_;
    is_whole_ = restarts_ > 1 || trouble == Trouble::no_ranges;
    have_.clear();
    claimed_.clear();
    if (trouble == Trouble::no_ranges) return {};
    identity_ = {};
    total_ = job_.size_bytes;
    is_confirmed_ = false;
    journal_.reset();
    return sys::remove_file(Journal::path_of(job_.part_path));
}

Result<void> Download::next_source(Error error) {
    errors_.push_back(std::move(error));
    location_.reset();
    if (++source_ == urls_.size()) {
        return base::context(most_telling(errors_), "fetching " + job_.name);
    }
    patience_.start_afresh();
    restarts_ = 0;
    is_whole_ = false;
    is_confirmed_ = false;
    return {};
}

Result<void> Download::copy_some() {
    const Url& url = urls_[source_];
    const auto file = sys::open_read(url.path);
    const auto info = sys::info_following(url.path);
    if (!file || !info) return next_source(file ? info.error() : file.error());
    Piece piece;
    piece.source = source_;
    piece.url = url;
    piece.generation = generation_;
    Head head;
    head.modified = std::to_string(info->mtime_s);
    if (!confirm(piece, head, info->size_bytes)) return in_trouble(piece);

    std::vector<std::byte> buffer(kCopyBytes);
    const std::optional<Span> gap = have_.first_gap(*total_);
    if (!gap) return finish();
    const std::size_t wanted = std::min<std::uint64_t>(buffer.size(), gap->size());
    CUDAENV_TRY(const std::size_t got, sys::read_at(file->number(), gap->begin,
                                                    std::span(buffer).first(wanted), url.path));
    if (got == 0) return next_source(for_good(Code::files, "the file became shorter", url).error);
    CUDAENV_TRY(store(gap->begin, std::span(buffer).first(got)));
    claimed_.add({gap->begin, gap->begin + got});
    CUDAENV_TRY(journal_->mark({gap->begin, gap->begin + got}));
    return have_.bytes() == *total_ ? finish() : Result<void>();
}

void Download::tell_progress() {
    publish();
    if (!is_told_ || have_.bytes() == told_) return;
    told_ = have_.bytes();
    listener_.progressed(job_, told_, total_.value_or(0));
}

Result<void> Download::finish() {
    identity_.size = *total_;
    if (fd_) {
        CUDAENV_TRY(const sys::FileInfo info, sys::info_following(job_.part_path));
        if (info.size_bytes > *total_) {
            CUDAENV_TRY(sys::resize(fd_.number(), *total_, job_.part_path));
        }
        Journal::Content whole{identity_, {}};
        whole.have.add({0, *total_});
        CUDAENV_TRY(journal_, Journal::start(job_.part_path, whole));
        CUDAENV_TRY(fd_.close(job_.part_path));
    }
    is_confirmed_ = is_done_ = true;
    if (!is_told_) listener_.started(job_, *total_, resumed_);
    is_told_ = true;
    tell_progress();
    if (job_.watermark) job_.watermark->finish();
    listener_.finished(job_, *total_, served_by());
    lock_.reset();
    return {};
}

std::string Download::served_by() const {
    const auto url = std::ranges::find(job_.urls, identity_.url, without_secrets);
    return url == job_.urls.end() ? identity_.url : *url;
}

void Download::stop(const Error& error) {
    if (is_done_) return;
    for (Piece* piece : active_) {
        // A mark that cannot be written costs only these bytes again.
        if (piece->generation == generation_) static_cast<void>(mark(*piece));
    }
    tell_progress();
    if (job_.watermark) job_.watermark->finish(error);
}

Result<void> discard_part(const std::string& part_path) {
    CUDAENV_TRY(sys::remove_file(Journal::path_of(part_path)));
    return sys::remove_file(part_path);
}

}  // namespace cudaenv::fetch
