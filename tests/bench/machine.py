# SPDX-License-Identifier: MIT
"""What has to be known of the machine in order to read the figures."""

import os
import platform
import re
import shutil


def cpu_model():
    with open("/proc/cpuinfo", encoding="utf-8") as stream:
        text = stream.read()
    match = re.search(r"^model name\s*: (.*)$", text, re.M)
    flags = re.search(r"^flags\s*: (.*)$", text, re.M)
    wide = [flag for flag in ("avx2", "avx512f", "sha_ni") if flags and flag in flags.group(1).split()]
    return (match.group(1) if match else platform.machine()) + (f" ({', '.join(wide)})" if wide else "")


def memory_gb():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


def file_system(path):
    """Type and mount point of the file system that holds the path."""
    best = ("?", "")
    with open("/proc/self/mounts", encoding="utf-8") as stream:
        for line in stream:
            _, mount, kind = line.split()[:3]
            inside = path == mount or path.startswith(mount.rstrip("/") + "/")
            if inside and len(mount) >= len(best[1]):
                best = (kind, mount)
    return best


def distribution():
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return "unknown distribution"


def load():
    return " ".join(f"{value:.2f}" for value in os.getloadavg())


def default_work(wanted_bytes):
    """A tmpfs if one is large enough, else the folder for temporary files."""
    shared = "/dev/shm"
    if os.access(shared, os.W_OK) and shutil.disk_usage(shared).free > wanted_bytes:
        return shared
    return os.environ.get("TMPDIR", "/tmp")


def facts(work, load_before):
    """Lines for the document."""
    kind, _ = file_system(os.path.realpath(work))
    return [
        f"- processor: {cpu_model()}, {os.cpu_count()} cores, {len(os.sched_getaffinity(0))} usable; {memory_gb():.0f} GB memory",
        f"- system: {distribution()}, Linux {platform.release()}, {' '.join(platform.libc_ver())}",
        f"- target file system: {kind}, {shutil.disk_usage(work).free / 1e9:.0f} GB free",
        f"- load average at the start {load_before}, at the end {load()}",
    ]
