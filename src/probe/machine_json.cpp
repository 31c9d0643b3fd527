// SPDX-License-Identifier: MIT
#include "probe/machine_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.hpp"

namespace cudaenv::probe {

namespace {

using Json = nlohmann::json;

// A probe file of a large machine has some 20 KiB and four levels.
constexpr std::size_t kMostBytes = 8U << 20U;
constexpr int kMostLevels = 32;
constexpr std::size_t kMostEntries = 1000;  // of one list

// Looks on while the text is parsed, for what the parser lets pass: a key given twice, of which
// only the last would count, and nesting that would only cost memory.
class Inspector {
  public:
    bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
        if (depth > kMostLevels) {
            note("it is nested too deeply");
            return false;
        }
        if (event == Json::parse_event_t::object_start) keys_.emplace_back();
        if (event == Json::parse_event_t::object_end && !keys_.empty()) keys_.pop_back();
        if (event == Json::parse_event_t::key) {
            const auto& key = parsed.get_ref<const std::string&>();
            if (!keys_.empty() && !keys_.back().insert(key).second) {
                note("the key " + base::clip(key, 60) + " is given twice");
            }
        }
        return true;
    }

    const std::string& complaint() const { return complaint_; }

  private:
    void note(const std::string& text) {
        if (complaint_.empty()) complaint_ = text;
    }

    std::vector<std::set<std::string>> keys_;  // of each object that is open
    std::string complaint_;
};

Result<Json> parse(std::string_view text, const std::string& name) {
    if (text.size() > kMostBytes) {
        return fail(Code::usage, "the probe file is too large")
            .at(name)
            .values(base::human_size(text.size()), "at most " + base::human_size(kMostBytes));
    }
    Inspector inspector;
    Json json;
    try {
        json = Json::parse(text, std::ref(inspector));
    } catch (const Json::exception& error) {
        return fail(Code::usage, "the probe file is not JSON").at(name).why(error.what());
    }
    if (!inspector.complaint().empty()) {
        return fail(Code::usage, "the probe file cannot be used")
            .at(name)
            .why(inspector.complaint());
    }
    return json;
}

// What is wrong with a value: the first that was met.
struct Wrong {
    std::string key, found, needs;
};

// Reads one object. Null is the same as absent; a value that is not what its key needs is noted
// under its full key and read as absent.
class ObjectReader {
  public:
    ObjectReader(const Json& object, std::string path, std::optional<Wrong>& wrong)
        : object_(object), path_(std::move(path)), wrong_(wrong) {}

    bool has(const char* key) const { return object_.contains(key); }

    void read(const char* key, std::string& into) {
        const Json* value = find(key, &Json::is_string, "a text");
        if (value != nullptr) into = value->get<std::string>();
    }
    // A text that is a release number, kept as it was written.
    void read_version(const char* key, std::string& into) {
        std::string text;
        read(key, text);
        if (!text.empty() && !base::parse_version(text)) {
            return note(key, text, "a version such as 12.4");
        }
        into = text;
    }
    void read(const char* key, std::optional<base::Version>& into) {
        std::string text;
        read_version(key, text);
        into = base::parse_version(text);
    }
    void read(const char* key, std::optional<bool>& into) {
        const Json* value = find(key, &Json::is_boolean, "true or false");
        if (value != nullptr) into = value->get<bool>();
    }
    void read(const char* key, std::optional<std::uint64_t>& into) {
        const Json* value = find(key, &Json::is_number_unsigned, "a whole number");
        if (value != nullptr) into = value->get<std::uint64_t>();
    }
    void read(const char* key, std::vector<std::string>& into) {
        each(key, "a text", &Json::is_string,
             [&](const Json& item, const std::string&) { into.push_back(item); });
    }
    template <typename T>
    void read(const char* key, std::vector<T>& into, T (*read_one)(ObjectReader)) {
        each(key, "an object", &Json::is_object, [&](const Json& item, const std::string& path) {
            into.push_back(read_one(ObjectReader(item, path, wrong_)));
        });
    }
    // The object at `key`; an empty one if it is absent.
    ObjectReader inside(const char* key) {
        static const Json kEmpty = Json::object();
        const Json* value = find(key, &Json::is_object, "an object");
        return {value == nullptr ? kEmpty : *value, full(key), wrong_};
    }
    bool is_null(const char* key) const { return has(key) && object_.at(key).is_null(); }

    void note(const char* key, const std::string& found, const char* needs) {
        note_full(full(key), found, needs);
    }

  private:
    using HasKind = bool (Json::*)() const noexcept;

    std::string full(const std::string& key) const {
        return path_.empty() ? key : path_ + "." + key;
    }
    void note_full(const std::string& path, const std::string& found, const char* needs) {
        if (!wrong_) wrong_ = Wrong{path, base::clip(found, 60), needs};
    }
    void note_kind(const std::string& path, const Json& value, const char* needs) {
        note_full(path, value.is_structured() ? value.type_name() : value.dump(), needs);
    }
    const Json* find(const char* key, HasKind has_kind, const char* needs) {
        const auto at = object_.find(key);
        if (at == object_.end() || at->is_null()) return nullptr;
        if (((*at).*has_kind)()) return &*at;
        note_kind(full(key), *at, needs);
        return nullptr;
    }
    template <typename Function>
    void each(const char* key, const char* needs, HasKind has_kind, Function function) {
        const Json* list = find(key, &Json::is_array, "a list");
        if (list != nullptr && list->size() > kMostEntries) {
            return note(key, std::to_string(list->size()) + " entries", "at most 1000");
        }
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            const std::string path = full(key) + "[" + std::to_string(i) + "]";
            const Json& item = (*list)[i];
            if ((item.*has_kind)()) {
                function(item, path);
            } else {
                note_kind(path, item, needs);
            }
        }
    }

