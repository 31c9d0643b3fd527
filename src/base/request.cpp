// SPDX-License-Identifier: MIT
#include "base/request.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace cudaenv::base {

namespace {

constexpr std::size_t kMaxRequest = 4096;  // PATH_MAX: what is longer is no folder either
constexpr std::size_t kMaxName = 64;
constexpr std::size_t kMaxShown = 100;  // of the offending text, in `found`

bool is_control_or_blank(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7F;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

Failure refuse(std::string_view what, std::string_view text) {
    return fail(Code::usage, what).found(clip(text, kMaxShown));
}

// `cu92` = 9.2, `cu124` = 12.4, `cu1210` = 12.10: two digits are 1+1, of more the first two are the
// major.
std::optional<Version> parse_wheel_tag(std::string_view digits) {
    if (digits.size() < 2 || !std::all_of(digits.begin(), digits.end(), is_digit)) return {};
    const std::size_t major_digits = digits.size() == 2 ? 1 : 2;
    return parse_version(std::string(digits.substr(0, major_digits)) + "." +
                         std::string(digits.substr(major_digits)));
}

// Every spelling of a version or prefix: 12.4.1, v12.4, cuda-12.4, cuda12.4, cu124, latest:12,
// 12:latest.
std::optional<Version> parse_spelled_version(std::string_view text) {
    if (take_prefix(text, "latest:")) return parse_version(text);
    if (text.ends_with(":latest")) return parse_version(text.substr(0, text.find(':')));
    if (take_prefix(text, "cuda-") || take_prefix(text, "cuda") || take_prefix(text, "v")) {
        return parse_version(text);
    }
    if (take_prefix(text, "cu")) return parse_wheel_tag(text);
    return parse_version(text);
}

}  // namespace

bool is_valid_name(std::string_view name) {
    // Words of the grammar, and the names of locks that are not a stack's.
    constexpr std::array<std::string_view, 6> kTaken{"latest",      "system", "path",
                                                     "recommended", "store",  "shims"};
    if (name.empty() || name.size() > kMaxName || !is_letter(name.front())) return false;
    const bool is_plain = std::all_of(name.begin(), name.end(), [](char c) {
        return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
    });
    return is_plain && name.find("..") == std::string_view::npos &&
           std::find(kTaken.begin(), kTaken.end(), name) == kTaken.end() &&
           !parse_spelled_version(name);
}

namespace {

struct OpText {
    std::string_view text;
    RangeTerm::Op op;
};
// The longer spelling first; to_string takes the first of an operator.
constexpr std::array<OpText, 6> kOps{{
    {"<=", RangeTerm::Op::less_equal},
    {">=", RangeTerm::Op::greater_equal},
    {"<", RangeTerm::Op::less},
    {">", RangeTerm::Op::greater},
    {"==", RangeTerm::Op::equal},
    {"=", RangeTerm::Op::equal},
}};

std::string_view to_string(RangeTerm::Op op) {
    return std::find_if(kOps.begin(), kOps.end(), [op](const OpText& o) { return o.op == op; })
        ->text;
}

std::optional<RangeTerm> parse_range_term(std::string_view text) {
    for (const OpText& spelling : kOps) {
        if (!take_prefix(text, spelling.text)) continue;
        const auto bound = parse_version(text);
        if (!bound) return std::nullopt;
        return RangeTerm{spelling.op, *bound};
    }
    return std::nullopt;
}

Result<void> read_range(Request& request, std::string_view text) {
    request.kind = Request::Kind::range;
    for (const std::string_view piece : split(text, ',')) {
        const auto term = parse_range_term(piece);
        if (!term) return refuse("malformed range of versions", text).needs("as in >=12.1,<12.7");
        request.range.push_back(*term);
    }
    return {};
}

// An absolute folder, without slashes at its end.
Result<std::string> parse_folder(std::string_view text) {
    if (!text.starts_with('/')) return refuse("the folder is not absolute", text);
    for (const std::string_view part : split(text, '/')) {
        if (part == "..") return refuse("'..' may not stand in a folder of a request", text);
    }
    if (text.find(':') != std::string_view::npos) {
        return refuse("a folder with a colon in its name cannot be on PATH", text);
    }
    while (text.size() > 1 && text.ends_with('/')) text.remove_suffix(1);
    return std::string(text);
}

Result<void> read_system(Request& request, std::string_view text) {
    request.kind = Request::Kind::system;
    if (text.starts_with('/')) {
        CUDAENV_TRY(request.text, parse_folder(text));
        return {};
    }
    const auto version = parse_version(text);
    if (!version) {
        return refuse("malformed system version", text)
            .needs("a version or an absolute folder, as in system:12.2 or system:/opt/cuda");
    }
    request.text = to_string(*version);
    return {};
}

std::optional<Request::Kind> parse_word(std::string_view text) {
    if (text == "latest") return Request::Kind::latest;
    if (text == "recommended") return Request::Kind::recommended;
    if (text == "system") return Request::Kind::system;
    return std::nullopt;
}

// The part in front of the companions.
Result<void> read_base(Request& request, std::string_view text) {
    using Kind = Request::Kind;
    if (const auto kind = parse_word(text)) {
        request.kind = *kind;
        return {};
    }
    if (text.starts_with("system:")) return read_system(request, text.substr(7));
    if (text.starts_with("path:")) {
        request.kind = Kind::path;
        CUDAENV_TRY(request.text, parse_folder(text.substr(5)));
        return {};
    }
    if (!text.empty() && std::string_view("<>=").find(text.front()) != std::string_view::npos) {
        return read_range(request, text);
    }
    if (const auto version = parse_spelled_version(text)) {
        request.version = *version;
        return {};
    }
    if (is_valid_name(text)) {
        request.kind = Kind::name;
        request.text = text;
        return {};
    }
    return refuse("malformed version request", text)
        .needs(
            "as in 12.4, 12.4.1+cudnn9, latest, >=12.1,<12.7, system, path:/opt/cuda or an alias");
}

Result<void> read_companions(Request& request, std::string_view text) {
    for (const std::string_view piece : split(text, '+')) {
        CUDAENV_TRY(auto companion, parse_companion(piece));
        CUDAENV_TRY(add_companion(request, std::move(companion)));
    }
    return {};
}

// Where the companions begin: at the first plus. In a folder's name a plus may stand for itself
// (g++), so there it is the first one from which all the rest reads as companions.
std::size_t companions_begin(std::string_view text) {
    if (!text.starts_with("path:") && !text.starts_with("system:/")) return text.find('+');
    std::size_t begin = std::string_view::npos;
    while (true) {
        const std::string_view head = text.substr(0, begin);
        const std::size_t plus = head.rfind('+');
        if (plus == std::string_view::npos || !parse_companion(head.substr(plus + 1))) return begin;
        begin = plus;
    }
}

}  // namespace

Result<Request> parse_request(std::string_view text) {
    if (text.size() > kMaxRequest) return refuse("the version request is too long", text);
    if (std::any_of(text.begin(), text.end(), is_control_or_blank)) {
        return refuse("blanks or control bytes in a version request", text);
    }
    Request request;
    request.raw = text;
    const std::size_t plus = companions_begin(text);
    CUDAENV_TRY(read_base(request, text.substr(0, plus)));
    if (plus != std::string_view::npos) {
        CUDAENV_TRY(read_companions(request, text.substr(plus + 1)));
    }
    return request;
}

Result<std::vector<Request>> parse_requests(std::string_view text) {
    std::vector<Request> requests;
    for (const std::string_view word : words(text)) {
        CUDAENV_TRY(auto request, parse_request(word));
        requests.push_back(std::move(request));
    }
    return requests;
}

namespace {

std::string base_text(const Request& request) {
    using Kind = Request::Kind;
    switch (request.kind) {
        case Kind::version:
            return to_string(request.version);
        case Kind::latest:
            return "latest";
        case Kind::range:
            break;
        case Kind::system:
            return request.text.empty() ? "system" : "system:" + request.text;
        case Kind::path:
            return "path:" + request.text;
        case Kind::name:
            return request.text;
        case Kind::recommended:
            return "recommended";
    }
    std::string text;
    for (const RangeTerm& term : request.range) {
        if (!text.empty()) text += ',';
        text.append(to_string(term.op)).append(to_string(term.bound));
    }
    return text;
}

}  // namespace

std::string to_string(const Request& request) {
    std::string text = base_text(request);
    for (const CompanionRequest& companion : request.companions) {
        text.append(1, '+').append(to_string(companion));
    }
    return text;
}

}  // namespace cudaenv::base
