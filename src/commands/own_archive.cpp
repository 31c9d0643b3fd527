// SPDX-License-Identifier: MIT
#include "commands/own_archive.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "sys/files.hpp"
#include "unpack/payload.hpp"

namespace cudaenv::commands {

namespace {

// The header of a product, and the macros that are its version's parts.
struct Mark {
    std::string_view product, header;
    std::array<std::string_view, 3> macros;
};
constexpr Mark kMarks[] = {
    {"cudnn", "cudnn_version.h", {"CUDNN_MAJOR", "CUDNN_MINOR", "CUDNN_PATCHLEVEL"}},
    {"cudnn", "cudnn.h", {"CUDNN_MAJOR", "CUDNN_MINOR", "CUDNN_PATCHLEVEL"}},  // 7.x
    {"nccl", "nccl.h", {"NCCL_MAJOR", "NCCL_MINOR", "NCCL_PATCH"}},
    {"tensorrt",
     "NvInferVersion.h",
     {"NV_TENSORRT_MAJOR", "NV_TENSORRT_MINOR", "NV_TENSORRT_PATCH"}},
    {"cutensor", "types.h", {"CUTENSOR_MAJOR", "CUTENSOR_MINOR", "CUTENSOR_PATCH"}},
    {"cusparselt",
     "cusparseLt.h",
     {"CUSPARSELT_VER_MAJOR", "CUSPARSELT_VER_MINOR", "CUSPARSELT_VER_PATCH"}},
};
constexpr std::size_t kHeaderLimit = 1U << 20U;

// The number behind `#define MACRO`; empty if the text has none.
std::string value_of(std::string_view header, std::string_view macro) {
    for (const std::string_view line : base::split(header, '\n')) {
        const auto words = base::words(line);
        const bool is_it = words.size() >= 3 && words[0] == "#define" && words[1] == macro;
        if (is_it && std::ranges::all_of(words[2], base::is_digit)) return std::string(words[2]);
    }
    return "";
}

std::string version_in(std::string_view header, const Mark& mark) {
    std::string version;
    for (const std::string_view macro : mark.macros) {
        const std::string value = value_of(header, macro);
        if (value.empty()) return "";
        version += (version.empty() ? "" : ".") + value;
    }
    return version;
}

// Keeps the headers that tell, throws everything else away.
class HeaderSink : public unpack::Sink {
  public:
    Result<std::string> put(unpack::Reader& data, std::uint64_t /*size_bytes*/,
                            bool /*is_executable*/) override {
        std::array<std::byte, 64U << 10U> block;
        std::string text;
        while (true) {
            CUDAENV_TRY(const std::size_t got, data.read(block));
            if (got == 0) break;
            const std::size_t room = is_header_ ? kHeaderLimit - text.size() : 0;
            text.append(reinterpret_cast<const char*>(block.data()), std::min(got, room));
        }
        if (is_header_) look_at(text);
        return std::string("passed over");
    }
    void entering(std::string_view path) override {
        name_ = path.substr(path.rfind('/') + 1);
        is_header_ = std::ranges::find(kMarks, name_, &Mark::header) != std::end(kMarks);
    }
    const std::optional<Identity>& found() const { return found_; }

  private:
    void look_at(std::string_view text) {
        for (const Mark& mark : kMarks) {
            if (mark.header != name_) continue;
            const std::string version = version_in(text, mark);
            if (!version.empty()) found_ = Identity{std::string(mark.product), version, ""};
        }
    }

