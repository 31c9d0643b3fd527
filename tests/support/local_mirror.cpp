// SPDX-License-Identifier: MIT
#include "support/local_mirror.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "support/answer.hpp"
#include "support/fault.hpp"
#include "support/sockets.hpp"
#include "support/wire.hpp"

namespace cudaenv::test {
namespace {

using Context = std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)>;

Context context_of(const Certificate& tls) {
    Context context(nullptr, SSL_CTX_free);
    if (tls.certificate.empty()) return context;
    const auto pem = [](const std::string& text) {
        return std::unique_ptr<BIO, decltype(&BIO_free)>(
            BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free);
    };
    context.reset(SSL_CTX_new(TLS_server_method()));
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(
        PEM_read_bio_X509(pem(tls.certificate).get(), nullptr, nullptr, nullptr), X509_free);
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
        PEM_read_bio_PrivateKey(pem(tls.key).get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
    if (SSL_CTX_use_certificate(context.get(), certificate.get()) != 1 ||
        SSL_CTX_use_PrivateKey(context.get(), key.get()) != 1) {
        throw std::runtime_error("the mirror's certificate cannot be used");
    }
    return context;
}

}  // namespace

struct LocalMirror::State {
    explicit State(Options chosen)
        : options(std::move(chosen)),
          tls(context_of(options.tls)),
          listener(listen_at(options.host, options.port)),
          port(port_of(listener)) {}

    const Options options;
    const Context tls;
    const int listener;
    const std::uint16_t port;
    std::atomic<bool> is_stopping = false;
    std::atomic<unsigned> serial = 0;  // of answers
    std::thread acceptor;

    mutable std::mutex mutex;  // guards all below
    std::vector<std::thread> workers;
    std::set<int> sockets;
    std::vector<Fault> faults;
    std::vector<Seen> seen;
    std::size_t forgotten = 0;  // entries before the last reset; some may still be served
    unsigned connections = 0;

    void accept_all();
    void serve(int fd);
    bool answer(Wire& wire, const HttpRequest& request);
    void connect_through(Wire& wire, const HttpRequest& request);
    Fault next_fault(std::string_view path);
    std::size_t note(const HttpRequest& request, int status);
    bool send_body(Wire& wire, const Answer& answer, const Fault& fault, std::size_t entry);
    bool send_counted(Wire& wire, std::string_view data, std::size_t entry);
    void stall(const Wire& wire) const;
};

void LocalMirror::State::accept_all() {
    // This thread's, and so its workers': a client may be gone while OpenSSL still writes.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    while (!is_stopping) {
        const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0) continue;
        // Small buffers, so that what is counted as sent is nearly what has arrived.
        const int on = 1;
        const int buffer = 64 << 10;
        ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
        const std::lock_guard lock(mutex);
        sockets.insert(fd);
        ++connections;
        workers.emplace_back([this, fd] { serve(fd); });
    }
}

void LocalMirror::State::serve(int fd) {
    {
        Wire wire(fd, tls.get());
        while (!is_stopping && wire.is_open()) {
            const std::optional<HttpRequest> request = wire.receive_request();
            if (!request || !answer(wire, *request)) break;
        }
        const std::lock_guard lock(mutex);
        sockets.erase(fd);
    }
}

Fault LocalMirror::State::next_fault(std::string_view path) {
    const std::lock_guard lock(mutex);
    for (Fault& fault : faults) {
        if (!fault.matches(path) || fault.times == 0) continue;
        if (fault.after > 0) {
            --fault.after;
            continue;
        }
        --fault.times;
        return fault;
    }
    return {};
}

std::size_t LocalMirror::State::note(const HttpRequest& request, int status) {
    Seen entry;
    entry.method = request.method;
    entry.path = request.method == "CONNECT" ? request.target : path_of(request.target);
    entry.range = request.header("range");
    entry.if_range = request.header("if-range");
    entry.authorization = request.header("authorization");
    entry.user_agent = request.header("user-agent");
    entry.is_proxied = request.target.front() != '/';
    entry.status = status;
    const std::lock_guard lock(mutex);
    seen.push_back(std::move(entry));
    return seen.size() - 1;
}

// False = close the connection.
bool LocalMirror::State::answer(Wire& wire, const HttpRequest& request) {
    const bool is_proxied = request.target.front() != '/';
    if (is_proxied && !options.proxy_auth.empty() &&
        request.header("proxy-authorization") != basic(options.proxy_auth)) {
        note(request, 407);
        Answer refusal = text_answer(407, "the proxy does not know you\n");
        refusal.headers.emplace_back("Proxy-Authenticate: Basic realm=\"proxy\"");
        return wire.send(refusal.head() + refusal.text);
    }
    if (request.method == "CONNECT") {
        connect_through(wire, request);
        return false;
    }
    const Fault fault = next_fault(path_of(request.target));
    std::this_thread::sleep_for(std::chrono::milliseconds(fault.delay_ms));
    if (fault.refuse) {
        note(request, 0);
        return false;
    }
    const Answer planned = answer_for(request, options.root, fault, ++serial);
    const std::size_t entry = note(request, planned.status);
    if (!wire.send(planned.head())) return false;
    if (request.method == "HEAD") return !planned.closes;
    return send_body(wire, planned, fault, entry) && !planned.closes &&
           request.header("connection") != "close";
}

