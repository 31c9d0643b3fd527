// SPDX-License-Identifier: MIT
#include "commands/shims.hpp"

#include "activate/shims.hpp"
#include "commands/hook_scripts.hpp"
#include "commands/json.hpp"
#include "execute/run.hpp"

namespace cudaenv::commands {

Result<Report> shims(const ShimsRequest& request, const World& world) {
    CUDAENV_TRY(const auto names, activate::list_shims(world.layout));
    Report report;
    for (const std::string& name : names)
        report.out +=
            (request.short_names ? name : base::Layout::join(world.layout.shims(), name)) + "\n";
    report.json = json_text({{"folder", world.layout.shims()}, {"shims", names}});
    return report;
}

Result<Report> rehash(const RehashRequest& /*request*/, const World& world) {
    CUDAENV_TRY(run_hooks(world, HookTime::before, {"rehash", "", ""}));
    CUDAENV_TRY(renew_shims(world));
    CUDAENV_TRY(run_hooks(world, HookTime::after, {"rehash", "", ""}));
    CUDAENV_TRY(const auto names, activate::list_shims(world.layout));
    Report report;
    report.json = json_text({{"shims", names}});
    return report;
}

Result<void> renew_shims(const World& world) {
    CUDAENV_TRY(const execute::Settings settings, commands::settings(world));
    plan::Plan plan;
    plan.steps.emplace_back(plan::Rehash{});
    CUDAENV_TRY(execute::run(plan, settings, *world.observer));
    return {};
}

}  // namespace cudaenv::commands
