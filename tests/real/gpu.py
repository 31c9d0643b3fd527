#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""On a machine with an NVIDIA GPU: cudaenv says what nvidia-smi says, and judges by it.

  gpu.py CUDAENV

Prints a line for each comparison; exit code 1 if one fails, 77 on a machine without nvidia-smi.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

failures = 0


def check(what, found, wanted):
    global failures
    is_right = found == wanted
    failures += not is_right
    print("%s  %s: %s%s" % ("ok  " if is_right else "FAIL", what, found, "" if is_right else ", wanted %s" % (wanted,)))


def run(*command, **variables):
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "HOME": home, "NO_COLOR": "1", **variables}
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)


def smi(fields):
    out = subprocess.run(["nvidia-smi", "--query-gpu=" + fields, "--format=csv,noheader,nounits"], capture_output=True,
                         text=True, check=True, timeout=60).stdout
    return [[cell.strip() for cell in line.split(",")] for line in out.splitlines() if line.strip()]


def ceiling():
    for line in subprocess.run(["nvidia-smi"], capture_output=True, text=True, timeout=60).stdout.splitlines():
        for name in ("CUDA Version:", "CUDA UMD Version:"):
            if name in line:
                return line.split(name)[1].split()[0]
    return None


def compare_with_smi(machine):
    rows = smi("driver_version,name,compute_cap,memory.total,pci.device_id")
    check("driver", machine["driver"]["version"], rows[0][0])
    check("CUDA ceiling", machine["driver"]["cuda"], ceiling())
    check("number of GPUs", len(machine["gpus"]), len(rows))
    for gpu, (_, name, capability, memory, pci) in zip(machine["gpus"], rows):
        check("name", gpu["name"], name)
        check("compute capability", gpu["cc"], capability)
        check("memory in MiB", gpu["memory_bytes"] // (1 << 20), int(memory))
        check("PCI id", gpu["pci"], "%s:%s" % (pci[-4:].lower(), pci[2:6].lower()))


def compare_toolkits(machine):
    for toolkit in machine.get("toolkits", []):
        print("      toolkit", toolkit)
    for nvcc in machine.get("nvcc", []):
        print("      nvcc   ", nvcc)
    found = shutil.which("nvcc")
    if found:
        check("nvcc on PATH is listed", found in [nvcc["path"] for nvcc in machine["nvcc"]], True)
    installed = [os.path.join("/usr/local", name) for name in os.listdir("/usr/local") if name.startswith("cuda-1")]
    listed = {os.path.realpath(toolkit["path"]) for toolkit in machine.get("toolkits", [])}
    for folder in installed:
        if os.path.exists(os.path.join(folder, "bin/nvcc")):
            check(folder + " is listed", os.path.realpath(folder) in listed, True)


def judge(cudaenv):
    for variables, stack, exit_code, reason in (
            ({}, "12.4.1", 0, None),
            ({"CUDAENV_OVERRIDE_DRIVER": "520.61.05"}, "12.4.1", 4, "DRIVER_BELOW_FLOOR"),
            ({"CUDAENV_OVERRIDE_CC": "7.0"}, "13.0.2", 4, "GPU_OLDER_THAN_TOOLKIT"),
            ({"CUDAENV_OVERRIDE_DRIVER": "590.48.01", "CUDAENV_OVERRIDE_CC": "7.0"}, "12.9.1", 4, "GPU_DROPPED_BY_DRIVER")):
        answer = run(cudaenv, "--json", "compat", stack, **variables)
        findings = json.loads(answer.stdout)["findings"]
        check("exit code of %s with %s" % (stack, variables or "this machine"), answer.returncode, exit_code)
        if reason:
            check("reason", reason in [finding["reason"] for finding in findings], True)


def main():
    cudaenv = os.path.abspath(sys.argv[1])
    if shutil.which("nvidia-smi") is None:
        print("no nvidia-smi here: nothing was compared")
        return 77
    times = []
    for _ in range(5):
        begin = time.monotonic()
        status = run(cudaenv, "--json", "status")
        times.append(time.monotonic() - begin)
    machine = json.loads(status.stdout)["data"]["machine"]
    print(json.dumps(machine, indent=1))
    compare_with_smi(machine)
    compare_toolkits(machine)
    judge(cudaenv)
    print(run(cudaenv, "status").stdout, end="")
    print("status --json: median %.0f ms of 5" % (sorted(times)[2] * 1000))
    return 1 if failures else 0


sys.exit(main())
