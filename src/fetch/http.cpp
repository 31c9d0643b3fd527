// SPDX-License-Identifier: MIT
#include "fetch/http.hpp"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>

#include "base/handle.hpp"
#include "fetch/http_setup.hpp"

namespace cudaenv::fetch {

struct Request::State {
    const Options* options = nullptr;
    base::Handle<CURL, curl_easy_cleanup> curl{curl_easy_init()};
    base::Handle<curl_slist, curl_slist_free_all> headers;
    std::array<char, CURL_ERROR_SIZE> error_text{};
    Reply reply;
    Sink* sink = nullptr;
    bool is_accepted = false;         // the sink has seen the head
    std::uint64_t dropped_bytes = 0;  // of a body that is not the file
};

namespace {

// The text of an error page is read to keep its connection, but no more of it than this.
constexpr std::uint64_t kDropLimit = 64U << 10U;

std::size_t on_header(const char* data, std::size_t, std::size_t size, void* user) {
    static_cast<Request::State*>(user)->reply.head.take_line({data, size});
    return size;
}

bool accept_once(Request::State& state) {
    if (state.is_accepted) return true;
    state.is_accepted = true;
    return state.sink->accept(state.reply.head);
}

bool is_file(const Head& head) {
    return head.status == 200 || head.status == 206;
}

// Returning another size than `size` makes curl end the transfer.
std::size_t on_body(const char* data, std::size_t, std::size_t size, void* user) {
    auto& state = *static_cast<Request::State*>(user);
    if (!is_file(state.reply.head)) {
        state.dropped_bytes += size;
        return state.dropped_bytes <= kDropLimit ? size : 0;
    }
    const bool goes_on =
        accept_once(state) && state.sink->take(std::as_bytes(std::span(data, size)));
    return goes_on ? size : 0;
}

std::string address_text(const sockaddr& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    const void* bytes = &reinterpret_cast<const sockaddr_in*>(&address)->sin_addr;
    if (address.sa_family == AF_INET6) {
        bytes = &reinterpret_cast<const sockaddr_in6*>(&address)->sin6_addr;
    }
    const char* shown = inet_ntop(address.sa_family, bytes, text.data(), text.size());
    return shown == nullptr ? "" : shown;
}

// Notes each address that is tried, so that a failure can name them.
curl_socket_t open_socket(void* user, curlsocktype, curl_sockaddr* address) {
    std::string& tried = static_cast<Request::State*>(user)->reply.addresses;
    if (!tried.empty()) tried += ", ";
    tried += address_text(address->addr);
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void set_callbacks(CURL* curl, Request::State* state) {
    curl_easy_setopt(curl, CURLOPT_PRIVATE, state);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, state->error_text.data());
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, state);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, state);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, state);
}

// What curl has to say once a request has ended with `code`.
void fill_reply(Request::State& state, CURLcode code) {
    CURL* curl = state.curl.get();
    long os_error = 0;
    long proxy_status = 0;
    const char* redirect = nullptr;
    curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &os_error);
    curl_easy_getinfo(curl, CURLINFO_HTTP_CONNECTCODE, &proxy_status);
    curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &redirect);
    state.reply.curl_code = code;
    state.reply.os_error = static_cast<int>(os_error);
    state.reply.proxy_status = static_cast<int>(proxy_status);
    state.reply.redirect = redirect == nullptr ? "" : redirect;
    const std::string text = state.error_text.data();
    state.reply.curl_text = text.empty() ? curl_easy_strerror(code) : text;
}

}  // namespace

Request::Request(const Options& options) : state_(std::make_unique<State>()) {
    state_->options = &options;
}
Request::Request(Request&&) noexcept = default;
Request& Request::operator=(Request&&) noexcept = default;
Request::~Request() = default;

void Request::ask(const Question& question, Sink& sink) {
    State& state = *state_;
    CURL* curl = state.curl.get();
    curl_easy_reset(curl);
    set_callbacks(curl, &state);
    set_options(curl, *state.options);
    set_question(curl, question, *state.options);
    state.headers.reset();
    if (!question.if_range.empty()) {
        state.headers.reset(curl_slist_append(nullptr, ("If-Range: " + question.if_range).c_str()));
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, state.headers.get());
    }
    state.error_text[0] = '\0';
    state.reply = {};
    state.reply.proxy = without_secrets(proxy_for(question.url, state.options->env));
    state.sink = &sink;
    state.is_accepted = false;
    state.dropped_bytes = 0;
}

const Reply& Request::reply() const {
    return state_->reply;
}

struct Requests::State {
    base::Handle<CURLM, curl_multi_cleanup> multi{curl_multi_init()};
};

Requests::Requests(unsigned connections) : state_(std::make_unique<State>()) {
    curl_multi_setopt(state_->multi.get(), CURLMOPT_MAXCONNECTS, static_cast<long>(connections));
}
Requests::Requests(Requests&&) noexcept = default;
Requests& Requests::operator=(Requests&&) noexcept = default;
Requests::~Requests() = default;

void Requests::start(Request& request) {
    CURL* curl = request.state_->curl.get();
    CUDAENV_CHECK(curl_multi_add_handle(state_->multi.get(), curl) == CURLM_OK);
}

void Requests::cancel(Request& request) {
    CURL* curl = request.state_->curl.get();
    CUDAENV_CHECK(curl_multi_remove_handle(state_->multi.get(), curl) == CURLM_OK);
}

Result<std::vector<Sink*>> Requests::step(std::chrono::milliseconds wait) {
    CURLM* multi = state_->multi.get();
    int count = 0;
    CURLMcode code = curl_multi_poll(multi, nullptr, 0, static_cast<int>(wait.count()), nullptr);
    if (code == CURLM_OK) code = curl_multi_perform(multi, &count);
    if (code != CURLM_OK) {
        return fail(Code::bug, std::string("curl: ") + curl_multi_strerror(code));
    }
    std::vector<Sink*> ended;
    while (const CURLMsg* message = curl_multi_info_read(multi, &count)) {
        CURL* const curl = message->easy_handle;  // removing it takes the message away
        const CURLcode result = message->data.result;
        char* user = nullptr;
        curl_easy_getinfo(curl, CURLINFO_PRIVATE, &user);
        curl_multi_remove_handle(multi, curl);
        auto& state = *reinterpret_cast<Request::State*>(user);
        fill_reply(state, result);
        if (result == CURLE_OK && is_file(state.reply.head)) accept_once(state);
        ended.push_back(state.sink);
    }
    return ended;
}

}  // namespace cudaenv::fetch
