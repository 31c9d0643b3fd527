// SPDX-License-Identifier: MIT
#include "support/answer.hpp"

#include <openssl/evp.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>

namespace cudaenv::test {

std::string Answer::head() const {
    static const std::map<int, std::string> reasons{{200, "OK"},
                                                    {206, "Partial Content"},
                                                    {302, "Found"},
                                                    {401, "Unauthorized"},
                                                    {404, "Not Found"},
                                                    {407, "Proxy Authentication Required"},
                                                    {416, "Range Not Satisfiable"},
                                                    {503, "Service Unavailable"}};
    const auto reason = reasons.find(status);
    std::string text_head = "HTTP/1.1 " + std::to_string(status) + ' ' +
                            (reason == reasons.end() ? "Status" : reason->second) + "\r\n";
    for (const std::string& line : headers) text_head += line + "\r\n";
    if (closes) text_head += "Connection: close\r\n";
    return text_head + "\r\n";
}

std::string path_of(std::string_view target) {
    if (const std::size_t scheme = target.find("://"); scheme != std::string_view::npos) {
        target.remove_prefix(std::min(target.find('/', scheme + 3), target.size()));
    }
    target = target.substr(0, target.find('?'));
    std::string path;
    for (std::size_t i = 0; i < target.size(); ++i) {
        unsigned char byte = static_cast<unsigned char>(target[i]);
        if (byte == '%' && i + 2 < target.size()) {
            std::from_chars(target.data() + i + 1, target.data() + i + 3, byte, 16);
            i += 2;
        }
        path.push_back(static_cast<char>(byte));
    }
    return path;
}

std::string basic(std::string_view credentials) {
    std::string coded(4 * (credentials.size() / 3 + 1) + 1, '\0');
    const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(coded.data()),
                                     reinterpret_cast<const unsigned char*>(credentials.data()),
                                     static_cast<int>(credentials.size()));
    coded.resize(static_cast<std::size_t>(size));
    return "Basic " + coded;
}

Answer text_answer(int status, std::string text) {
    Answer answer;
    answer.status = status;
    answer.headers = {"Content-Type: text/html", "Content-Length: " + std::to_string(text.size())};
    answer.text = std::move(text);
    return answer;
}

namespace {

struct Validators {
    std::string etag, modified;
};

Validators validators_of(const struct stat& info, const Fault& fault, unsigned serial) {
    if (fault.no_validators) return {};
    Validators found;
    found.etag = '"' + std::to_string(info.st_mtim.tv_sec) + '-' +
                 std::to_string(info.st_mtim.tv_nsec) + '-' + std::to_string(info.st_size) + '"';
    if (!fault.etag.empty()) found.etag = '"' + fault.etag + '"';
    if (fault.new_etag) found.etag = "\"new-" + std::to_string(serial) + '"';
    std::tm time{};
    std::array<char, 64> text{};
    ::gmtime_r(&info.st_mtim.tv_sec, &time);
    found.modified.assign(
        text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &time));
    return found;
}

struct Span {
    std::uint64_t begin = 0, end = 0;
};

// Of "bytes=B-E" and "bytes=B-"; nullopt for all else: the header is then ignored.
std::optional<Span> range_of(std::string_view header, std::uint64_t size) {
    if (header.rfind("bytes=", 0) != 0) return std::nullopt;
    header.remove_prefix(6);
    const char* const limit = header.data() + header.size();
    Span span{0, size};
    const auto [dash, error] = std::from_chars(header.data(), limit, span.begin);
    if (error != std::errc{} || dash == limit || *dash != '-') return std::nullopt;
    std::uint64_t last = 0;
    if (dash + 1 != limit && std::from_chars(dash + 1, limit, last).ec == std::errc{}) {
        span.end = std::min(size, last + 1);
    }
    return span;
}

Answer folder_listing(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        names.push_back(entry.path().filename().string() + (entry.is_directory() ? "/" : ""));
    }
    std::sort(names.begin(), names.end());
    std::string text = "<html><body><pre><a href=\"../\">../</a>\n";
    for (const std::string& name : names) {
        text += "<a href=\"" + name + "\">" + name + "</a>\n";
    }
    return text_answer(200, text + "</pre></body></html>\n");
}

std::string shifted(std::uint64_t value, std::int64_t by) {
    return std::to_string(static_cast<std::int64_t>(value) + by);
}

Answer file_answer(const HttpRequest& request, const struct stat& info, const Fault& fault,
                   const Validators& validators) {
    const auto size = static_cast<std::uint64_t>(info.st_size);
    const std::string condition = request.header("if-range");
    const bool fits =
        condition.empty() || condition == validators.etag || condition == validators.modified;
    Answer answer;
    answer.end = size;
    if (!validators.etag.empty()) {
        answer.headers = {"ETag: " + validators.etag, "Last-Modified: " + validators.modified};
    }
    if (!fault.no_ranges) {
        answer.headers.emplace_back("Accept-Ranges: bytes");
        const std::optional<Span> span = range_of(request.header("range"), size);
        if (span && span->begin >= size) {
            Answer refused = text_answer(416, "no such range\n");
            refused.headers.push_back("Content-Range: bytes */" + shifted(size, fault.total));
            return refused;
        }
        if (span && fits) {
            answer.status = 206;
            answer.begin = span->begin;
            answer.end = span->end;
            answer.headers.push_back("Content-Range: bytes " + shifted(span->begin, fault.range) +
                                     '-' + shifted(span->end - 1, fault.range) + '/' +
                                     shifted(size, fault.total));
        }
    }
    answer.closes = fault.no_length;
    if (!fault.no_length) {
        answer.headers.push_back("Content-Length: " +
                                 shifted(answer.end - answer.begin, fault.length));
    }
    return answer;
}

Answer failing_answer(const Fault& fault) {
    Answer answer = text_answer(static_cast<int>(fault.status.value_or(302)),
                                "<html>this is the text of an error, not the file</html>\n");
    if (!fault.redirect.empty()) answer.headers.push_back("Location: " + fault.redirect);
    if (fault.retry_after) {
        answer.headers.push_back("Retry-After: " + std::to_string(*fault.retry_after));
    }
    return answer;
}

}  // namespace

Answer answer_for(const HttpRequest& request, const std::string& root, const Fault& fault,
                  unsigned serial) {
    if (!fault.auth.empty() && request.header("authorization") != basic(fault.auth)) {
        Answer answer = text_answer(401, "who are you?\n");
        answer.headers.emplace_back("WWW-Authenticate: Basic realm=\"mirror\"");
        return answer;
    }
    if (fault.status || !fault.redirect.empty()) return failing_answer(fault);
    const std::string path = path_of(request.target);
    const std::string file = root + path;
    struct stat info {};
    if (path.find("/../") != std::string::npos || ::stat(file.c_str(), &info) != 0) {
        return text_answer(404, "not found: " + path + '\n');
    }
    if (S_ISDIR(info.st_mode)) return folder_listing(file);
    Answer answer = file_answer(request, info, fault, validators_of(info, fault, serial));
    if (answer.status != 416) answer.file = file;
    return answer;
}

}  // namespace cudaenv::test
