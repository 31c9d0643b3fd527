// SPDX-License-Identifier: MIT
#include "catalog/mirror.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.hpp"

namespace cudaenv::catalog {

namespace {

// What mirrors replace: NVIDIA's host for downloads, and the one that the addresses of 8.0 to 10.1
// name and that redirects there.
constexpr std::string_view kMirroredHosts[] = {"developer.download.nvidia.com",
                                               "developer.nvidia.com"};

struct UrlParts {
    std::string_view scheme, authority, path;  // the path with its leading slash, or empty
};

std::optional<UrlParts> split_url(std::string_view url) {
    const std::size_t colon = url.find("://");
    if (colon == std::string_view::npos) return std::nullopt;
    std::string_view rest = url.substr(colon + 3);
    rest = rest.substr(0, rest.find_first_of("?#"));
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    return UrlParts{url.substr(0, colon), rest.substr(0, slash), rest.substr(slash)};
}

std::string host_of(std::string_view authority) {
    const std::size_t at = authority.rfind('@');
    if (at != std::string_view::npos) authority.remove_prefix(at + 1);
    const bool is_ipv6 = authority.starts_with('[');
    const std::size_t end = is_ipv6 ? authority.find(']') : authority.find(':');
    return base::to_lower(authority.substr(0, end));
}

bool is_mirrored(std::string_view url) {
    const auto parts = split_url(url);
    return parts && (parts->scheme == "https" || parts->scheme == "http") &&
           std::ranges::find(kMirroredHosts, host_of(parts->authority)) != std::end(kMirroredHosts);
}

std::string_view without_slashes(std::string_view url) {
    while (url.ends_with('/')) url.remove_suffix(1);
    return url;
}

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string decoded;
    while (!text.empty()) {
        if (text.front() != '%') {
            decoded += text.front();
            text.remove_prefix(1);
            continue;
        }
        if (text.size() < 3) return std::nullopt;
        unsigned char byte = 0;
        const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 3, byte, 16);
        if (error != std::errc{} || end != text.data() + 3) return std::nullopt;
        decoded += static_cast<char>(byte);
        text.remove_prefix(3);
    }
    return decoded;
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool is_safe_part(std::string_view part) {
    return part != "." && part != ".." && part.find('/') == std::string_view::npos &&
           std::ranges::none_of(part, is_control);
}

// What a URL's path may hold as it is.
constexpr std::string_view kPlainBytes =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/";

std::string percent_encoded(std::string_view path) {
    std::string encoded;
    for (const char c : path) {
        if (kPlainBytes.find(c) != std::string_view::npos) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded.append(1, '%').append(base::hex({&byte, 1}));
    }
    return encoded;
}

void append_new(std::vector<std::string>& list, std::string url) {
    if (std::ranges::find(list, url) == list.end()) list.push_back(std::move(url));
}

}  // namespace

std::string path_below_host(std::string_view url) {
    const auto parts = split_url(url);
    if (!parts || parts->path.ends_with('/')) return {};
    std::string path;
    for (const std::string_view raw : base::split(parts->path, '/')) {
        if (raw.empty()) continue;
        const auto part = percent_decoded(raw);
        if (!part || !is_safe_part(*part)) return {};
        if (!path.empty()) path += '/';
        path += *part;
    }
    return path;
}

std::vector<std::string> addresses(std::span<const std::string> urls,
                                   std::span<const std::string> mirrors) {
    std::vector<std::string> list;
    for (const std::string_view mirror : mirrors) {
        const std::string_view base_url = without_slashes(mirror);
        for (const std::string& url : urls) {
            if (base_url == kNvidiaHost) {
                append_new(list, url);
            } else if (const auto path = path_below_host(url); is_mirrored(url) && !path.empty()) {
                append_new(list, std::string(base_url) + '/' + percent_encoded(path));
            }
        }
    }
    for (const std::string& url : urls) {
        if (mirrors.empty() || !is_mirrored(url)) append_new(list, url);
    }
    return list;
}

}  // namespace cudaenv::catalog
