// SPDX-License-Identifier: MIT
#include "fetch/http_setup.hpp"

#include "base/program.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>

namespace cudaenv::fetch {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds kConnectLimit = 10s;
constexpr std::chrono::milliseconds kHeadStartOfIpv6 = 250ms;
constexpr long kBufferBytes = 256L << 10;
// Slower than this for Options::timeout counts as silence.
constexpr long kLowSpeedBytesPerSecond = 64;

void set_text(CURL* curl, CURLoption option, const std::string& text) {
    if (!text.empty()) curl_easy_setopt(curl, option, text.c_str());
}

void set_time_limits(CURL* curl, const Options& options) {
    const auto connect = std::min(kConnectLimit, options.timeout);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, static_cast<long>(connect.count()));
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, kLowSpeedBytesPerSecond);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(options.timeout.count()));
    curl_easy_setopt(curl, CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS,
                     static_cast<long>(kHeadStartOfIpv6.count()));
}

// The option, then curl's own variable, then OpenSSL's; else what curl was built with.
void set_trust(CURL* curl, const Options& options) {
    const sys::Env& env = options.env;
    std::string file = options.ca_file;
    if (file.empty()) file = env.value_or("CURL_CA_BUNDLE", "");
    if (file.empty()) file = env.value_or("SSL_CERT_FILE", "");
    const std::string folder = env.value_or("SSL_CERT_DIR", "");
    set_text(curl, CURLOPT_CAINFO, file);
    set_text(curl, CURLOPT_PROXY_CAINFO, file);
    set_text(curl, CURLOPT_CAPATH, folder);
    set_text(curl, CURLOPT_PROXY_CAPATH, folder);
}

void set_netrc(CURL* curl, const sys::Env& env) {
    std::string file = env.value_or("NETRC", "");
    const std::string home = env.value_or("HOME", "");
    if (file.empty() && !home.empty()) file = home + "/.netrc";
    if (file.empty()) return;
    curl_easy_setopt(curl, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
    set_text(curl, CURLOPT_NETRC_FILE, file);
}

void set_protocols(CURL* curl) {
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

long ip_of(IpVersion ip) {
    switch (ip) {
        case IpVersion::v4:
            return CURL_IPRESOLVE_V4;
        case IpVersion::v6:
            return CURL_IPRESOLVE_V6;
        case IpVersion::any:
            break;
    }
    return CURL_IPRESOLVE_WHATEVER;
}

}  // namespace

void set_options(void* curl, const Options& options) {
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, kBufferBytes);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set_text(curl, CURLOPT_USERAGENT, fmt::format("cudaenv/{}", base::kProgramVersion));
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(curl, CURLOPT_IPRESOLVE, ip_of(options.ip));
    set_protocols(curl);
    set_time_limits(curl, options);
    set_trust(curl, options);
    set_netrc(curl, options.env);
}

void set_question(void* curl, const Question& question, const Options& options) {
    set_text(curl, CURLOPT_URL, question.url.text);
    set_text(curl, CURLOPT_USERPWD, question.user_info);
    // Also where there is none: an unset proxy makes curl look at this process's environment.
    curl_easy_setopt(curl, CURLOPT_PROXY, proxy_for(question.url, options.env).c_str());
    curl_easy_setopt(curl, CURLOPT_NOPROXY, no_proxy(options.env).c_str());
    if (question.range) {
        const auto& [begin, end] = *question.range;
        set_text(curl, CURLOPT_RANGE, fmt::format("{}-{}", begin, end - 1));
    }
}

}  // namespace cudaenv::fetch
