// SPDX-License-Identifier: MIT
// Every regular file once, named by the SHA-256 of its bytes (`.x` behind it if executable), mode
// 0444 or 0555 less umask. Written while hashed; an object appears under its name only when whole.
// Many threads and processes may put at once: equal bytes end as one object. Sizes in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/layout.hpp"
#include "base/result.hpp"

namespace cudaenv::store {

// Name of an object: 64 hex digits, and whether it is executable.
struct ObjectId {
    std::string sha256;
    bool is_executable = false;

    std::string name() const { return is_executable ? sha256 + ".x" : sha256; }
    friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};
// Reads what name() gives; an empty sha256 for anything else.
ObjectId parse_object_id(std::string_view name);
// Where an object lies, be it there or not.
std::string object_path(const base::Layout& layout, const ObjectId& id);

class ObjectStore {
  public:
    // What the root's file system can do: tried out once, or said by a test.
    enum class Links { automatic, none };

    // `scratch` is an existing folder of the caller's in staging/ where unfinished objects lie. Its
    // mode tells what umask leaves of an object's.
    ObjectStore(base::Layout layout, std::string scratch, Links links = Links::automatic);

    // One object being written, by one thread at a time. Dropped without finish(): its temporary
    // file is removed.
    class Writer {
      public:
        struct State;
        explicit Writer(std::unique_ptr<State> state);
        Writer(Writer&&) noexcept;
        Writer& operator=(Writer&&) noexcept;
        ~Writer();
        Result<void> write(std::span<const std::byte> data);
        // Gives the object its name. One that stacks use already is kept instead, if its size and
        // mode are right; one that none uses may have been emptied by a power cut and is replaced.
        Result<ObjectId> finish();

      private:
        std::unique_ptr<State> state_;
    };
    // `size_hint` in bytes, for fallocate; 0 = unknown. Never trusted.
    Result<Writer> begin(bool is_executable, std::uint64_t size_hint);

    std::string path_of(const ObjectId& id) const;
    // Whether the object is there and its bytes have its name's digest. Reads all of it.
    Result<bool> is_sound(const ObjectId& id) const;
    // Whether it may be linked without having been written just now: it has that size, and some
    // stack uses it or it is sound.
    Result<bool> is_usable(const ObjectId& id, std::uint64_t size_bytes) const;
    // Puts the object at `path`, where nothing may be: hard link, else reflink or copy. Where no
    // file system links at all it is moved there, and copied from there the next time.
    Result<void> place(const ObjectId& id, const std::string& path) const;

  private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
};

struct GcOutcome {
    std::uint64_t objects = 0, bytes = 0;
};
// Objects with link count 1. `remove` false: only counts. The caller holds the store alone. Files
// in store/objects/ that are no objects are left alone.
Result<GcOutcome> collect_garbage(const base::Layout& layout, bool remove);

}  // namespace cudaenv::store
