// SPDX-License-Identifier: MIT
// count calls|instructions COMMAND...: runs the command, a shim, and prints how many system calls
// (both execve included) or instructions in user space it takes until it becomes the next program,
// and how many processes or threads it makes. Exit status 77 where tracing is not allowed.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_event(int status, int event) {
    return status >> 8 == (SIGTRAP | (event << 8));
}

int main(int count, char** words) {
    if (count < 3) return 2;
    const int counts_calls = strcmp(words[1], "calls") == 0;
    const pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) _exit(77);
        raise(SIGSTOP);
        execv(words[2], words + 2);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFSTOPPED(status)) return WEXITSTATUS(status);
    ptrace(PTRACE_SETOPTIONS, child, 0,
           PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
               PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    long stops = 0, made = 0;
    for (int programs = 0; programs < 2;) {
        const int step = counts_calls ? PTRACE_SYSCALL : PTRACE_SINGLESTEP;
        ptrace(programs == 0 ? PTRACE_CONT : step, child, 0, 0);
        waitpid(child, &status, 0);
        if (!WIFSTOPPED(status)) return 1;  // it ended without becoming a program
        if (is_event(status, PTRACE_EVENT_EXEC)) {
            ++programs;
        } else if (is_event(status, PTRACE_EVENT_FORK) || is_event(status, PTRACE_EVENT_VFORK) ||
                   is_event(status, PTRACE_EVENT_CLONE)) {
            ++made;
        } else {
            ++stops;
        }
    }
    // A call stops twice, the last execve once; the first execve is seen as its event only.
    printf("%ld %ld\n", counts_calls ? (stops + 1) / 2 + 1 : stops, made);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return 0;
}
