// SPDX-License-Identifier: MIT
#include "cli/progress.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"

namespace cudaenv::cli {
namespace {

using std::chrono::duration;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLinesPause{100};
constexpr std::chrono::seconds kPlainPause{10};
constexpr std::size_t kWidestName = 40;

std::string seconds_text(double seconds) {
    const auto whole = static_cast<long>(seconds + 0.5);
    if (whole >= 3600) return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
    if (whole >= 60) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} s", whole);
}

// Cut in front, since the end of a path tells more.
std::string shortened(std::string_view text, std::size_t width) {
    const std::string plain = base::printable(text);
    return plain.size() <= width ? plain : "..." + plain.substr(plain.size() - width + 3);
}

}  // namespace

Progress::Progress(ProgressOptions options)
    : options_(std::move(options)), drawn_at_(options_.now()) {}

void Progress::waiting(std::string_view holder, std::string_view purpose) {
    say(commands::Message::info(
        fmt::format("waiting for another cudaenv ({}) {}", holder, purpose)));
}

void Progress::fetch_progress(std::string_view name, std::uint64_t done, std::uint64_t total,
                              std::uint64_t resumed) {
    auto found = transfers_.find(name);
    if (found == transfers_.end()) {
        found = transfers_.emplace(std::string(name), Transfer{}).first;
        found->second.first = resumed;
        found->second.since = options_.now();
    }
    found->second.done = done;
    found->second.total = total;
    changed();
}

void Progress::fetch_retry(std::string_view name, const Error& reason,
                           std::chrono::milliseconds pause) {
    const std::string when = pause < std::chrono::seconds(1)
                                 ? ""
                                 : " in " + seconds_text(duration<double>(pause).count());
    say(commands::Message::note(fmt::format("{}: {}; trying again{}", name, reason.what, when)));
}

void Progress::unpack_progress(std::string_view path, std::uint64_t bytes) {
    unpacking_ = path;
    unpacked_bytes_ += bytes;
    changed();
}

void Progress::said(std::string_view text) {
    say(commands::Message::info(std::string(text)));
}

void Progress::warned(std::string_view text) {
    say(commands::Message::warning(std::string(text)));
}

void Progress::found(const compat::Finding& finding) {
    clear();
    options_.write(render_finding(finding, options_.look));
}

void Progress::say(const commands::Message& message) {
    clear();
    options_.write(render_message(message, options_.look));
}

void Progress::clear() {
    if (drawn_lines_ > 0) options_.write(fmt::format("\033[{}A\r\033[J", drawn_lines_));
    drawn_lines_ = 0;
}

void Progress::changed() {
    if (options_.mode == ProgressMode::none) return;
    const auto at = options_.now();
    const bool is_plain = options_.mode == ProgressMode::plain;
    if (at - drawn_at_ <
        (is_plain ? steady_clock::duration(kPlainPause) : steady_clock::duration(kLinesPause)))
        return;
    drawn_at_ = at;
    const std::string text = block(at);
    clear();
    options_.write(text);
    if (!is_plain) drawn_lines_ = static_cast<int>(std::ranges::count(text, '\n'));
}

std::string Progress::transfer_line(std::string_view name, const Transfer& transfer,
                                    steady_clock::time_point at) const {
    const double seconds = duration<double>(at - transfer.since).count();
    const std::uint64_t fresh = transfer.done - std::min(transfer.first, transfer.done);
    const double rate = seconds > 0 ? static_cast<double>(fresh) / seconds : 0;
    std::string line =
        fmt::format("  {:<{}}  {:>9}", shortened(name, kWidestName), 34,
                    base::human_size(transfer.total != 0 ? transfer.total : transfer.done));
    if (transfer.total != 0) line += fmt::format("  {:>3} %", transfer.done * 100 / transfer.total);
    if (rate >= 1) {
        line += fmt::format("  {:>9}/s", base::human_size(static_cast<std::uint64_t>(rate)));
        if (transfer.total > transfer.done)
            line +=
                "  eta " + seconds_text(static_cast<double>(transfer.total - transfer.done) / rate);
    }
    return line;
}

std::string Progress::block(steady_clock::time_point at) const {
    std::vector<std::string> lines;
    Transfer sum;
    sum.since = at;
    for (const auto& [name, transfer] : transfers_) {
        sum.done += transfer.done;
        sum.total += transfer.total;
        sum.first += transfer.first;
        sum.since = std::min(sum.since, transfer.since);
        if (!transfer.is_finished()) lines.push_back(transfer_line(name, transfer, at));
    }
    if (transfers_.size() > 1 && !lines.empty()) lines.push_back(transfer_line("total", sum, at));
    if (!unpacking_.empty())
        lines.push_back(fmt::format("  {:<34}  {:>9}  {}", "unpacking",
                                    base::human_size(unpacked_bytes_), shortened(unpacking_, 30)));
    std::string text;
    for (const std::string& line : lines)
        text += line.substr(0, static_cast<std::size_t>(std::max(20, options_.columns - 1))) + "\n";
    return text;
}

}  // namespace cudaenv::cli
