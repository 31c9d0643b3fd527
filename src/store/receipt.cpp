// SPDX-License-Identifier: MIT
#include "store/receipt.hpp"

#include <set>

#include "base/layout.hpp"
#include "store/ours.hpp"

#include <nlohmann/json.hpp>

namespace cudaenv::store {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;
constexpr std::size_t kMaxReceiptBytes = 4U << 20U;

Json to_value(const ReceiptArtifact& artifact) {
    Json components = Json::array();
    for (const auto& component : artifact.components) {
        components.push_back({{"name", component.name}, {"version", component.version}});
    }
    return {{"id", artifact.id},
            {"kind", artifact.kind},
            {"name", artifact.name},
            {"url", artifact.url},
            {"size", artifact.size_bytes},
            {"sha256", artifact.sha256},
            {"md5", artifact.md5.empty() ? Json(nullptr) : Json(artifact.md5)},
            {"verified_by", artifact.verified_by},
            {"components", std::move(components)}};
}

Json companions_of(const Receipt& receipt) {
    Json list = Json::array();
    for (const auto& companion : receipt.companions) {
        list.push_back(
            {{"name", companion.name}, {"version", companion.version}, {"build", companion.build}});
    }
    return list;
}

Json lists_of(const Receipt& receipt) {
    Json lists = Json::array();
    for (const ReceiptList& list : receipt.lists) {
        lists.push_back(
            {{"url", list.url}, {"sha256", list.sha256}, {"verified_by", list.verified_by}});
    }
    return lists;
}

Json checks_of(const Receipt& receipt) {
    Json list = Json::array();
    for (const auto& check : receipt.checks) {
        list.push_back({{"code", check.code},
                        {"reason", check.reason},
                        {"level", check.level},
                        {"forced", check.forced}});
    }
    return list;
}

// Reads the keys of one object. An absent key leaves the field as it is; a key of the wrong kind is
// remembered, and the reading goes on, so that callers look at `wrong()` once, at the end.
class ObjectReader {
  public:
    ObjectReader(const Json& object, std::string& wrong) : object_(object), wrong_(wrong) {
        if (!object.is_object()) note("an object is something else");
    }

    void read(const char* key, std::string& into) {
        if (const Json* value = find(key, &Json::is_string)) into = value->get<std::string>();
    }
    void read(const char* key, bool& into) {
        if (const Json* value = find(key, &Json::is_boolean)) into = value->get<bool>();
    }
    void read(const char* key, std::uint64_t& into) {
        if (const Json* value = find(key, &Json::is_number_unsigned)) {
            into = value->get<std::uint64_t>();
        }
    }
    void read(const char* key, std::vector<std::string>& into) {
        each(key, [&](const Json& item) {
            if (!item.is_string())
                return note(std::string(key) + " holds something else than text");
            into.push_back(item.get<std::string>());
        });
    }
    // For keys that may be null: the same as absent.
    void read_or_null(const char* key, std::string& into) {
        if (object_.is_object() && object_.contains(key) && object_.at(key).is_null()) return;
        read(key, into);
    }
    template <typename Function>
    void each(const char* key, Function function) {
        const Json* list = find(key, &Json::is_array);
        if (list == nullptr) return;
        for (const Json& item : *list) function(item);
    }
    template <typename Function>
    void inside(const char* key, Function function) {
        if (const Json* value = find(key, &Json::is_object)) {
            function(ObjectReader(*value, wrong_));
        }
    }
    ObjectReader of(const Json& item) { return {item, wrong_}; }

  private:
    const Json* find(const char* key, bool (Json::*has_kind)() const noexcept) {
        if (!object_.is_object()) return nullptr;
        const auto at = object_.find(key);
        if (at == object_.end()) return nullptr;
        if (((*at).*has_kind)()) return &*at;
        note(std::string(key) + " is of the wrong kind");
        return nullptr;
    }
    void note(const std::string& text) {
        if (wrong_.empty()) wrong_ = text;
    }

