// SPDX-License-Identifier: MIT
// link PORT TARGET-PORT RTT-MS TOTAL-MB/S CONNECTION-MB/S COUNT-FILE: a TCP proxy on loopback that
// behaves like a long line. A connection takes one round trip to stand, each direction is late by
// half of one, what comes from the target is held to a rate for each connection and for all
// together (0 = none). COUNT-FILE holds the bytes handed to clients so far. One thread, one copy.
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t kChunkBytes = 64U << 10U;
constexpr int kSocketBytes = 256 << 10;  // little lies in the kernel unseen
constexpr Seconds kAhead{0.004};         // how far pacing may run before the clock

Clock::duration ticks(Seconds seconds) {
    return std::chrono::duration_cast<Clock::duration>(seconds);
}

// The time at which the bytes so far have passed a line of this rate.
class Pace {
  public:
    explicit Pace(double bytes_per_second) : rate_(bytes_per_second) {}
    Time passed() const { return passed_; }
    Time take(std::size_t bytes, Time now) {
        if (rate_ > 0) {
            passed_ = std::max(passed_, now - ticks(kAhead));
            passed_ += ticks(Seconds(static_cast<double>(bytes) / rate_));
        }
        return passed_;
    }

  private:
    double rate_;
    Time passed_;
};

struct Line {
    Seconds half_trip;
    double connection_rate;
    Pace shared;
    std::size_t most_in_flight;
    std::uint64_t handed_over = 0;
};

struct Chunk {
    Time due;
    std::vector<char> bytes;
    std::size_t sent = 0;
};

// One direction of a connection: what was read and is under way.
struct Flow {
    int from, to;
    bool is_paced;
    Pace own;
    std::deque<Chunk> chunks;
    std::size_t in_flight = 0;
    bool has_ended = false;  // `from` has said its last
    bool is_closed = false;  // and `to` was told

    // When it may read again, unless it is full or at its end.
    std::optional<Time> reads_at(const Line& line) const {
        if (has_ended || in_flight >= line.most_in_flight) return std::nullopt;
        if (!is_paced) return Time{};
        return std::max(own.passed(), line.shared.passed()) - ticks(kAhead);
    }
    std::optional<Time> writes_at() const {
        return chunks.empty() ? std::nullopt : std::optional<Time>(chunks.front().due);
    }
};

struct Connection {
    Time stands_at;
    Flow up, down;
    bool is_broken = false;
};

void read_some(Flow& flow, Line& line) {
    Chunk chunk;
    chunk.bytes.resize(kChunkBytes);
    const ssize_t got = ::read(flow.from, chunk.bytes.data(), chunk.bytes.size());
    const Time now = Clock::now();
    if (got < 0 && errno == EAGAIN) return;
    chunk.bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    flow.has_ended = chunk.bytes.empty();  // an empty chunk carries the end
    Time passed = now;
    if (flow.is_paced) {
        passed = std::max({now, flow.own.take(chunk.bytes.size(), now),
                           line.shared.take(chunk.bytes.size(), now)});
    }
    chunk.due = passed + ticks(line.half_trip);
    flow.in_flight += chunk.bytes.size();
    flow.chunks.push_back(std::move(chunk));
}

// False: the other side is gone.
bool write_some(Flow& flow, Line& line) {
    Chunk& chunk = flow.chunks.front();
    if (chunk.bytes.empty()) {
        ::shutdown(flow.to, SHUT_WR);
        flow.is_closed = true;
        flow.chunks.pop_front();
        return true;
    }
    const ssize_t sent = ::send(flow.to, chunk.bytes.data() + chunk.sent,
                                chunk.bytes.size() - chunk.sent, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN;
    if (flow.is_paced) line.handed_over += static_cast<std::uint64_t>(sent);
    chunk.sent += static_cast<std::size_t>(sent);
    flow.in_flight -= static_cast<std::size_t>(sent);
    if (chunk.sent == chunk.bytes.size()) flow.chunks.pop_front();
    return true;
}

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int listening(std::uint16_t port) {
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const int on = 1;
    ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    ::setsockopt(listener, SOL_SOCKET, SO_SNDBUF, &kSocketBytes, sizeof kSocketBytes);
    const sockaddr_in address = loopback(port);
    if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener, 128) != 0) {
        std::perror("link: listen");
        std::exit(1);
    }
    return listener;
}

