// SPDX-License-Identifier: MIT
// Every regular file once, named by the SHA-256 of its bytes (`.x` behind it if executable), mode
// 0444 or 0555 less umask. Written while hashed; an object appears under its name only when whole.
// Many threads and processes may put at once: equal bytes end as one object.
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

class ObjectStore {
  public:
    // `scratch` is an existing folder of the caller's in staging/ where unfinished objects lie.
    ObjectStore(base::Layout layout, std::string scratch);

    // One object being written. Dropped without finish(): its temporary file is removed.
    class Writer {
      public:
        struct State;
        explicit Writer(std::unique_ptr<State> state);
        Writer(Writer&&) noexcept;
        Writer& operator=(Writer&&) noexcept;
        ~Writer();
        Result<void> write(std::span<const std::byte> data);
        Result<ObjectId> finish();  // renames it to its name, or drops it if that exists

      private:
        std::unique_ptr<State> state_;
    };
    // `size_hint` in bytes, for fallocate; 0 = unknown. Never trusted.
    Result<Writer> begin(bool is_executable, std::uint64_t size_hint);

    std::string path_of(const ObjectId& id) const;
    // An object that no stack uses is hashed before it is trusted: a power cut may have emptied it.
    Result<bool> is_sound(const ObjectId& id) const;
    // Puts the object at `path`: hard link, else reflink or copy, else moved there.
    Result<void> place(const ObjectId& id, const std::string& path) const;

  private:
    base::Layout layout_;
    std::string scratch_;
};

struct GcOutcome {
    std::uint64_t objects = 0, bytes = 0;
};
// Objects with link count 1. `remove` false: only counts. The caller holds the store alone.
Result<GcOutcome> collect_garbage(const base::Layout& layout, bool remove);

}  // namespace cudaenv::store
