// SPDX-License-Identifier: MIT
#include "fetch/late_curl.hpp"

#include <curl/curl.h>

#include <cstdarg>

#include "sys/late.hpp"

namespace cudaenv::fetch {

namespace {

const Result<sys::Library>& library() {
    static const Result<sys::Library> loaded = sys::Library::load(CUDAENV_CURL_FILE);
    return loaded;
}

template <typename Function>
Function* late(Function& own, const char* name) {
    return sys::late(library(), own, name);
}

}  // namespace

Result<void> load_curl() {
    if (library().has_value()) return {};
    return fail(Code::files, "nothing can be downloaded without libcurl")
        .at(CUDAENV_CURL_FILE)
        .needs("that library, as in Debian's package libcurl4")
        .why(library().error().why);
}

}  // namespace cudaenv::fetch

using cudaenv::fetch::late;

// Later releases of curl take a const CURLU* where earlier ones took a CURLU*.
template <typename Function>
struct FirstOf;
template <typename Return, typename Argument, typename... Rest>
struct FirstOf<Return(Argument, Rest...)> {
    using Type = Argument;
};
template <typename Function>
using First = typename FirstOf<Function>::Type;

// What is passed behind the fixed arguments is one long, pointer or curl_off_t.
static_assert(sizeof(long) == sizeof(void*) && sizeof(curl_off_t) == sizeof(void*));

extern "C" {

CURLcode curl_global_init(long flags) {
    static auto* const call = late(curl_global_init, "curl_global_init");
    return call(flags);
}

void curl_global_cleanup() {
    static auto* const call = late(curl_global_cleanup, "curl_global_cleanup");
    call();
}

CURL* curl_easy_init() {
    static auto* const call = late(curl_easy_init, "curl_easy_init");
    return call();
}

void curl_easy_cleanup(CURL* curl) {
    static auto* const call = late(curl_easy_cleanup, "curl_easy_cleanup");
    call(curl);
}

void curl_easy_reset(CURL* curl) {
    static auto* const call = late(curl_easy_reset, "curl_easy_reset");
    call(curl);
}

CURLcode(curl_easy_setopt)(CURL* curl, CURLoption option, ...) {
    static auto* const call = late((curl_easy_setopt), "curl_easy_setopt");
    va_list arguments;
    va_start(arguments, option);
    void* const value = va_arg(arguments, void*);
    va_end(arguments);
    return call(curl, option, value);
}

CURLcode(curl_easy_getinfo)(CURL* curl, CURLINFO info, ...) {
    static auto* const call = late((curl_easy_getinfo), "curl_easy_getinfo");
    va_list arguments;
    va_start(arguments, info);
    void* const value = va_arg(arguments, void*);
    va_end(arguments);
    return call(curl, info, value);
}

const char* curl_easy_strerror(CURLcode code) {
    static auto* const call = late(curl_easy_strerror, "curl_easy_strerror");
    return call(code);
}

CURLM* curl_multi_init() {
    static auto* const call = late(curl_multi_init, "curl_multi_init");
    return call();
}

CURLMcode curl_multi_cleanup(CURLM* multi) {
    static auto* const call = late(curl_multi_cleanup, "curl_multi_cleanup");
    return call(multi);
}

CURLMcode curl_multi_add_handle(CURLM* multi, CURL* curl) {
    static auto* const call = late(curl_multi_add_handle, "curl_multi_add_handle");
    return call(multi, curl);
}

CURLMcode curl_multi_remove_handle(CURLM* multi, CURL* curl) {
    static auto* const call = late(curl_multi_remove_handle, "curl_multi_remove_handle");
    return call(multi, curl);
}

CURLMcode(curl_multi_setopt)(CURLM* multi, CURLMoption option, ...) {
    static auto* const call = late((curl_multi_setopt), "curl_multi_setopt");
    va_list arguments;
    va_start(arguments, option);
    void* const value = va_arg(arguments, void*);
    va_end(arguments);
    return call(multi, option, value);
}

CURLMcode curl_multi_poll(CURLM* multi, curl_waitfd* more, unsigned int count, int wait_ms,
                          int* ready) {
    static auto* const call = late(curl_multi_poll, "curl_multi_poll");
    return call(multi, more, count, wait_ms, ready);
}

CURLMcode curl_multi_perform(CURLM* multi, int* running) {
    static auto* const call = late(curl_multi_perform, "curl_multi_perform");
    return call(multi, running);
}

CURLMsg* curl_multi_info_read(CURLM* multi, int* left) {
    static auto* const call = late(curl_multi_info_read, "curl_multi_info_read");
    return call(multi, left);
}

const char* curl_multi_strerror(CURLMcode code) {
    static auto* const call = late(curl_multi_strerror, "curl_multi_strerror");
    return call(code);
}

curl_slist* curl_slist_append(curl_slist* list, const char* text) {
    static auto* const call = late(curl_slist_append, "curl_slist_append");
    return call(list, text);
}

void curl_slist_free_all(curl_slist* list) {
    static auto* const call = late(curl_slist_free_all, "curl_slist_free_all");
    call(list);
}

CURLU* curl_url() {
    static auto* const call = late(curl_url, "curl_url");
    return call();
}

void curl_url_cleanup(CURLU* url) {
    static auto* const call = late(curl_url_cleanup, "curl_url_cleanup");
    call(url);
}

CURLUcode curl_url_get(First<decltype(curl_url_get)> url, CURLUPart part, char** text,
                       unsigned int flags) {
    static auto* const call = late(curl_url_get, "curl_url_get");
    return call(url, part, text, flags);
}

CURLUcode curl_url_set(CURLU* url, CURLUPart part, const char* text, unsigned int flags) {
    static auto* const call = late(curl_url_set, "curl_url_set");
    return call(url, part, text, flags);
}

void curl_free(void* memory) {
    static auto* const call = late(curl_free, "curl_free");
    call(memory);
}

}  // extern "C"
