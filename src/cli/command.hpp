// SPDX-License-Identifier: MIT
// What argv means: a request together with what runs it. Made by parsing, which runs nothing; run
// by app.cpp, which parses nothing.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <utility>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::cli {

class Command {
  public:
    template <typename Request>
    using Runner = Result<commands::Report> (*)(const Request&, const commands::World&);

    Command() = default;
    template <typename Request>
    Command(std::shared_ptr<Request> request, Runner<Request> run)
        : request_(request),
          run_([request = std::move(request), run](const commands::World& world) {
              return run(*request, world);
          }) {}

    Result<commands::Report> operator()(const commands::World& world) const { return run_(world); }

    // The request, for tests; null if it is of another type.
    template <typename Request>
    const Request* request() const {
        const auto* held = std::any_cast<std::shared_ptr<Request>>(&request_);
        return held == nullptr ? nullptr : held->get();
    }

  private:
    std::any request_;
    std::function<Result<commands::Report>(const commands::World&)> run_;
};

}  // namespace cudaenv::cli
