// SPDX-License-Identifier: MIT
// The least that `versions` has to do: list FOLDER in order of version and say which names hold an
// executable bin/nvcc.
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int by_version(const void* a, const void* b) {
    return strverscmp(*(char* const*)a, *(char* const*)b);
}

int main(int count, char** words) {
    DIR* folder = count == 2 ? opendir(words[1]) : NULL;
    if (folder == NULL) return 1;
    char** names = NULL;
    size_t known = 0;
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        if (known % 64 == 0) names = realloc(names, (known + 64) * sizeof *names);
        if (names == NULL || (names[known++] = strdup(entry->d_name)) == NULL) return 1;
    }
    if (known > 0) qsort(names, known, sizeof *names, by_version);
    for (size_t i = 0; i < known; ++i) {
        char path[4096];
        snprintf(path, sizeof path, "%s/bin/nvcc", names[i]);
        printf("%c %s\n", faccessat(dirfd(folder), path, X_OK, 0) == 0 ? ' ' : '!', names[i]);
    }
    return 0;
}
