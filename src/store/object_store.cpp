// SPDX-License-Identifier: MIT
#include "store/object_store.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "store/file_list.hpp"
#include "sys/digest.hpp"
#include "sys/files.hpp"
#include "sys/new_file.hpp"

namespace cudaenv::store {
namespace {

// Objects that are smaller exist in memory until their name is known.
constexpr std::size_t kBlockBytes = 256U << 10U;
// What a size hint must lie between to be worth, and safe, reserving.
constexpr std::uint64_t kReserveFrom = 4U << 20U;
constexpr std::uint64_t kReserveTo = 32ULL << 30U;

constexpr std::size_t kDigestDigits = 64;

std::uint32_t mode_of(bool is_executable) {
    return is_executable ? kExecutableMode : kFileMode;
}

// Whether two names for one file can be had in this folder.
bool can_link_in(const std::string& folder) {
    const std::string first = folder + "/link-1", second = folder + "/link-2";
    const bool is_made = sys::create_new(first, kFileMode).has_value();
    const auto outcome = sys::link_or_copy(first, second, kFileMode);
    static_cast<void>(sys::remove_file(first));
    static_cast<void>(sys::remove_file(second));
    // An error is not for here: whatever is wrong with the folder shows at the first object.
    return !is_made || !outcome || *outcome == sys::LinkOutcome::linked;
}

}  // namespace

ObjectId parse_object_id(std::string_view name) {
    ObjectId id;
    id.is_executable = name.ends_with(".x");
    if (id.is_executable) name.remove_suffix(2);
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (name.size() != kDigestDigits || !std::ranges::all_of(name, is_digit)) return {};
    id.sha256 = name;
    return id;
}

std::string object_path(const base::Layout& layout, const ObjectId& id) {
    return layout.objects() + "/" + id.sha256.substr(0, 2) + "/" + id.name();
}

struct ObjectStore::Shared {
    Shared(base::Layout of, std::string folder)
        : layout(std::move(of)), scratch(std::move(folder)) {}

    base::Layout layout;
    std::string scratch;
    std::uint32_t allowed_mode = 0777;  // what umask leaves
    bool links = true;

    std::atomic<std::uint64_t> next_temporary = 0;
    std::mutex mutex;
    std::map<ObjectId, std::string> moved;  // without links: where the only copy went

    // Without links an object serves one stack only: it waits in scratch, not in the store, where
    // another process might take it away.
    std::string path_of(const ObjectId& id) const {
        return links ? object_path(layout, id) : scratch + "/" + id.name();
    }
};

ObjectStore::ObjectStore(base::Layout layout, std::string scratch, Links links)
    : shared_(std::make_shared<Shared>(std::move(layout), std::move(scratch))) {
    if (const auto info = sys::info(shared_->scratch)) shared_->allowed_mode = info->mode;
    shared_->links = links == Links::automatic && can_link_in(shared_->scratch);
}

struct ObjectStore::Writer::State {
    std::shared_ptr<Shared> shared;
    bool is_executable = false;
    std::uint64_t size_hint = 0;

    std::string path;  // of the temporary file; empty until there is one
    sys::Fd fd;
    sys::Digest digest{sys::Digest::Kind::sha256};
    std::vector<std::byte> pending;  // the whole object so far, if that is less than a block
    std::uint64_t size_bytes = 0;    // in all

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { static_cast<void>(drop()); }

