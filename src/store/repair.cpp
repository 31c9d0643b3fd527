// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>

#include "store/moves.hpp"
#include "store/object_store.hpp"
#include "store/snapshot.hpp"
#include "store/verify.hpp"
#include "sys/digest.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::store {
namespace {

constexpr std::uint32_t kScratchMode = 0777;
constexpr std::size_t kBlockBytes = 1U << 20U;

using Places = std::multimap<std::string, std::string>;  // digest -> path of a file said to have it

// Where the stacks, this one too, hold the bytes that are needed. One list at a time is in memory.
Result<Places> places_of(const base::Layout& layout, const std::set<std::string>& needed) {
    Places places;
    CUDAENV_TRY(const auto installed, snapshot(layout));
    for (const auto& stack : installed.stacks) {
        const auto rows = read_file_list(stack.prefix);
        if (!rows) continue;  // its own verify tells
        for (const auto& row : *rows) {
            if (row.kind == FileRow::Kind::file && needed.contains(row.sha256)) {
                places.emplace(row.sha256, stack.prefix + "/" + row.path);
            }
        }
    }
    return places;
}

class Repairer {
  public:
    Repairer(std::string prefix, std::string scratch, ObjectStore objects, Places places)
        : prefix_(std::move(prefix)),
          scratch_(std::move(scratch)),
          objects_(std::move(objects)),
          places_(std::move(places)) {}

    // False: the bytes are nowhere.
    Result<bool> put_back(const Damage& damage) {
        const FileRow& row = damage.row;
        const std::string path = prefix_ + "/" + row.path;
        if (row.kind == FileRow::Kind::file) return put_back_file(row, path);
        CUDAENV_TRY(make_room(row, path));
        if (row.kind == FileRow::Kind::folder) {
            CUDAENV_TRY(sys::make_folders(path, kFolderMode));
        } else {
            CUDAENV_TRY(sys::replace_link(row.target, path));
        }
        return true;
    }

  private:
    Result<bool> put_back_file(const FileRow& row, const std::string& path) {
        const ObjectId id{row.sha256, is_executable(row)};
        CUDAENV_TRY(const bool is_there, obtain(id));
        if (!is_there) return false;
        CUDAENV_TRY(make_room(row, path));
        const std::string fresh = scratch_ + "/placed";
        CUDAENV_TRY(objects_.place(id, fresh));
        CUDAENV_TRY(sys::rename(fresh, path));
        // A rename of two names of one inode does nothing, and leaves both.
        CUDAENV_TRY(sys::remove_file(fresh));
        return true;
    }

    // Sees to it that the store has the object, sound.
    Result<bool> obtain(const ObjectId& id) {
        if (parse_object_id(id.name()).sha256.empty()) return false;
        CUDAENV_TRY(const bool is_sound, objects_.is_sound(id));
        if (is_sound) return true;
        // Its name only: the same bytes may be put again, and would be taken to be there.
        CUDAENV_TRY(sys::remove_file(objects_.path_of(id)));
        const auto [first, last] = places_.equal_range(id.sha256);
        for (auto place = first; place != last; ++place) {
            CUDAENV_TRY(const bool is_taken, take_from(place->second, id));
            if (is_taken) return true;
        }
        return false;
    }

    Result<bool> take_from(const std::string& path, const ObjectId& id) {
        const auto digest = sys::sha256_of_file(path);
        if (!digest || *digest != id.sha256) return false;
        CUDAENV_TRY(const auto fd, sys::open_read(path));
        CUDAENV_TRY(auto writer, objects_.begin(id.is_executable, 0));
        std::vector<std::byte> block(kBlockBytes);
        for (std::uint64_t offset = 0;;) {
            CUDAENV_TRY(sys::check_interrupt());
            CUDAENV_TRY(const auto got, sys::read_at(fd.number(), offset, block, path));
            if (got == 0) break;
            CUDAENV_TRY(writer.write(std::span(block).first(got)));
            offset += got;
        }
        CUDAENV_TRY(const auto written, writer.finish());
        return written == id;
    }

    // PATH.damaged, PATH.damaged-2, …: the first that nothing has.
    static Result<std::string> free_name_for(const std::string& path) {
        std::string name = path + ".damaged";
        for (int i = 2;; ++i) {
            CUDAENV_TRY(const auto info, sys::info(name));
            if (info.kind == sys::FileKind::none) return name;
            name = path + ".damaged-" + std::to_string(i);
        }
    }

    // What no rename can replace moves aside.
    Result<void> make_room(const FileRow& row, const std::string& path) {
        CUDAENV_TRY(const auto info, sys::info(path));
        const bool wants_folder = row.kind == FileRow::Kind::folder;
        const bool is_folder = info.kind == sys::FileKind::folder;
        if (info.kind == sys::FileKind::none || wants_folder == is_folder) return {};
        CUDAENV_TRY(const auto aside, free_name_for(path));
        return sys::rename(path, aside);
    }

    std::string prefix_, scratch_;
    ObjectStore objects_;
    Places places_;
};

}  // namespace

Result<RepairOutcome> repair(const base::Layout& layout, std::string_view stack,
                             const std::vector<Damage>& damages) {
    CUDAENV_TRY(refuse_link(layout.staging()));
    std::set<std::string> needed;
    for (const auto& damage : damages) {
        if (damage.row.kind == FileRow::Kind::file) needed.insert(damage.row.sha256);
    }
    CUDAENV_TRY(auto places, places_of(layout, needed));
    CUDAENV_TRY(const auto scratch,
                TemporaryFolder::make(staging_path(layout, stack), kScratchMode));
    Repairer repairer(layout.prefix(stack), scratch.path(), ObjectStore(layout, scratch.path()),
                      std::move(places));
    RepairOutcome outcome;
    for (const auto& damage : damages) {
        CUDAENV_TRY(sys::check_interrupt());
        CUDAENV_TRY(const bool is_back, repairer.put_back(damage));
        if (is_back) {
            outcome.repaired.push_back(damage.row.path);
        } else {
            outcome.unrepaired.push_back(damage.row);
        }
    }
    CUDAENV_TRY(sys::sync_file_system(layout.prefix(stack)));
    return outcome;
}

}  // namespace cudaenv::store
