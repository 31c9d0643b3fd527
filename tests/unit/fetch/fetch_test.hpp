// SPDX-License-Identifier: MIT
// What the tests of Session share: a mirror that serves a folder, a cache folder, short pauses, and
// a listener that keeps what it is told.
#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "fetch/session.hpp"
#include "support/local_mirror.hpp"
#include "support/temp_folder.hpp"

namespace cudaenv::fetch {

struct Recorder : Listener {
    void started(const Job&, std::uint64_t total, std::uint64_t resumed_bytes) override {
        totals.push_back(total);
        resumed.push_back(resumed_bytes);
    }
    void progressed(const Job&, std::uint64_t done, std::uint64_t) override {
        progress.push_back(done);
        if (on_progress) on_progress(done);
    }
    void retrying(const Job&, const Error& reason, std::chrono::milliseconds) override {
        retries.push_back(reason);
    }
    void finished(const Job&, std::uint64_t size, const std::string& url) override {
        sizes.push_back(size);
        urls.push_back(url);
    }

    std::vector<std::uint64_t> totals, resumed, progress, sizes;
    std::vector<Error> retries;
    std::vector<std::string> urls;
    std::function<void(std::uint64_t)> on_progress;
};

// Bytes that do not repeat; other ones for each seed.
inline std::string noise(std::size_t size, unsigned seed = 1) {
    std::mt19937_64 random(seed);
    std::string text((size + 7) / 8 * 8, '\0');
    for (std::size_t at = 0; at < text.size(); at += 8) {
        const std::uint64_t word = random();
        std::memcpy(&text[at], &word, 8);
    }
    text.resize(size);
    return text;
}

class FetchTest : public testing::Test {
  protected:
    FetchTest() {
        std::signal(SIGPIPE, SIG_IGN);  // as main does
        options_.jobs = 2;
        options_.timeout = std::chrono::seconds(3);
        options_.back_off = std::chrono::milliseconds(4);
        options_.piece_bytes = 64U << 10U;
    }

    // Serves `size` bytes as /NAME, and returns them.
    std::string serve(const std::string& name, std::size_t size, unsigned seed = 1) {
        std::string content = noise(size, seed);
        folder_.write("www/" + name, content);
        return content;
    }
    Job job_of(const std::vector<std::string>& urls, const std::string& name = "file") const {
        return {name, urls, folder_ / "cache/" + name + ".part", std::nullopt,
                std::make_shared<sys::Watermark>()};
    }
    Job job_of(const std::string& url) const { return job_of(std::vector{url}); }

    Result<void> fetch(const std::vector<Job>& jobs, std::stop_token stop = {}) {
        Session session = *Session::open(options_);
        return session.run(jobs, listener_, std::move(stop));
    }
    Result<void> fetch(const Job& job) { return fetch(std::vector{job}); }

    std::string part(const std::string& name = "file") const {
        return folder_.read("cache/" + name + ".part");
    }

    test::TempFolder folder_;
    test::LocalMirror mirror_{{folder_.make("www"), "127.0.0.1", 0, {}, {}}};
    Options options_;
    Recorder listener_;
};

}  // namespace cudaenv::fetch
