// SPDX-License-Identifier: MIT
#include "unpack/intake.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "unpack/soname.hpp"

namespace cudaenv::unpack {

namespace {

constexpr std::uint64_t kMaxManifestBytes = 4U << 20U;
constexpr std::uint64_t kMaxPcBytes = 64U << 10U;

// An entry's bytes on their way to the Sink: counted, and looked at for a SONAME.
class EntryReader : public Reader {
  public:
    EntryReader(Reader& in, SonameReader* soname) : in_(in), soname_(soname) {}

    Result<std::size_t> read(std::span<std::byte> into) override {
        CUDAENV_TRY(const std::size_t got, in_.read(into));
        note(into.first(got));
        return got;
    }
    Result<std::span<const std::byte>> borrow(std::span<std::byte> scratch) override {
        CUDAENV_TRY(const auto got, in_.borrow(scratch));
        note(got);
        return got;
    }
    std::uint64_t count() const { return count_; }

  private:
    void note(std::span<const std::byte> data) {
        count_ += data.size();
        if (soname_) soname_->add(data);
    }

    Reader& in_;
    SonameReader* soname_;
    std::uint64_t count_ = 0;
};

Result<std::string> read_text(Reader& in, std::uint64_t size_bytes) {
    std::string text(std::size_t(size_bytes), '\0');
    CUDAENV_TRY(const std::size_t got, read_fully(in, std::as_writable_bytes(std::span(text))));
    text.resize(got);
    return text;
}

base::Failure wrong_size(std::string_view path, std::uint64_t found, std::uint64_t claimed) {
    return fail(Code::integrity, "an entry of the archive is not as long as it claims")
        .at(base::printable(path))
        .values(std::to_string(found), std::to_string(claimed));
}

base::Failure too_large(const TarEntry& entry, std::uint64_t max_bytes) {
    return fail(Code::integrity, "an entry of the archive claims more than the archive can hold")
        .at(base::printable(entry.raw_path))
        .values(base::human_size(entry.size_bytes), "at most " + base::human_size(max_bytes));
}

bool is_pc_file(std::string_view path) {
    return path.ends_with(".pc");
}

// Only these lack links that the vendor's installer would have made.
bool wants_soname(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::string_view name = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
    const bool is_one_folder =
        path.starts_with("builds/cuda-toolkit/") || path.starts_with("builds/cublas/");
    return is_one_folder && name.find(".so.") != std::string_view::npos;
}

}  // namespace

// The path below the top folder; nullopt for the top folder itself.
Result<std::optional<std::string>> Intake::inner_path(std::string_view raw, bool is_folder) {
    CUDAENV_TRY(std::string path, safe_path(raw, limits_));
    if (path.empty() && !is_folder) return unsafe(raw, "it takes the place of the top folder");
    if (!settings_.has_top || path.empty()) {
        return path.empty() ? std::optional<std::string>() : std::move(path);
    }
    const std::size_t slash = path.find('/');
    const std::string top = path.substr(0, slash);
    if (slash == std::string::npos && !is_folder) {
        return fail(Code::integrity, "the archive has no top folder")
            .found(base::printable(path))
            .needs("one folder that holds everything");
    }
    if (top_.empty()) top_ = top;
    if (top != top_) {
        return fail(Code::integrity, "the archive has more than one top folder")
            .values(base::printable(top_ + " and " + top), "one folder that holds everything");
    }
    if (slash == std::string::npos) return std::optional<std::string>();
    return path.substr(slash + 1);
}

Result<void> Intake::take_file(std::string path, const TarEntry& entry, TarReader& tar) {
    sink_.entering(path);
    std::optional<SonameReader> soname;
    if (wants_soname(path)) soname.emplace();
    EntryReader data(tar.data(), soname ? &*soname : nullptr);
    Node node;
    node.path = std::move(path);
    node.mode = entry.is_executable ? 0755 : 0644;
    node.size_bytes = entry.size_bytes;
    node.component = component_of(node.path);
    if (is_pc_file(node.path) && entry.size_bytes <= kMaxPcBytes) {
        CUDAENV_TRY(texts_[node.path], read_text(data, entry.size_bytes));
    } else {
        texts_.erase(node.path);
        CUDAENV_TRY(node.content, sink_.put(data, entry.size_bytes, entry.is_executable));
    }
    if (data.count() != entry.size_bytes) {
        return wrong_size(node.path, data.count(), entry.size_bytes);
    }
    if (soname && !soname->name().empty()) sonames_[node.path] = soname->name();
    unpacked_bytes_ += entry.size_bytes;
    return tree_.add_file(std::move(node));
}

Result<void> Intake::take(const TarEntry& entry, TarReader& tar, std::uint64_t max_bytes) {
    const bool is_folder = entry.kind == TarEntry::Kind::folder;
    CUDAENV_TRY(auto inner, inner_path(entry.raw_path, is_folder));
    if (entry.kind == TarEntry::Kind::other)
        return unsafe(entry.raw_path, "it is " + entry.other_kind);
    if (entry.size_bytes > max_bytes) return too_large(entry, max_bytes);
    if (!inner) return {};
    std::string path = *std::move(inner);
    const Route route = settings_.route(path);
    if (route == Route::pass_over) return {};
    if (is_folder) return route == Route::store ? tree_.add_folder(path) : Result<void>();
    const bool is_file = entry.kind == TarEntry::Kind::file;
    if (route != Route::store && !is_file) return unsafe(entry.raw_path, "it is no plain file");
    if (route == Route::open) return settings_.open(tar.data(), entry.size_bytes);
    if (route == Route::text) {
        if (entry.size_bytes > kMaxManifestBytes)
            return unsafe(path, "it is too long for its kind");
        CUDAENV_TRY(texts_[path], read_text(tar.data(), entry.size_bytes));
        return {};
    }
    if (is_file) return take_file(std::move(path), entry, tar);
    if (entry.kind == TarEntry::Kind::link) return tree_.add_link(path, entry.target);
    const auto earlier = inner_path(entry.target, false);
    if (!earlier) return unsafe(path, "it is a hard link to " + earlier.error().found);
    return tree_.add_hard_link(path, earlier->value_or(""));
}

Result<void> Intake::take_all(TarReader& tar, std::uint64_t max_bytes) {
    for (;;) {
        CUDAENV_TRY(const std::optional<TarEntry> entry, tar.next());
        if (!entry) return {};
        CUDAENV_TRY(take(*entry, tar, max_bytes));
    }
}

Result<void> Intake::finish(Payload& payload) {
    CUDAENV_TRY(payload.nodes, tree_.finish());
    payload.texts = std::move(texts_);
    payload.sonames = std::move(sonames_);
    payload.top = std::move(top_);
    payload.unpacked_bytes = unpacked_bytes_;
    return {};
}

}  // namespace cudaenv::unpack
