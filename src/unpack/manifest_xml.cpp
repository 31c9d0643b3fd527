// SPDX-License-Identifier: MIT
#include "unpack/manifest_xml.hpp"

#include <expat.h>

#include <optional>
#include <span>

#include "base/handle.hpp"
#include "base/text.hpp"
#include "unpack/safe_tree.hpp"

namespace cudaenv::unpack {

namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxItems = 200'000;

struct Attributes {
    const XML_Char** list;  // name, value, …, null

    std::string_view operator[](std::string_view name) const {
        for (const XML_Char** at = list; at[0]; at += 2) {
            if (name == at[0]) return at[1];
        }
        return {};
    }
};

class Builder {
  public:
    explicit Builder(XML_Parser parser) : parser_(parser) {}

    void open(std::string_view element, const Attributes& attributes) {
        if (error_) return;
        if (open_.size() >= kMaxDepth || ++items_ > kMaxItems) return stop("it is absurdly large");
        if (open_.empty() && attributes["id"] != "main") is_known_ = false;
        Element one;
        one.name = element;
        one.package = open_.empty() ? 0 : open_.back().package;
        if (element == "package" || open_.empty()) {
            const bool is_left_out = attributes["name"] == "Driver" ||
                                     attributes["name"] == "Kernel Objects" ||
                                     (!open_.empty() && packages()[one.package].is_left_out);
            one.package = packages().size();
            packages().push_back({});
            packages().back().is_left_out = is_left_out;
        }
        one.folder = attributes["dir"];
        one.description = attributes["description"];
        one.subdir = attributes["subdir"];
        open_.push_back(std::move(one));
    }

    void text(std::string_view piece) {
        if (!open_.empty()) open_.back().text += piece;
    }

    void close() {
        if (error_) return;  // expat still closes the element in which it was stopped
        const Element one = std::move(open_.back());
        open_.pop_back();
        const std::string_view value = base::trim(one.text);
        Manifest::Package& package = packages()[one.package];
        if (one.name == "buildPath") take_build_path(value, package);
        if (one.name == "file") take_file(value, one.folder, package);
        if (one.name == "pcfile") package.pc_files.push_back(pc_file(value, one));
    }

    void refuse_doctype() { stop("it has a document type"); }

    Result<Manifest> finish(bool is_well_formed) {
        if (error_) return base::Failure(*std::move(error_));
        if (!is_well_formed) {
            return fail(Code::integrity, "the runfile's manifest is not well-formed XML")
                .why(XML_ErrorString(XML_GetErrorCode(parser_)));
        }
        if (!is_known_) {
            manifest_ = {};
            manifest_.notes.emplace_back("the runfile's manifest is of an unknown kind");
        }
        return std::move(manifest_);
    }

  private:
    struct Element {
        std::string name, text, folder, description, subdir;
        std::size_t package = 0;
    };

    std::vector<Manifest::Package>& packages() { return manifest_.packages; }

    void stop(std::string_view why) {
        if (!error_) {
            error_ = fail(Code::integrity, "the runfile's manifest is refused").why(why).value();
        }
        XML_StopParser(parser_, XML_FALSE);
    }

    std::string checked_path(std::string_view path) {
        if (path.empty()) return {};
        auto safe = safe_path(path, Limits{});
        if (safe) return *std::move(safe);
        stop("it names the folder " + base::printable(path));
        return {};
    }

    void take_build_path(std::string_view value, Manifest::Package& package) {
        package.build_folder = checked_path(value);
    }

    void take_file(std::string_view value, std::string_view folder, Manifest::Package& package) {
        auto pattern = Pattern::parse(value);
        if (!pattern) {
            manifest_.notes.push_back("a rule of the runfile's manifest is not understood: " +
                                      base::printable(value.substr(0, 100)));
            return;
        }
        package.files.push_back({*std::move(pattern), checked_path(folder)});
    }

    static Manifest::PcFile pc_file(std::string_view name, const Element& element) {
        std::string_view subdir = element.subdir;
        while (subdir.starts_with('/')) subdir.remove_prefix(1);
        while (subdir.ends_with('/')) subdir.remove_suffix(1);
        return {std::string(name), element.description, std::string(subdir)};
    }

    XML_Parser parser_;
    Manifest manifest_;
    std::vector<Element> open_;
    std::optional<Error> error_;
    std::size_t items_ = 0;
    bool is_known_ = true;
};

Builder& builder(void* user) {
    return *static_cast<Builder*>(user);
}

void on_open(void* user, const XML_Char* name, const XML_Char** attributes) {
    builder(user).open(name, {attributes});
}

void on_close(void* user, const XML_Char*) {
    builder(user).close();
}

void on_text(void* user, const XML_Char* text, int size) {
    builder(user).text({text, static_cast<std::size_t>(size)});
}

void on_doctype(void* user, const XML_Char*, const XML_Char*, const XML_Char*, int) {
    builder(user).refuse_doctype();
}

}  // namespace

Result<Manifest> parse_manifest(std::string_view xml) {
    constexpr std::size_t kMaxBytes = 8U << 20U;
    if (xml.size() > kMaxBytes) return fail(Code::integrity, "the runfile's manifest is too large");
    const base::Handle<XML_ParserStruct, XML_ParserFree> parser(XML_ParserCreate(nullptr));
    CUDAENV_CHECK(parser != nullptr);
    Builder result(parser.get());
    XML_SetUserData(parser.get(), &result);
    XML_SetElementHandler(parser.get(), on_open, on_close);
    XML_SetCharacterDataHandler(parser.get(), on_text);
    XML_SetStartDoctypeDeclHandler(parser.get(), on_doctype);
    const auto status = XML_Parse(parser.get(), xml.data(), static_cast<int>(xml.size()), XML_TRUE);
    return result.finish(status == XML_STATUS_OK);
}

}  // namespace cudaenv::unpack