    std::string name_;
    bool is_header_ = false;
    std::optional<Identity> found_;
};

// cuda12 of cudnn-linux-x86_64-8.9.7.29_cuda12-archive and of nccl_2.21.5-1+cuda12.4_x86_64: from
// CUDA 11 on a build serves the whole major.
std::string build_in(std::string_view name) {
    const std::size_t at = name.find("cuda");
    if (at == std::string_view::npos) return "";
    std::string_view digits = name.substr(at + 4);
    digits = digits.substr(0, digits.find_first_not_of("0123456789."));
    const auto version = base::parse_version(digits);
    if (!version) return "";
    return "cuda" + to_string(version->major() >= 11 ? base::first_parts(*version, 1) : *version);
}

}  // namespace

Result<Identity> identify(const std::string& path) {
    CUDAENV_TRY(const sys::FileInfo info, sys::info_following(path));
    CUDAENV_TRY(const auto file, unpack::open_file(path));
    HeaderSink sink;
    Result<unpack::Payload> payload = unpack::read_archive(*file, info.size_bytes, sink);
    if (!payload.has_value()) {
        payload.error().at = path;
        return tl::unexpected(std::move(payload).error());
    }
    if (!sink.found()) {
        return fail(Code::integrity, "no companion is recognised in this archive")
            .at(path)
            .needs("a header that tells the version: cudnn_version.h, nccl.h, NvInferVersion.h …");
    }
    Identity identity = *sink.found();
    identity.build = build_in(payload->top);
    if (identity.build.empty()) identity.build = build_in(path.substr(path.rfind('/') + 1));
    return identity;
}

Result<void> add_own_archive(const std::string& path, Stock& stock, const World& world) {
    std::error_code error;
    const std::string full = std::filesystem::absolute(path, error).string();
    CUDAENV_TRY(const Identity identity, identify(full));
    catalog::RedistBuild build;
    build.platform = platform(world);
    build.name = identity.build;
    if (!identity.build.empty()) {
        build.cuda.push_back(base::parse_version(identity.build.substr(4)).value());
    }
    build.full_version = identity.version;
    build.archive = catalog::DirectArchive{"file://" + full, "", "", std::nullopt};
    catalog::RedistRelease release;
    release.product = identity.product;
    release.version = identity.version;
    release.catalog = full;
    release.builds.push_back(std::move(build));
    stock.redist.releases.push_back(std::move(release));
    return {};
}

namespace {

bool is_known(const Stock& stock, const std::string& product, const std::string& version) {
    return std::ranges::any_of(stock.redist.releases, [&](const catalog::RedistRelease& release) {
        return release.product == product && release.version == version;
    });
}

catalog::RedistRelease release_of(const base::Companion& companion,
                                  const store::ReceiptCompanion& told,
                                  const store::Receipt& receipt) {
    catalog::RedistBuild build;
    build.platform = receipt.platform;
    build.name = told.build;
    const auto cuda =
        base::parse_version(told.build.substr(std::min<std::size_t>(4, told.build.size())));
    if (cuda) build.cuda.push_back(*cuda);
    build.full_version = told.version;
    build.archive.emplace();
    for (const store::ReceiptArtifact& artifact : receipt.artifacts) {
        const bool is_its = artifact.kind == "companion" && !artifact.components.empty() &&
                            artifact.components.front().name == companion.name;
        if (is_its) build.archive = {artifact.url, artifact.sha256, "", artifact.size_bytes};
    }
    catalog::RedistRelease release;
    release.product = companion.name;
    release.version = companion.version;
    release.catalog = "receipt";
    release.builds.push_back(std::move(build));
    return release;
}

}  // namespace

void add_installed_companions(const store::Installed& installed, Stock& stock) {
    for (const store::InstalledStack& stack : installed.stacks) {
        const auto name = base::parse_stack_name(stack.name);
        if (!name) continue;
        for (const base::Companion& companion : name->companions) {
            const auto told = std::ranges::find(stack.receipt.companions, companion.name,
                                                &store::ReceiptCompanion::name);
            const bool is_missing = told != stack.receipt.companions.end() &&
                                    !is_known(stock, companion.name, companion.version);
            if (is_missing) {
                stock.redist.releases.push_back(release_of(companion, *told, stack.receipt));
            }
        }
    }
}

}  // namespace cudaenv::commands
