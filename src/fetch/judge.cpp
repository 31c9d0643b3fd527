// SPDX-License-Identifier: MIT
#include "fetch/judge.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace cudaenv::fetch {
namespace {

constexpr std::chrono::seconds kLongestRetryAfter{60};

std::string_view name_of_status(int status) {
    switch (status) {
        case 401:
            return "asks for a user and a password";
        case 403:
            return "forbidden";
        case 404:
            return "not found";
        case 410:
            return "gone";
        case 429:
            return "too many requests";
        case 500:
            return "internal error";
        case 502:
            return "bad gateway";
        case 503:
            return "unavailable";
        case 504:
            return "gateway timeout";
        default:
            return "";
    }
}

Judgement judge_status(const Reply& reply, const Url& url) {
    const int status = reply.head.status;
    const std::string_view name = name_of_status(status);
    Judgement result;
    result.error.code = Code::http;
    result.error.what = fmt::format("{} answered {}", url.host, status);
    if (!name.empty()) result.error.what += fmt::format(" ({})", name);
    if (status == 401)
        result.error.notes.emplace_back("users and passwords are read from ~/.netrc");
    if (status == 407) {
        result.error.code = Code::tls;
        result.error.what = fmt::format("the proxy {} asks for a user and a password", reply.proxy);
    }
    result.is_worth_retry = status == 408 || status == 429 || status >= 500;
    result.at_least =
        std::min(reply.head.retry_after.value_or(std::chrono::seconds(0)), kLongestRetryAfter);
    return result;
}

std::string reason_of(int os_error) {
    switch (os_error) {
        case ENETUNREACH:
        case EHOSTUNREACH:
        case EADDRNOTAVAIL:
            return "no route";
        case ECONNREFUSED:
            return "connection refused";
        case ETIMEDOUT:
            return "no answer";
        default:
            return os_error == 0 ? "no answer" : std::generic_category().message(os_error);
    }
}

// A name that is not known, a peer that is not reached.
void judge_connection(const Reply& reply, const Url& url, Error& error) {
    const bool is_proxied = !reply.proxy.empty();
    const std::string peer = is_proxied ? "the proxy " + reply.proxy : url.host;
    if (is_proxied) error.code = Code::tls;
    if (reply.curl_code == CURLE_COULDNT_CONNECT || reply.curl_code == CURLE_OPERATION_TIMEDOUT) {
        error.what = fmt::format("cannot connect to {}: {}", peer, reason_of(reply.os_error));
        error.found = reply.addresses.empty() ? "" : "tried " + reply.addresses;
    } else {
        error.what = fmt::format("cannot find the address of {}", peer);
    }
}

bool is_tls_code(int code) {
    switch (code) {
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_CIPHER:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_CRL_BADFILE:
        case CURLE_SSL_ISSUER_ERROR:
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        case CURLE_SSL_INVALIDCERTSTATUS:
        case CURLE_USE_SSL_FAILED:
            return true;
        default:
            return false;
    }
}

Judgement judge_tls(const Reply& reply, const Url& url) {
    Judgement result;
    result.error.code = Code::tls;
    result.error.what = fmt::format("no secure connection to {}", url.host);
    // A handshake may break off as any connection may; a certificate stays what it is.
    result.is_worth_retry = reply.curl_code == CURLE_SSL_CONNECT_ERROR && reply.os_error != 0;
    if (reply.curl_code == CURLE_PEER_FAILED_VERIFICATION) {
        result.error.notes.emplace_back(
            "where a company's own certificate authority signs: set CUDAENV_CA_FILE or net.ca_file "
            "to its PEM file");
    }
    return result;
}

Judgement judge_transfer(const Reply& reply, const Url& url, const Options& options) {
    Judgement result;
    result.error.code = Code::network;
    result.is_worth_retry = true;
    const bool has_answered = reply.head.status != 0;
    switch (reply.curl_code) {
        case CURLE_COULDNT_RESOLVE_PROXY:
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_CONNECT:
            judge_connection(reply, url, result.error);
            break;
        case CURLE_OPERATION_TIMEDOUT:
            if (reply.curl_text.find("too slow") == std::string::npos && !has_answered) {
                judge_connection(reply, url, result.error);
            } else {
                result.error.what =
                    fmt::format("{} sent nothing for {} s", url.host, options.timeout.count());
            }
            break;
        case CURLE_OK:
        case CURLE_PARTIAL_FILE:
            result.error.what = fmt::format("{} sent less than it announced", url.host);
            break;
        default:
            result.error.what = fmt::format("the connection to {} broke", url.host);
            break;
    }
    return result;
}

}  // namespace

Judgement judge(const Reply& reply, const Url& url, const Options& options) {
    const int status = reply.head.status;
    Judgement result;
    if (reply.proxy_status >= 300) {
        Reply of_proxy = reply;
        of_proxy.head = {};
        of_proxy.head.status = reply.proxy_status;
        result = judge_status(of_proxy, url);
        result.error.code = Code::tls;
        if (reply.proxy_status != 407) {
            result.error.what =
                fmt::format("the proxy {} answered {}", reply.proxy, reply.proxy_status);
        }
    } else if (status != 0 && status != 200 && status != 206) {
        result = judge_status(reply, url);
    } else if (is_tls_code(reply.curl_code)) {
        result = judge_tls(reply, url);
    } else {
        result = judge_transfer(reply, url, options);
    }
    result.error.at = without_secrets(url.text);
    if (reply.curl_code != CURLE_OK && reply.curl_code != CURLE_WRITE_ERROR) {
        result.error.why = reply.curl_text;
    }
    return result;
}

Error most_telling(std::vector<Error> errors) {
    const auto rank = [](const Error& error) {
        switch (error.code) {
            case Code::tls:
                return 0;
            case Code::checksum:
                return 1;
            case Code::network:
                return 2;
            case Code::http:
                return 3;
            default:
                return 4;
        }
    };
    const auto best = std::ranges::min_element(errors, {}, rank);
    std::rotate(errors.begin(), best, best + 1);
    Error chosen = std::move(errors.front());
    for (auto other = errors.begin() + 1; other != errors.end(); ++other) {
        chosen.notes.push_back(fmt::format("{}: {}", other->at, other->what));
    }
    return chosen;
}

}  // namespace cudaenv::fetch