std::optional<Connection> accept_one(int listener, std::uint16_t target_port, const Line& line) {
    const int client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (client < 0) return std::nullopt;
    const int target = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ::setsockopt(target, SOL_SOCKET, SO_RCVBUF, &kSocketBytes, sizeof kSocketBytes);
    const sockaddr_in address = loopback(target_port);
    if (::connect(target, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(client);
        ::close(target);
        return std::nullopt;
    }
    ::fcntl(target, F_SETFL, O_NONBLOCK);
    return Connection{.stands_at = Clock::now() + ticks(2 * line.half_trip),
                      .up = {client, target, false, Pace(0), {}},
                      .down = {target, client, true, Pace(line.connection_rate), {}}};
}

// What to wait for: sockets that may be read or written now, and when to look again.
class Watch {
  public:
    explicit Watch(int listener) : now_(Clock::now()), wake_(now_ + std::chrono::seconds(1)) {
        polled_.push_back({listener, POLLIN, 0});
    }
    void add(const Connection& connection, const Line& line) {
        if (connection.stands_at > now_) return wake_at(connection.stands_at);
        for (const Flow* flow : {&connection.up, &connection.down}) {
            when(flow->reads_at(line), flow->from, POLLIN);
            when(flow->writes_at(), flow->to, POLLOUT);
        }
    }
    void wait() {
        const auto left = std::max(wake_ - Clock::now(), Clock::duration::zero());
        const timespec limit{left.count() / 1000000000, left.count() % 1000000000};
        ::ppoll(polled_.data(), polled_.size(), &limit, nullptr);
    }
    bool is_ready(int fd, short event) const {
        return std::any_of(polled_.begin(), polled_.end(), [&](const pollfd& each) {
            return each.fd == fd && each.events == event && each.revents != 0;
        });
    }

  private:
    void wake_at(Time time) { wake_ = std::min(wake_, time); }
    void when(std::optional<Time> time, int fd, short event) {
        if (!time) return;
        if (*time > now_) return wake_at(*time);
        polled_.push_back({fd, event, 0});
    }

    Time now_, wake_;
    std::vector<pollfd> polled_;
};

void move_bytes(Connection& connection, Line& line, const Watch& watch) {
    for (Flow* flow : {&connection.up, &connection.down}) {
        if (watch.is_ready(flow->to, POLLOUT) && !flow->chunks.empty() &&
            flow->chunks.front().due <= Clock::now() && !write_some(*flow, line)) {
            connection.is_broken = true;
        }
        if (watch.is_ready(flow->from, POLLIN) && flow->reads_at(line)) read_some(*flow, line);
    }
}

void serve(int listener, std::uint16_t target_port, Line& line, int count_file) {
    std::list<Connection> connections;
    for (std::uint64_t told = ~0ULL;;) {
        Watch watch(listener);
        for (const Connection& connection : connections) watch.add(connection, line);
        watch.wait();
        for (Connection& connection : connections) move_bytes(connection, line, watch);
        connections.remove_if([](const Connection& connection) {
            const bool is_over =
                connection.is_broken || (connection.up.is_closed && connection.down.is_closed);
            if (is_over) {
                ::close(connection.up.from);
                ::close(connection.up.to);
            }
            return is_over;
        });
        // Whoever was first is last the next time.
        if (!connections.empty())
            connections.splice(connections.end(), connections, connections.begin());
        if (watch.is_ready(listener, POLLIN)) {
            if (auto made = accept_one(listener, target_port, line)) {
                connections.push_back(std::move(*made));
            }
        }
        if (line.handed_over != told) {
            told = line.handed_over;
            const std::string text = std::to_string(told) + "\n";
            if (::pwrite(count_file, text.data(), text.size(), 0) < 0) return;
        }
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 7) return 2;
    ::signal(SIGPIPE, SIG_IGN);
    const auto port = [&](int word) { return static_cast<std::uint16_t>(std::atoi(words[word])); };
    const double round_trip_s = std::atof(words[3]) / 1e3;
    const double total = std::atof(words[4]) * 1e6;
    const double connection = std::atof(words[5]) * 1e6;
    // What a line of the full rate holds, and some more for the sender to stay ahead.
    const double fastest = connection > 0 ? connection : total > 0 ? total : 1e9;
    Line line{.half_trip = Seconds(round_trip_s / 2),
              .connection_rate = connection,
              .shared = Pace(total),
              .most_in_flight = static_cast<std::size_t>(fastest * round_trip_s) + 8 * kChunkBytes};
    const int count_file = ::open(words[6], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    serve(listening(port(1)), port(2), line, count_file);
    return 1;
}
