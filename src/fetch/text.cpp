// SPDX-License-Identifier: MIT
#include "fetch/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fetch/judge.hpp"
#include "fetch/patience.hpp"
#include "fetch/redirect.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::fetch {
namespace {

constexpr std::chrono::milliseconds kLongestWait{200};

struct Memory : Sink {
    explicit Memory(std::size_t limit) : limit_bytes(limit) {}

    bool accept(const Head&) override {
        text.clear();
        return true;
    }
    bool take(std::span<const std::byte> data) override {
        is_too_long = text.size() + data.size() > limit_bytes;
        if (!is_too_long) text.append(reinterpret_cast<const char*>(data.data()), data.size());
        return !is_too_long;
    }

    const std::size_t limit_bytes;
    std::string text;
    bool is_too_long = false;
};

// Runs `request` to its end, or nothing until `end`. The interrupt flag is looked at.
Result<void> wait(Requests& requests, Request* request, Clock::time_point end) {
    while (Clock::now() < end) {
        auto step = sys::check_interrupt();
        if (step) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
            const auto ended = requests.step(std::clamp(left, {}, kLongestWait));
            if (!ended) step = tl::unexpected(ended.error());
            if (ended && !ended->empty()) return {};
        }
        if (!step) {
            if (request != nullptr) requests.cancel(*request);
            return step;
        }
    }
    return {};
}

struct Asked {
    std::string text;
    std::optional<Judgement> refusal;
};

// One try at one URL, redirects included. An error ends everything.
Result<Asked> ask(Requests& requests, const Options& options, const Url& source,
                  std::size_t limit) {
    Memory memory(limit);
    Request request(options);
    Url url = source;
    for (unsigned hops = 0;; ++hops) {
        const std::string user = is_same_server(url, source) ? source.user_info : url.user_info;
        request.ask({url, user, std::nullopt, ""}, memory);
        requests.start(request);
        CUDAENV_TRY(wait(requests, &request, Clock::time_point::max()));
        const Reply& reply = request.reply();
        if (reply.curl_code == 0 && reply.head.status == 200) return Asked{memory.text, {}};
        if (memory.is_too_long) {
            return fail(Code::damaged, fmt::format("the text is longer than {} bytes", limit))
                .at(without_secrets(url.text));
        }
        if (!is_redirect(reply)) return Asked{"", judge(reply, url, options)};
        auto target = follow(url, reply, hops);
        if (!target) return Asked{"", Judgement{std::move(target).error(), false, {}}};
        url = *std::move(target);
    }
}

// All tries at one URL. The outer error ends everything, the refusal only this URL.
Result<Asked> ask_patiently(Requests& requests, const Options& options, const Url& url,
                            std::size_t limit) {
    Patience patience(options, 1);
    for (;;) {
        const auto started = Clock::now();
        CUDAENV_TRY(Asked asked, ask(requests, options, url, limit));
        if (!asked.refusal || !asked.refusal->is_worth_retry) return asked;
        const auto now = Clock::now();
        const auto pause = patience.failed(now, started, asked.refusal->at_least);
        if (!pause) return asked;
        CUDAENV_TRY(wait(requests, nullptr, now + *pause));
    }
}

Result<Asked> read_local(const Url& url, std::size_t limit) {
    auto text = sys::read_file(url.path, limit);
    if (text) return Asked{*std::move(text), {}};
    return Asked{"", Judgement{std::move(text).error(), false, {}}};
}

}  // namespace

Result<std::string> fetch_text(Requests& requests, const Options& options,
                               const TextQuestion& question) {
    std::vector<Error> errors;
    for (const std::string& text : question.urls) {
        CUDAENV_TRY(const Url url, parse_url(text));
        if (options.is_offline && !url.is_file()) {
            errors.push_back(
                fail(Code::offline, "not fetched while offline").at(without_secrets(text)).value());
            continue;
        }
        CUDAENV_TRY(Asked asked, url.is_file()
                                     ? read_local(url, question.limit_bytes)
                                     : ask_patiently(requests, options, url, question.limit_bytes));
        if (!asked.refusal) return asked.text;
        errors.push_back(std::move(asked.refusal->error));
    }
    if (errors.empty()) return fail(Code::not_found, "no URL to fetch from");
    return tl::unexpected(most_telling(std::move(errors)));
}

}  // namespace cudaenv::fetch