    const Json& object_;
    std::string path_;
    std::optional<Wrong>& wrong_;
};

Os read_os(ObjectReader in) {
    Os os;
    in.read("kind", os.kind);
    if (!os.kind.empty() && os.kind != "linux" && os.kind != "wsl2" && os.kind != "windows") {
        in.note("kind", os.kind, "linux, wsl2 or windows");
    }
    in.read("distro", os.distro);
    in.read("version", os.version);
    in.read("arch", os.arch);
    in.read("kernel", os.kernel);
    return os;
}

Driver read_driver(ObjectReader in) {
    Driver driver;
    in.read_version("version", driver.version);
    in.read_version("kernel_module", driver.kernel_module);
    in.read_version("module_on_disk", driver.module_on_disk);
    in.read_version("libcuda", driver.libcuda);
    in.read_version("cuda", driver.cuda);
    in.read("loaded", driver.is_loaded);
    in.read("not_loaded_reason", driver.not_loaded_reason);
    in.read("linux_driver_inside_wsl", driver.wsl_linux_driver);
    return driver;
}

void read_pci(ObjectReader& in, const char* key, std::string& into) {
    std::string text;
    in.read(key, text);
    const auto is_hex = [](char c) { return base::is_digit(c) || (c >= 'a' && c <= 'f'); };
    into = base::to_lower(text);
    const bool is_pair =
        into.size() == 9 && into[4] == ':' && std::count_if(into.begin(), into.end(), is_hex) == 8;
    if (!into.empty() && !is_pair) in.note(key, text, "vendor:device, such as 10de:2684");
}

Gpu read_gpu(ObjectReader in) {
    Gpu gpu;
    in.read("name", gpu.name);
    in.read("cc", gpu.cc);
    in.read("class", gpu.gpu_class);
    read_pci(in, "pci", gpu.pci);
    read_pci(in, "subsystem", gpu.pci_subsystem);
    in.read("memory_bytes", gpu.memory_bytes);
    in.read("mig", gpu.is_mig);
    return gpu;
}

Compiler read_compiler(ObjectReader in) {
    Compiler compiler;
    in.read("kind", compiler.kind);
    in.read("version", compiler.version);
    in.read("path", compiler.path);
    return compiler;
}

Toolkit read_toolkit(ObjectReader in) {
    Toolkit toolkit;
    in.read("version", toolkit.version);
    in.read("path", toolkit.path);
    in.read("owner", toolkit.owner);
    return toolkit;
}

Machine read_machine(ObjectReader in) {
    Machine machine;
    machine.os = read_os(in.inside("os"));
    in.read_version("glibc", machine.glibc);
    in.read("container", machine.is_container);
    machine.is_tegra_known = in.has("tegra");
    in.read("tegra", machine.tegra);
    machine.is_driver_known = in.has("driver");
    if (in.has("driver") && !in.is_null("driver"))
        machine.driver = read_driver(in.inside("driver"));
    if (in.has("gpus") && !in.is_null("gpus")) in.read("gpus", machine.gpus.emplace(), &read_gpu);
    in.read("compilers", machine.compilers, &read_compiler);
    in.read("toolkits", machine.toolkits, &read_toolkit);
    in.read("nvcc", machine.nvcc, &read_toolkit);
    if (in.has("python") && !in.is_null("python"))
        in.inside("python").read("version", machine.python);
    in.read("selected", machine.selected);
    in.read("compat_package", machine.compat_package);
    in.read("install_packages", machine.install_packages);
    return machine;
}

// The output of `status --json` holds the machine two levels down.
Machine read_status(ObjectReader in) {
    ObjectReader data = in.inside("data");
    if (!data.has("machine")) data.note("machine", "nothing", "an object");
    return read_machine(data.inside("machine"));
}

// 1, or not said.
Result<void> check_schema(const Json& object, const std::string& name) {
    const auto schema = object.find("schema");
    if (schema == object.end() || *schema == Json(1)) return {};
    return fail(Code::damaged, "the probe file has another schema")
        .at(name)
        .values(schema->is_structured() ? schema->type_name() : base::clip(schema->dump(), 60),
                "1");
}

}  // namespace

Result<Machine> from_json(std::string_view json, const std::string& name) {
    CUDAENV_TRY(const Json file, parse(json, name));
    if (!file.is_object()) {
        return fail(Code::usage, "the probe file is not an object")
            .at(name)
            .found(file.type_name());
    }
    CUDAENV_TRY(check_schema(file, name));
    std::optional<Wrong> wrong;
    const ObjectReader reader(file, "", wrong);
    Machine machine = reader.has("data") ? read_status(reader) : read_machine(reader);
    if (!wrong) return machine;
    return fail(Code::usage, "the value of " + wrong->key + " does not fit")
        .at(name)
        .values(wrong->found, wrong->needs);
}

}  // namespace cudaenv::probe
