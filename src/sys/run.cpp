// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include "base/text.hpp"
#include "sys/child.hpp"
#include "sys/exec.hpp"
#include "sys/files.hpp"
#include "sys/process.hpp"

namespace cudaenv::sys {

namespace {

// A name without a slash is looked up on the PATH of the program's own environment.
Result<std::string> find_program(const RunRequest& request) {
    CUDAENV_CHECK(!request.argv.empty());
    const std::string& name = request.argv.front();
    if (name.find('/') != std::string::npos) return name;
    const std::string search_path = request.env.value_or("PATH", "");
    for (const std::string_view folder : base::split(search_path, ':')) {
        // An empty element would be the working folder: nobody means that for our questions.
        if (folder.empty()) continue;
        std::string path = std::string(folder) + "/" + name;
        if (is_executable_file(path)) return path;
    }
    return fail(Code::not_found, "no such program on PATH").at(name);
}

// posix_spawn's two descriptions of the child.
class SpawnPlan {
  public:
    SpawnPlan() {
        CUDAENV_CHECK(::posix_spawn_file_actions_init(&actions_) == 0);
        CUDAENV_CHECK(::posix_spawnattr_init(&attributes_) == 0);
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        ::posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }

    void connect(const Pipe& out, const Pipe& err, const std::string& folder) {
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, out.write_end.number(), STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, err.write_end.number(), STDERR_FILENO);
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
        if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    }

    Result<pid_t> spawn(const std::string& path, const RunRequest& request) const {
        const std::vector<std::string> env = request.env.to_strings();
        pid_t pid = -1;
        const int os_error = ::posix_spawn(&pid, path.c_str(), &actions_, &attributes_,
                                           pointers(request.argv).data(), pointers(env).data());
        if (os_error != 0) return exec_failure(os_error, path);
        return pid;
    }

  private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

}  // namespace

Result<RunOutput> run(const RunRequest& request) {
    CUDAENV_TRY(const std::string path, find_program(request));
    if (!request.folder.empty() && !is_folder(request.folder)) {
        return fail(Code::not_found, "the working folder is not there").at(request.folder);
    }
    CUDAENV_TRY(Pipe out, Pipe::make());
    CUDAENV_TRY(Pipe err, Pipe::make());
    SpawnPlan plan;
    plan.connect(out, err, request.folder);
    CUDAENV_TRY(const pid_t pid, plan.spawn(path, request));
    out.write_end = Fd();
    err.write_end = Fd();
    Child child(pid, std::move(out.read_end), std::move(err.read_end), request.output_limit_bytes);
    return child.watch(request.timeout);
}

}  // namespace cudaenv::sys
