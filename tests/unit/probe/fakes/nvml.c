// SPDX-License-Identifier: MIT
// Stands for libnvidia-ml.so.1: two GPUs, or the trouble that FAKE_NVML names.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char* trouble) {
    const char* wanted = getenv("FAKE_NVML");
    return wanted != NULL && strcmp(wanted, trouble) == 0;
}

int nvmlInit_v2(void) {
    if (is("hang")) sleep(1000);
    if (is("crash")) abort();
    if (is("mismatch")) return 18;
    if (is("not-loaded")) return 9;
    return 0;
}

int nvmlSystemGetDriverVersion(char* text, unsigned room) {
    snprintf(text, room, "580.159.04");
    return 0;
}

int nvmlSystemGetCudaDriverVersion_v2(int* number) {
    *number = 13000;
    return 0;
}

int nvmlDeviceGetCount_v2(unsigned* count) {
    *count = is("no-gpu") ? 0 : 2;
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    static int devices[2];
    if (index == 1 && is("hang-at-second")) sleep(1000);
    if (index == 1 && is("crash-at-second")) abort();
    if (index == 1 && is("lost")) return 15;
    *device = &devices[index];
    return 0;
}

int nvmlDeviceGetName(void* device, char* text, unsigned room) {
    (void)device;
    snprintf(text, room, is("odd-name") ? "a\tb\nc" : "NVIDIA H200");
    return 0;
}

int nvmlDeviceGetCudaComputeCapability(void* device, int* major, int* minor) {
    (void)device;
    *major = 9;
    *minor = 0;
    return 0;
}

struct pci {
    char old_bus_id[16];
    unsigned domain, bus, device, device_id, subsystem_id;
    char bus_id[32];
};

int nvmlDeviceGetPciInfo_v3(void* device, struct pci* pci) {
    (void)device;
    memset(pci, 0, sizeof(*pci));
    pci->device_id = 0x233510de;
    pci->subsystem_id = 0x18be10de;
    return 0;
}

int nvmlDeviceGetMemoryInfo(void* device, unsigned long long* total_free_used) {
    (void)device;
    total_free_used[0] = 150754820096ULL;
    return 0;
}

int nvmlDeviceGetMigMode(void* device, unsigned* current, unsigned* pending) {
    (void)device;
    if (is("no-mig")) return 3;
    *current = *pending = 1;
    return 0;
}
