// SPDX-License-Identifier: MIT
#include "fetch/spans.hpp"

#include <algorithm>

namespace cudaenv::fetch {

void Spans::add(Span span) {
    if (span.begin >= span.end) return;
    auto first = std::ranges::lower_bound(spans_, span.begin, {}, &Span::end);
    auto last = first;
    for (; last != spans_.end() && last->begin <= span.end; ++last) {
        span.begin = std::min(span.begin, last->begin);
        span.end = std::max(span.end, last->end);
    }
    spans_.insert(spans_.erase(first, last), span);
}

void Spans::remove(Span span) {
    std::vector<Span> rest;
    for (const Span& each : spans_) {
        const Span before{each.begin, std::min(each.end, span.begin)};
        const Span after{std::max(each.begin, span.end), each.end};
        if (span.begin >= span.end || each.end <= span.begin || each.begin >= span.end) {
            rest.push_back(each);
            continue;
        }
        if (before.begin < before.end) rest.push_back(before);
        if (after.begin < after.end) rest.push_back(after);
    }
    spans_ = std::move(rest);
}

std::uint64_t Spans::prefix() const {
    return spans_.empty() || spans_.front().begin > 0 ? 0 : spans_.front().end;
}

std::uint64_t Spans::bytes() const {
    std::uint64_t sum = 0;
    for (const Span& each : spans_) sum += each.size();
    return sum;
}

std::optional<Span> Spans::first_gap(std::uint64_t limit) const {
    const std::uint64_t begin = prefix();
    if (begin >= limit) return std::nullopt;
    const std::size_t next = begin == 0 ? 0 : 1;
    const std::uint64_t end = next < spans_.size() ? spans_[next].begin : limit;
    return Span{begin, std::min(end, limit)};
}

}  // namespace cudaenv::fetch