    const Json& object_;
    std::string& wrong_;
};

ReceiptArtifact read_artifact(ObjectReader in) {
    ReceiptArtifact artifact;
    std::uint64_t id = 0;
    in.read("id", id);
    if (id <= 1'000'000) artifact.id = static_cast<int>(id);
    in.read("kind", artifact.kind);
    in.read("name", artifact.name);
    in.read("url", artifact.url);
    in.read("size", artifact.size_bytes);
    in.read("sha256", artifact.sha256);
    in.read_or_null("md5", artifact.md5);
    in.read("verified_by", artifact.verified_by);
    in.each("components", [&](const Json& item) {
        ReceiptComponent component;
        auto part = in.of(item);
        part.read("name", component.name);
        part.read("version", component.version);
        artifact.components.push_back(std::move(component));
    });
    return artifact;
}

void read_lists(ObjectReader& in, Receipt& receipt) {
    in.each("companions", [&](const Json& item) {
        ReceiptCompanion companion;
        auto part = in.of(item);
        part.read("name", companion.name);
        part.read("version", companion.version);
        part.read("build", companion.build);
        receipt.companions.push_back(std::move(companion));
    });
    in.each("artifacts",
            [&](const Json& item) { receipt.artifacts.push_back(read_artifact(in.of(item))); });
    in.each("lists", [&](const Json& item) {
        ReceiptList list;
        auto part = in.of(item);
        part.read("url", list.url);
        part.read("sha256", list.sha256);
        part.read("verified_by", list.verified_by);
        receipt.lists.push_back(std::move(list));
    });
    in.each("checks", [&](const Json& item) {
        ReceiptCheck check;
        auto part = in.of(item);
        part.read("code", check.code);
        part.read("reason", check.reason);
        part.read("level", check.level);
        part.read("forced", check.forced);
        receipt.checks.push_back(std::move(check));
    });
}

Receipt read_all(ObjectReader in) {
    Receipt receipt;
    in.read("stack", receipt.stack);
    in.read("requested", receipt.requested);
    in.read("toolkit", receipt.toolkit);
    in.read("platform", receipt.platform);
    in.read("profile", receipt.profile);
    in.read("with", receipt.with);
    in.read("without", receipt.without);
    in.read("build_only", receipt.build_only);
    in.read("made_by", receipt.made_by);
    in.read("made_at", receipt.made_at);
    in.inside("catalog", [&](ObjectReader catalog) {
        catalog.read("name", receipt.catalog_name);
        catalog.read("serial", receipt.catalog_serial);
        catalog.read("reviewed", receipt.catalog_reviewed);
    });
    in.read("files_sha256", receipt.files_sha256);
    read_lists(in, receipt);
    return receipt;
}

// What a receipt cannot do without. Empty = nothing is missing.
std::string missing_in(const Receipt& receipt) {
    if (receipt.stack.empty()) return "it names no stack";
    if (receipt.toolkit.empty()) return "it names no toolkit";
    if (receipt.files_sha256.empty()) return "it has no files_sha256";
    std::set<int> ids;
    for (const auto& artifact : receipt.artifacts) {
        if (artifact.id < 1 || !ids.insert(artifact.id).second) {
            return "the ids of its artifacts are not distinct numbers from 1";
        }
    }
    return "";
}

}  // namespace

std::string to_json(const Receipt& receipt) {
    Json artifacts = Json::array();
    for (const auto& artifact : receipt.artifacts) artifacts.push_back(to_value(artifact));

    const Json json = {{"schema", kSchema},
                       {"stack", receipt.stack},
                       {"requested", receipt.requested},
                       {"toolkit", receipt.toolkit},
                       {"platform", receipt.platform},
                       {"companions", companions_of(receipt)},
                       {"profile", receipt.profile},
                       {"with", receipt.with},
                       {"without", receipt.without},
                       {"build_only", receipt.build_only},
                       {"made_by", receipt.made_by},
                       {"made_at", receipt.made_at},
                       {"catalog",
                        {{"name", receipt.catalog_name},
                         {"serial", receipt.catalog_serial},
                         {"reviewed", receipt.catalog_reviewed}}},
                       {"files_sha256", receipt.files_sha256},
                       {"artifacts", std::move(artifacts)},
                       {"lists", lists_of(receipt)},
                       {"checks", checks_of(receipt)}};
    // Bytes that are no UTF-8 (from a URL, say) become U+FFFD instead of an exception.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Receipt> parse_receipt(std::string_view json) {
    if (json.size() > kMaxReceiptBytes) {
        return fail(Code::damaged, "the receipt is longer than any receipt of ours");
    }
    const Json value = Json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (value.is_discarded() || !value.is_object()) {
        return fail(Code::damaged, "the receipt is not a JSON object");
    }
    const auto schema = value.find("schema");
    if (schema == value.end() || *schema != kSchema) {
        return fail(Code::damaged, "the receipt has a schema that this cudaenv does not know")
            .values(schema == value.end()
                        ? "none"
                        : schema->dump(-1, ' ', true, Json::error_handler_t::replace),
                    std::to_string(kSchema));
    }
    std::string wrong;
    Receipt receipt = read_all(ObjectReader(value, wrong));
    if (wrong.empty()) wrong = missing_in(receipt);
    if (!wrong.empty()) return fail(Code::damaged, "the receipt is malformed").why(wrong);
    return receipt;
}

Result<Receipt> read_receipt(const std::string& prefix) {
    const std::string path = base::Layout::receipt(prefix);
    CUDAENV_TRY(const auto text, read_ours(path, kMaxReceiptBytes));
    auto receipt = parse_receipt(text);
    if (!receipt) receipt.error().at = path;
    return receipt;
}

}  // namespace cudaenv::store