    bool is_reserved() const { return size_hint >= kReserveFrom && size_hint <= kReserveTo; }
    Result<void> create();
    Result<void> append(std::span<const std::byte> data);
    Result<void> flush();
    Result<bool> is_in_use(const std::string& object) const;
    Result<void> publish(const std::string& object);
    Result<void> drop();
};

Result<void> ObjectStore::Writer::State::create() {
    path = shared->scratch + "/new-" + std::to_string(shared->next_temporary++);
    CUDAENV_TRY(fd, sys::create_new(path, mode_of(is_executable)));
    if (is_reserved()) sys::reserve(fd.number(), size_hint);
    return {};
}

Result<void> ObjectStore::Writer::State::append(std::span<const std::byte> data) {
    if (!fd) CUDAENV_TRY(create());
    return sys::write_all(fd.number(), data, path);
}

Result<void> ObjectStore::Writer::State::flush() {
    if (!pending.empty() || !fd) CUDAENV_TRY(append(pending));
    pending.clear();
    return {};
}

// Whether stacks use an object of that name which can serve this one too.
Result<bool> ObjectStore::Writer::State::is_in_use(const std::string& object) const {
    CUDAENV_TRY(const auto info, sys::info(object));
    const std::uint32_t needed = mode_of(is_executable) & shared->allowed_mode;
    return info.kind == sys::FileKind::file && info.links > 1 && info.size_bytes == size_bytes &&
           (info.mode & needed) == needed;
}

Result<void> ObjectStore::Writer::State::publish(const std::string& object) {
    CUDAENV_TRY(flush());
    if (is_reserved()) CUDAENV_TRY(sys::cut_off(fd.number(), size_bytes, path));
    CUDAENV_TRY(fd.close(path));
    auto renamed = sys::rename(path, object);
    if (!renamed && renamed.error().code == Code::not_found) {
        CUDAENV_TRY(sys::make_folders(object.substr(0, object.rfind('/'))));
        renamed = sys::rename(path, object);
    }
    if (renamed) path.clear();
    return renamed;
}

Result<void> ObjectStore::Writer::State::drop() {
    fd = sys::Fd();
    if (path.empty()) return {};
    return sys::remove_file(std::exchange(path, {}));
}

ObjectStore::Writer::Writer(std::unique_ptr<State> state) : state_(std::move(state)) {}
ObjectStore::Writer::Writer(Writer&&) noexcept = default;
ObjectStore::Writer& ObjectStore::Writer::operator=(Writer&&) noexcept = default;
ObjectStore::Writer::~Writer() = default;

Result<void> ObjectStore::Writer::write(std::span<const std::byte> data) {
    auto& state = *state_;
    state.digest.update(data);
    state.size_bytes += data.size();
    if (state.size_bytes < kBlockBytes) {
        state.pending.insert(state.pending.end(), data.begin(), data.end());
        return {};
    }
    if (!state.pending.empty()) CUDAENV_TRY(state.flush());
    return state.append(data);
}

Result<ObjectId> ObjectStore::Writer::finish() {
    auto& state = *state_;
    ObjectId id{state.digest.finish(), state.is_executable};
    const std::string object = state.shared->path_of(id);
    CUDAENV_TRY(const bool is_in_use, state.is_in_use(object));
    if (is_in_use) {
        CUDAENV_TRY(state.drop());
    } else {
        CUDAENV_TRY(state.publish(object));
    }
    return id;
}

Result<ObjectStore::Writer> ObjectStore::begin(bool is_executable, std::uint64_t size_hint) {
    auto state = std::make_unique<Writer::State>();
    state->shared = shared_;
    state->is_executable = is_executable;
    state->size_hint = size_hint;
    if (size_hint < kBlockBytes) state->pending.reserve(static_cast<std::size_t>(size_hint));
    return Writer(std::move(state));
}

std::string ObjectStore::path_of(const ObjectId& id) const {
    return shared_->path_of(id);
}

Result<bool> ObjectStore::is_sound(const ObjectId& id) const {
    const std::string path = path_of(id);
    CUDAENV_TRY(const auto info, sys::info(path));
    if (info.kind != sys::FileKind::file) return false;
    if (((info.mode & 0111U) != 0) != id.is_executable) return false;
    CUDAENV_TRY(const auto digest, sys::sha256_of_file(path));
    return digest == id.sha256;
}

Result<bool> ObjectStore::is_usable(const ObjectId& id, std::uint64_t size_bytes) const {
    CUDAENV_TRY(const auto info, sys::info(path_of(id)));
    if (info.kind != sys::FileKind::file || info.size_bytes != size_bytes) return false;
    if (info.links > 1) return true;
    return is_sound(id);
}

namespace {

// An equal object may be renamed over `object` between its look-up and the link: the kernel then
// answers ENOENT for the inode that was found, although the name never was without a file.
Result<void> link_current(const std::string& object, const std::string& path, std::uint32_t mode) {
    constexpr int kTries = 100;
    for (int left = kTries;; --left) {
        const Result<sys::LinkOutcome> linked = sys::link_or_copy(object, path, mode);
        if (linked.has_value()) return {};
        const bool is_race = linked.error().code == Code::not_found && sys::exists(object);
        if (!is_race || left == 0) return tl::unexpected(linked.error());
    }
}

}  // namespace

Result<void> ObjectStore::place(const ObjectId& id, const std::string& path) const {
    const std::string object = path_of(id);
    if (shared_->links) return link_current(object, path, mode_of(id.is_executable));
    const std::lock_guard lock(shared_->mutex);
    auto renamed = sys::rename(object, path);
    if (renamed) {
        shared_->moved.insert_or_assign(id, path);
        return renamed;
    }
    const auto moved = shared_->moved.find(id);
    if (renamed.error().code != Code::not_found || moved == shared_->moved.end()) return renamed;
    CUDAENV_TRY(sys::link_or_copy(moved->second, path, mode_of(id.is_executable)));
    return {};
}

}  // namespace cudaenv::store