void LocalMirror::State::connect_through(Wire& wire, const HttpRequest& request) {
    const std::size_t colon = request.target.rfind(':');
    const int port_number = std::atoi(request.target.substr(colon + 1).c_str());
    const int fd = connect_to("127.0.0.1", static_cast<std::uint16_t>(port_number));
    const bool is_connected = fd >= 0;
    note(request, is_connected ? 200 : 503);
    if (is_connected && wire.send("HTTP/1.1 200 Connection established\r\n\r\n")) {
        tunnel(wire.fd(), fd);
    }
    if (is_connected) ::close(fd);
}

bool LocalMirror::State::send_counted(Wire& wire, std::string_view data, std::size_t entry) {
    if (!wire.send(data)) return false;
    const std::lock_guard lock(mutex);
    seen[entry].body_bytes += data.size();
    return true;
}

void LocalMirror::State::stall(const Wire& wire) const {
    while (!is_stopping && !wire.is_abandoned()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

// With a limit on the rate: what may pass in about 10 ms.
std::uint64_t chunk_size(const Fault& fault) {
    constexpr std::uint64_t kWhole = 64U << 10U;
    return fault.rate == 0 ? kWhole : std::clamp<std::uint64_t>(fault.rate / 100, 1024, kWhole);
}

// False = the connection is of no further use.
bool LocalMirror::State::send_body(Wire& wire, const Answer& answer, const Fault& fault,
                                   std::size_t entry) {
    if (answer.file.empty()) return send_counted(wire, answer.text, entry);
    const int file = ::open(answer.file.c_str(), O_RDONLY | O_CLOEXEC);
    const std::uint64_t stop = answer.begin + std::min(fault.cut.value_or(UINT64_MAX >> 1),
                                                       fault.stall.value_or(UINT64_MAX >> 1));
    const auto started = std::chrono::steady_clock::now();
    const std::uint64_t end = std::min(answer.end, stop);
    std::uint64_t at = answer.begin;
    std::string chunk;
    while (file >= 0 && at < end && !is_stopping) {
        chunk.resize(std::min(chunk_size(fault), end - at));
        const ssize_t got = ::pread(file, chunk.data(), chunk.size(), static_cast<off_t>(at));
        if (got <= 0) break;  // the file shrank: the body ends short
        chunk.resize(static_cast<std::size_t>(got));
        if (fault.flip && *fault.flip >= at && *fault.flip < at + chunk.size()) {
            chunk[*fault.flip - at] ^= 1;
        }
        if (!send_counted(wire, chunk, entry)) break;
        at += chunk.size();
        if (fault.rate > 0) {
            std::this_thread::sleep_until(
                started + std::chrono::microseconds((at - answer.begin) * 1'000'000 / fault.rate));
        }
    }
    ::close(file);
    if (fault.stall && stop <= answer.end) stall(wire);
    return at == answer.end && stop > answer.end;
}

LocalMirror::LocalMirror(Options options) : state_(std::make_unique<State>(std::move(options))) {
    state_->acceptor = std::thread([state = state_.get()] { state->accept_all(); });
}

LocalMirror::~LocalMirror() {
    state_->is_stopping = true;
    ::shutdown(state_->listener, SHUT_RDWR);
    state_->acceptor.join();
    ::close(state_->listener);
    {
        const std::lock_guard lock(state_->mutex);
        for (const int fd : state_->sockets) ::shutdown(fd, SHUT_RDWR);
    }
    for (std::thread& worker : state_->workers) worker.join();
}

std::uint16_t LocalMirror::port() const {
    return state_->port;
}

std::string LocalMirror::url(std::string_view path) const {
    const std::string& host = state_->options.host;
    const bool is_v6 = host.find(':') != std::string::npos;
    return std::string(state_->tls != nullptr ? "https://" : "http://") +
           (is_v6 ? '[' + host + ']' : host) + ':' + std::to_string(port()) + std::string(path);
}

void LocalMirror::fault(std::string_view spec) {
    Fault parsed = Fault::parse(spec);
    const std::lock_guard lock(state_->mutex);
    state_->faults.push_back(std::move(parsed));
}

void LocalMirror::clear_faults() {
    const std::lock_guard lock(state_->mutex);
    state_->faults.clear();
}

LocalMirror::Traffic LocalMirror::traffic(std::string_view path) const {
    Traffic sum;
    const std::lock_guard lock(state_->mutex);
    for (std::size_t i = state_->forgotten; i < state_->seen.size(); ++i) {
        const Seen& entry = state_->seen[i];
        if (!path.empty() && entry.path != path) continue;
        ++sum.requests;
        sum.body_bytes += entry.body_bytes;
    }
    return sum;
}

std::vector<LocalMirror::Seen> LocalMirror::seen() const {
    const std::lock_guard lock(state_->mutex);
    return {state_->seen.begin() + static_cast<std::ptrdiff_t>(state_->forgotten),
            state_->seen.end()};
}

unsigned LocalMirror::connections() const {
    const std::lock_guard lock(state_->mutex);
    return state_->connections;
}

void LocalMirror::reset() {
    const std::lock_guard lock(state_->mutex);
    state_->forgotten = state_->seen.size();
    state_->connections = 0;
}

}  // namespace cudaenv::test
