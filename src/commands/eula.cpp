// SPDX-License-Identifier: MIT
#include "commands/eula.hpp"

#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

// A state folder that cannot be written only means that the question comes again.
void remember(const World& world) {
    const std::string text = "accepted " + sys::to_utc_text(world.now()) + "\n";
    Result<void> written = sys::make_folders(world.state_dir);
    if (written.has_value()) written = sys::write_file(world.state_dir + "/eula", text);
    if (!written.has_value()) {
        world.observer->warned("the acceptance of the EULA cannot be remembered: " +
                               written.error().what);
    }
}

bool asks_person(const World& world) {
    return world.terminal.in_is_tty && world.confirm && !world.options.yes;
}

}  // namespace

Result<void> require_eula(const World& world, bool is_accepted) {
    if (sys::exists(world.state_dir + "/eula")) return {};
    is_accepted = is_accepted || world.env.is_on("CUDAENV_ACCEPT_EULA");
    if (!is_accepted && asks_person(world)) {
        is_accepted = world.confirm("NVIDIA's licence " + std::string(kEulaUrl) +
                                    " applies to the CUDA toolkit. Do you accept it?");
    }
    if (!is_accepted) {
        return fail(Code::usage, "NVIDIA's licence of the CUDA toolkit has not been accepted")
            .at(kEulaUrl)
            .needs("to be accepted once")
            .try_("cudaenv install --accept-eula VERSION")
            .note("in scripts: CUDAENV_ACCEPT_EULA=1");
    }
    remember(world);
    return {};
}

}  // namespace cudaenv::commands
