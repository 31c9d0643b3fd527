// SPDX-License-Identifier: MIT
#include "support/fault.hpp"

#include <map>
#include <sstream>
#include <stdexcept>

namespace cudaenv::test {
namespace {

bool set_flag(Fault& fault, const std::string& word) {
    const std::map<std::string, bool Fault::*> flags{{"refuse", &Fault::refuse},
                                                     {"no-ranges", &Fault::no_ranges},
                                                     {"no-validators", &Fault::no_validators},
                                                     {"new-etag", &Fault::new_etag},
                                                     {"no-length", &Fault::no_length}};
    const auto found = flags.find(word);
    if (found != flags.end()) fault.*(found->second) = true;
    return found != flags.end();
}

bool set_text(Fault& fault, const std::string& name, const std::string& value) {
    const std::map<std::string, std::string Fault::*> texts{
        {"redirect", &Fault::redirect}, {"auth", &Fault::auth}, {"etag", &Fault::etag}};
    const auto found = texts.find(name);
    if (found != texts.end()) fault.*(found->second) = value;
    return found != texts.end();
}

bool set_number(Fault& fault, const std::string& name, const std::string& value) {
    const std::map<std::string, std::optional<std::uint64_t> Fault::*> optional{
        {"status", &Fault::status},
        {"cut", &Fault::cut},
        {"stall", &Fault::stall},
        {"flip", &Fault::flip},
        {"retry-after", &Fault::retry_after}};
    const std::map<std::string, std::uint64_t Fault::*> counts{{"after", &Fault::after},
                                                               {"times", &Fault::times},
                                                               {"delay", &Fault::delay_ms},
                                                               {"rate", &Fault::rate}};
    const std::map<std::string, std::int64_t Fault::*> offsets{
        {"length", &Fault::length}, {"range", &Fault::range}, {"total", &Fault::total}};
    if (const auto it = optional.find(name); it != optional.end()) {
        fault.*(it->second) = std::stoull(value);
    } else if (const auto count = counts.find(name); count != counts.end()) {
        fault.*(count->second) = std::stoull(value);
    } else if (const auto offset = offsets.find(name); offset != offsets.end()) {
        fault.*(offset->second) = std::stoll(value);
    } else {
        return false;
    }
    return true;
}

}  // namespace

Fault Fault::parse(std::string_view spec) {
    std::istringstream words{std::string(spec)};
    Fault fault;
    words >> fault.path;
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
        const bool known = equals == std::string::npos
                               ? set_flag(fault, name)
                               : set_text(fault, name, value) || set_number(fault, name, value);
        if (!known) throw std::invalid_argument("unknown word in fault: " + word);
    }
    return fault;
}

bool Fault::matches(std::string_view requested) const {
    if (path.empty() || path.back() != '*') return requested == path;
    return requested.substr(0, path.size() - 1) ==
           std::string_view(path).substr(0, path.size() - 1);
}

}  // namespace cudaenv::test
