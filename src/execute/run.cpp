// SPDX-License-Identifier: MIT
#include "execute/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "activate/shims.hpp"
#include "execute/ledger.hpp"
#include "execute/serial_observer.hpp"
#include "execute/steps.hpp"
#include "hot/installed.hpp"
#include "store/heal.hpp"
#include "store/snapshot.hpp"
#include "store/staging.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::execute {

namespace {

// The names whose locks a plan needs, and what to tell those who wait.
struct Claims {
    std::vector<std::string> stacks;
    std::string purpose;

    void add(std::string_view stack, std::string_view verb) {
        stacks.emplace_back(stack);
        purpose += purpose.empty() ? "" : ", ";
        purpose.append(verb).append(" ").append(stack);
    }
    void operator()(const plan::Install& step) { add(step.receipt.stack, "installing"); }
    void operator()(const plan::Uninstall& step) { add(step.stack, "removing"); }
    void operator()(const plan::Repair& step) { add(step.stack, "repairing"); }
    void operator()(const plan::Adopt& step) { add(step.name, "adopting"); }
    void operator()(const plan::DropAdopted& step) { add(step.name, "removing"); }
    void operator()(const plan::Fetch& /*step*/) {}
    void operator()(const plan::CollectGarbage& /*step*/) {}
    void operator()(const plan::Heal& /*step*/) {}
    void operator()(const plan::Rehash& /*step*/) {}
};

// links/ has a link for each alias that means an installed stack.
std::vector<std::pair<std::string, std::string>> alias_targets(const Settings& settings) {
    std::vector<std::pair<std::string, std::string>> targets;
    const Result<hot::Aliases> aliases = hot::read_aliases(settings.layout.aliases());
    if (!aliases.has_value()) return targets;
    const char* const no_environment[] = {nullptr};
    const hot::ResolveInput input{hot::EnvView(no_environment), settings.layout, settings.conf,
                                  *aliases};
    for (const auto& [name, text] : *aliases) {
        const Result<base::Request> request = base::parse_request(text);
        if (!request.has_value()) continue;
        const Result<hot::Found> found = hot::resolve_installed(*request, input);
        if (found.has_value() && found->kind == hot::Found::Kind::stack && !found->is_shared) {
            targets.emplace_back(name, found->name);
        }
    }
    return targets;
}

// Heals, then makes the rows follow the receipts: a run that was killed late left all folders
// right. What nobody can put right is told, and hinders nothing else.
Result<void> heal_all(Work& work, const std::vector<std::string>& ours) {
    CUDAENV_TRY(const store::Healed healed,
                store::heal(work.settings.layout, ours, work.settings.lock.mode));
    for (const Error& failure : healed.failures) {
        work.observer.said(
            fmt::format("cannot clean up: {}: {} {}", failure.what, failure.at, failure.why));
    }
    work.ledger.reconcile(ours);
    return {};
}

// Carries out one step under the locks.
struct Runner {
    Work& work;

    Result<void> operator()(const plan::Install& step) { return install(step, work); }
    Result<void> operator()(const plan::Fetch& step) { return fetch_only(step, work); }
    Result<void> operator()(const plan::Repair& step) { return repair(step, work); }
    Result<void> operator()(const plan::Uninstall& step) {
        CUDAENV_TRY(store::remove_stack(work.settings.layout, step.stack));
        work.ledger.drop_stack(step.stack);
        work.outcome.removed.push_back(step.stack);
        return {};
    }
    Result<void> operator()(const plan::Adopt& step) {
        CUDAENV_TRY(store::adopt(work.settings.layout, step.name, step.target));
        work.ledger.add_history("adopt", step.name, step.target);
        return {};
    }
    Result<void> operator()(const plan::DropAdopted& step) {
        CUDAENV_TRY(store::drop_adopted(work.settings.layout, step.name));
        work.ledger.add_history("uninstall", step.name, "adopted");
        work.outcome.removed.push_back(step.name);
        return {};
    }
    Result<void> operator()(const plan::Heal& /*step*/) { return heal_all(work, {}); }
    Result<void> operator()(const plan::Rehash& /*step*/) {
        CUDAENV_TRY(activate::rehash(work.settings.layout, work.settings.conf, work.settings.lock));
        return store::refresh_links(work.settings.layout, alias_targets(work.settings));
    }
    Result<void> operator()(const plan::CollectGarbage& /*step*/) { return {}; }  // see collect()
};

Result<void> run_steps(const plan::Plan& plan, Work& work) {
    Claims claims;
    for (const plan::Step& step : plan.steps) std::visit(claims, step);
    std::optional<store::StoreLock> lock;
    const auto is_heal = [](const plan::Step& step) {
        return std::holds_alternative<plan::Heal>(step);
    };
    if (!claims.stacks.empty() || std::ranges::any_of(plan.steps, is_heal)) work.ledger.open();
    if (!claims.stacks.empty()) {
        sys::LockOptions options = work.settings.lock;
        options.purpose = claims.purpose;
        CUDAENV_TRY(lock,
                    store::StoreLock::of_stacks(work.settings.layout, claims.stacks, options));
        CUDAENV_TRY(heal_all(work, claims.stacks));
    }
    Runner runner{work};
    for (const plan::Step& step : plan.steps) {
        CUDAENV_TRY(sys::check_interrupt());
        CUDAENV_TRY(std::visit(runner, step));
    }
    return {};
}

// Alone in the store, therefore after the stacks' locks are gone.
Result<void> collect(const plan::CollectGarbage& step, Work& work) {
    work.ledger.open();
    sys::LockOptions options = work.settings.lock;
    options.purpose = "collecting garbage";
    if (!step.wait) options.timeout = std::chrono::milliseconds(0);
    Result<store::StoreLock> lock = store::StoreLock::of_store(work.settings.layout, options);
    if (!lock.has_value() && lock.error().code == Code::locked && !step.wait) {
        work.observer.said("the store is in use; `cudaenv gc` frees its space later");
        return {};
    }
    if (!lock.has_value()) return tl::unexpected(std::move(lock).error());
    CUDAENV_TRY(heal_all(work, {}));
    CUDAENV_TRY(const store::GcOutcome freed, store::collect_garbage(work.settings.layout, true));
    work.outcome.freed_bytes += freed.bytes;
    work.ledger.add_history("gc", "", std::to_string(freed.bytes) + " bytes");
    return {};
}

}  // namespace

Result<Outcome> run(const plan::Plan& plan, const Settings& settings, Observer& observer) {
    SerialObserver serial(observer);
    Settings own = settings;
    own.lock.on_wait = [&serial](const std::string& holder, const std::string& purpose) {
        serial.waiting(holder, purpose);
    };
    Ledger ledger(own, serial);
    Outcome outcome;
    Work work{own, serial, ledger, outcome};
    CUDAENV_TRY(run_steps(plan, work));
    for (const plan::Step& step : plan.steps) {
        const auto* garbage = std::get_if<plan::CollectGarbage>(&step);
        if (garbage != nullptr) CUDAENV_TRY(collect(*garbage, work));
    }
    return outcome;
}

}  // namespace cudaenv::execute
