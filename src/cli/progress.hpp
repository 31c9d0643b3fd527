// SPDX-License-Identifier: MIT
// The Observer of the command line: progress lines on a terminal, a line each ten seconds in
// `plain` mode, nothing in a pipe; sentences and warnings always (unless quiet). Writes through one
// function, so that tests see what a terminal would.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "cli/render.hpp"
#include "execute/observer.hpp"

namespace cudaenv::cli {

enum class ProgressMode { none, lines, plain };

struct ProgressOptions {
    ProgressMode mode = ProgressMode::none;
    Look look;
    int columns = 80;
    std::function<std::chrono::steady_clock::time_point()> now;
    std::function<void(std::string_view)> write;  // to stderr
};

class Progress : public execute::Observer {
  public:
    explicit Progress(ProgressOptions options);

    void waiting(std::string_view holder, std::string_view purpose) override;
    void fetch_progress(std::string_view name, std::uint64_t done, std::uint64_t total,
                        std::uint64_t resumed) override;
    void fetch_retry(std::string_view name, const Error& reason,
                     std::chrono::milliseconds pause) override;
    void unpack_progress(std::string_view path, std::uint64_t bytes) override;
    void said(std::string_view text) override;
    void warned(std::string_view text) override;
    void found(const compat::Finding& finding) override;

    // Takes the progress lines off the terminal; called before anything else is printed.
    void clear();

  private:
    struct Transfer {
        std::uint64_t done = 0, total = 0, first = 0;
        std::chrono::steady_clock::time_point since;
        bool is_finished() const { return total != 0 && done >= total; }
    };

    void say(const commands::Message& message);
    void changed();  // draws, if it is time to
    std::string block(std::chrono::steady_clock::time_point at) const;
    std::string transfer_line(std::string_view name, const Transfer& transfer,
                              std::chrono::steady_clock::time_point at) const;

    ProgressOptions options_;
    std::map<std::string, Transfer, std::less<>> transfers_;
    std::string unpacking_;  // last path
    std::uint64_t unpacked_bytes_ = 0;
    std::chrono::steady_clock::time_point drawn_at_;
    int drawn_lines_ = 0;
};

}  // namespace cudaenv::cli
