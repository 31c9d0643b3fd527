#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The worked cases of compatibility, asked of the real program: `cudaenv compat --json` with a probe file.

  compat_cases_test.py CUDAENV
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CASES = pathlib.Path(__file__).resolve().parents[1] / "unit/compat/cases"
BINARY = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None


def arguments_of(ask, machine):
    stack = ask.get("toolkit", "") + ("+cudnn" + ask["cudnn"] if "cudnn" in ask else "")
    options = ["--use", ask["use"]] if "use" in ask else []
    if "framework" in ask:
        options += ["--framework", ask["framework"]]
    if "compat_package" in machine:
        options += ["--compat-package", machine.pop("compat_package")]
    return ["compat", "--json", *options, *([stack] if stack else [])]


class CompatCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.env = {"HOME": self.folder.name, "PATH": "/usr/bin:/bin", "LC_ALL": "C"}

    def answer_to(self, case):
        machine = dict(case["machine"], schema=1)
        arguments = arguments_of(case["ask"], machine)
        probe = pathlib.Path(self.folder.name) / f"{case['id']}.json"
        probe.write_text(json.dumps(machine), encoding="utf-8")
        done = subprocess.run([BINARY, *arguments], capture_output=True, text=True, cwd=self.folder.name,
                              env=dict(self.env, CUDAENV_PROBE=str(probe)), timeout=60, check=False)
        return case, arguments, done

    def expect(self, case, arguments, done):
        said = f"{case['id']} {case['title']}: {arguments}\n{done.stdout}{done.stderr}"
        self.assertEqual(done.returncode, 4 if case["verdict"] == "refuse" else 0, said)
        data = json.loads(done.stdout)["data"]
        self.assertEqual(data["verdict"], case["verdict"], said)
        if case["verdict"] == "allow":
            return
        raised = {(finding["level"], finding["reason"] if "reason" in case else finding["code"])
                  for finding in data["findings"]}
        self.assertIn((case["verdict"], case.get("reason", case.get("code"))), raised, said)
        self.assertLessEqual(set(case.get("also", [])), {reason for _, reason in raised}, said)

    def judge_all(self, name):
        cases = json.loads((CASES / name).read_text(encoding="utf-8"))["cases"]
        cases = [case for case in cases if case["ask"].keys() & {"toolkit", "framework"}]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for answer in pool.map(self.answer_to, cases):
                with self.subTest(answer[0]["id"]):
                    self.expect(*answer)
        return len(cases)

    def test_all_published_cases(self):
        self.assertEqual(self.judge_all("published.json"), 40)

    def test_all_border_cases(self):
        self.assertGreaterEqual(self.judge_all("borders.json"), 150)


if __name__ == "__main__":
    unittest.main()
