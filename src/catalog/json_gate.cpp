// SPDX-License-Identifier: MIT
#include "catalog/json_gate.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace cudaenv::catalog {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxShown = 100;  // bytes of a value in a message

// Looks at the events of the parser, keeps the keys of the objects that are open, and stops at what
// must not be.
class Gate final : public nlohmann::json_sax<Json> {
  public:
    explicit Gate(std::size_t max_depth) : max_depth_(max_depth) {}

    // What stopped the parser. `offset` is set for a syntax error: where it is in the text.
    std::optional<Error> error;
    std::optional<std::size_t> offset;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }

    bool start_object(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_array() override { return close(); }

    bool key(string_t& key) override {
        if (keys_.back().insert(key).second) return true;
        return stop(fail(Code::integrity, "a key stands twice in one object")
                        .found(base::clip(key, kMaxShown)));
    }

    bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
        offset = position;
        return stop(fail(Code::integrity, "not valid JSON"));
    }

  private:
    bool open() {
        keys_.emplace_back();
        if (keys_.size() <= max_depth_) return true;
        return stop(fail(Code::integrity, "nested too deep")
                        .needs("at most " + std::to_string(max_depth_) + " levels"));
    }

    bool close() { return keys_.pop_back(), true; }

    bool stop(base::Failure failure) {
        error = std::move(failure).value();
        return false;
    }

    std::size_t max_depth_;
    std::vector<std::set<std::string>> keys_;  // of each open object or list, the latter empty
};

std::string line_at(std::string_view text, std::size_t offset) {
    const auto head = text.substr(0, std::min(offset, text.size()));
    return std::to_string(1 + std::ranges::count(head, '\n'));
}

}  // namespace

Result<void> check_json(std::string_view json, const std::string& name, const JsonLimits& limits) {
    if (json.size() > limits.bytes) {
        return fail(Code::integrity, "too large")
            .at(name)
            .values(std::to_string(json.size()) + " bytes",
                    "at most " + std::to_string(limits.bytes) + " bytes");
    }
    Gate gate(limits.depth);
    if (Json::sax_parse(json.begin(), json.end(), &gate)) return {};
    Error error = std::move(gate.error).value_or(Error{});
    error.at = name;
    if (gate.offset) error.at += ":" + line_at(json, *gate.offset);
    return tl::unexpected(std::move(error));
}

}  // namespace cudaenv::catalog
