// SPDX-License-Identifier: MIT
// NVIDIA's own indexes as they are now: which lists of archives a folder holds, and the lists
// themselves. Asked for at the mirrors of the config, but only where nobody on the way can change
// the answer: https, file, and http on this machine itself.
#pragma once

#include <string>

#include "base/result.hpp"
#include "catalog/listing.hpp"
#include "commands/world.hpp"
#include "fetch/session.hpp"

namespace cudaenv::commands {

class Indexes {
  public:
    // `world` outlives the object. Errors: those of fetch::Session::open.
    static Result<Indexes> open(const World& world);

    // The lists in a published folder, whose URL ends in '/'; of the first mirror that has any.
    // Errors: refused (no mirror that may be asked), integrity (no index), those of the network.
    Result<catalog::Listing> listing(const std::string& folder_url);

    // A published text of at most 1 MiB. Errors: as above.
    Result<std::string> text(const std::string& url);

  private:
    Result<catalog::Listing> listing_at(const std::string& folder_url);

    Indexes(const World& world, fetch::Session session)
        : world_(&world), session_(std::move(session)) {}

    const World* world_;
    fetch::Session session_;
};

}  // namespace cudaenv::commands
