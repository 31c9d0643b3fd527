// SPDX-License-Identifier: MIT
#include "sys/attached.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "sys/exec.hpp"

namespace cudaenv::sys {
namespace {

int start(pid_t& pid, const AttachedRequest& request) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    if (request.out_to_err)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    const std::vector<std::string> env = request.env.to_strings();
    const int failure = posix_spawn(&pid, request.path.c_str(), &actions, &attributes,
                                    pointers(request.argv).data(), pointers(env).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

}  // namespace

Result<int> run_attached(const AttachedRequest& request) {
    pid_t pid = 0;
    if (const int failure = start(pid, request); failure != 0)
        return exec_failure(failure, request.path);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) return exec_failure(errno, request.path);
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace cudaenv::sys
