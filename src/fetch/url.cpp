// SPDX-License-Identifier: MIT
#include "fetch/url.hpp"

#include <curl/curl.h>

#include "base/handle.hpp"
#include "base/text.hpp"
#include "fetch/late_curl.hpp"
#include "fetch/session.hpp"

namespace cudaenv::fetch {
namespace {

std::string part(CURLU* url, CURLUPart which, unsigned flags) {
    char* text = nullptr;
    if (curl_url_get(url, which, &text, flags) != CURLUE_OK) return "";
    const base::Handle<char, curl_free> owned(text);
    return text;
}

std::string first_set(const sys::Env& env, std::initializer_list<std::string> names) {
    for (const std::string& name : names) {
        if (std::string value = env.value_or(name, ""); !value.empty()) return value;
    }
    return "";
}

std::string upper(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return result;
}

}  // namespace

Result<Url> parse_url(const std::string& text) {
    CUDAENV_TRY(load_curl());
    const base::Handle<CURLU, curl_url_cleanup> handle(curl_url());
    Url url;
    if (handle != nullptr &&
        curl_url_set(handle.get(), CURLUPART_URL, text.c_str(), 0) == CURLUE_OK) {
        url.scheme = base::to_lower(part(handle.get(), CURLUPART_SCHEME, 0));
    }
    if (url.scheme != "http" && url.scheme != "https" && url.scheme != "file") {
        return fail(Code::usage, "not an http, https or file URL").at(without_secrets(text));
    }
    url.host = base::to_lower(part(handle.get(), CURLUPART_HOST, 0));
    url.port = part(handle.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
    url.path = part(handle.get(), CURLUPART_PATH, CURLU_URLDECODE);
    if (const std::string user = part(handle.get(), CURLUPART_USER, CURLU_URLDECODE);
        !user.empty()) {
        url.user_info = user + ':' + part(handle.get(), CURLUPART_PASSWORD, CURLU_URLDECODE);
    }
    curl_url_set(handle.get(), CURLUPART_USER, nullptr, 0);
    curl_url_set(handle.get(), CURLUPART_PASSWORD, nullptr, 0);
    url.text = part(handle.get(), CURLUPART_URL, 0);
    return url;
}

bool is_same_server(const Url& left, const Url& right) {
    return left.scheme == right.scheme && left.host == right.host && left.port == right.port;
}

std::string proxy_for(const Url& url, const sys::Env& env) {
    const std::string name = url.scheme + "_proxy";
    return first_set(env, {name, upper(name), "all_proxy", "ALL_PROXY"});
}

std::string no_proxy(const sys::Env& env) {
    return first_set(env, {"no_proxy", "NO_PROXY"});
}

std::string without_secrets(std::string_view url) {
    // The user first: a password may hold an unquoted '?'. A proxy may lack its scheme.
    std::string text(url);
    const std::size_t scheme = text.find("://");
    const std::size_t host = scheme == std::string::npos ? 0 : scheme + 3;
    const std::size_t at = text.rfind('@', text.find('/', host));
    if (at != std::string::npos && at >= host) text.erase(host, at + 1 - host);
    return text.substr(0, text.find_first_of("?#"));
}

}  // namespace cudaenv::fetch
