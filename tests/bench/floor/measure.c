// SPDX-License-Identifier: MIT
// measure OUT COMMAND...: runs the command and writes to OUT one line of numbers: nanoseconds of
// wall time, microseconds of user and of system time, peak resident KiB (of the largest process),
// bytes given to write calls, bytes sent to a block device, bytes read, exit status (128 + signal).
// Small and static, since a child's peak begins with the memory of the process that forked it.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long long us(struct timeval time) {
    return time.tv_sec * 1000000LL + time.tv_usec;
}

// A line of /proc/PID/io of a child that has ended and is not yet waited for: with all threads, and
// with the children that it waited for.
static long long io_field(pid_t pid, const char* name) {
    char path[64], line[128];
    snprintf(path, sizeof path, "/proc/%d/io", (int)pid);
    FILE* file = fopen(path, "r");
    long long value = -1;
    const size_t length = strlen(name);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, name, length) == 0 && line[length] == ':') {
            value = atoll(line + length + 1);
        }
    }
    if (file != NULL) fclose(file);
    return value;
}

int main(int count, char** words) {
    if (count < 3) return 2;
    const long long begin = now_ns();
    const pid_t pid = fork();
    if (pid == 0) {
        execvp(words[2], words + 2);
        _exit(127);
    }
    siginfo_t ended;
    if (pid < 0 || waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT) != 0) return 1;
    const long long wall_ns = now_ns() - begin;
    const long long given = io_field(pid, "wchar"), sent = io_field(pid, "write_bytes"),
                    got = io_field(pid, "rchar");
    int status = 0;
    struct rusage used;
    wait4(pid, &status, 0, &used);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    FILE* out = fopen(words[1], "w");
    if (out == NULL) return 1;
    fprintf(out, "%lld %lld %lld %ld %lld %lld %lld %d\n", wall_ns, us(used.ru_utime),
            us(used.ru_stime), used.ru_maxrss, given, sent, got, code);
    fclose(out);
    return code;
}
