// SPDX-License-Identifier: MIT
// NVIDIA's lists of redist archives, as commands get them: from the cache, a folder of the person's
// (--from DIR), a mirror or NVIDIA. What a list pins is only as good as the list: one whose digest
// the manifest knows must have it.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "commands/transfer.hpp"
#include "commands/world.hpp"
#include "plan/recipe.hpp"

namespace cudaenv::commands {

class RedistLists {
  public:
    // `from` is what --from gave, or empty. `world` outlives the object.
    RedistLists(const World& world, TransferOptions transfer, std::string from)
        : world_(&world), transfer_(transfer), from_(std::move(from)) {}

    // The release's list; lives as long as the object. Kept in the cache. Errors: offline (it is
    // nowhere here), checksum, those of the network and of catalog::parse_redistrib.
    Result<const plan::FetchedList*> list_of(const catalog::RedistRelease& release);

  private:
    Result<std::string> text_of(const catalog::RedistRelease& release) const;

    const World* world_;
    TransferOptions transfer_;
    std::string from_;
    std::map<std::string, std::unique_ptr<plan::FetchedList>> lists_;  // by URL
};

}  // namespace cudaenv::commands
