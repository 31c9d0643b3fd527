// SPDX-License-Identifier: MIT
// Stands for libcuda.so.1: one GPU, or the trouble that FAKE_LIBCUDA names.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char* trouble) {
    const char* wanted = getenv("FAKE_LIBCUDA");
    return wanted != NULL && strcmp(wanted, trouble) == 0;
}

int cuDriverGetVersion(int* number) {
    if (is("hang")) sleep(1000);
    if (is("crash")) abort();
    *number = 12040;
    return is("stub") ? 34 : 0;
}

int cuInit(unsigned flags) {
    (void)flags;
    return is("no-device") ? 100 : 0;
}

int cuDeviceGetCount(int* count) {
    *count = 1;
    return 0;
}

int cuDeviceGet(int* device, int index) {
    *device = index;
    return 0;
}

int cuDeviceGetName(char* text, int room, int device) {
    (void)device;
    snprintf(text, (size_t)room, "Orin");
    return 0;
}

int cuDeviceTotalMem_v2(size_t* bytes, int device) {
    (void)device;
    *bytes = 64UL << 30;
    return 0;
}

int cuDeviceGetAttribute(int* value, int attribute, int device) {
    (void)device;
    if (attribute != 75 && attribute != 76) return 1;
    *value = attribute == 75 ? 8 : 7;
    return 0;
}
