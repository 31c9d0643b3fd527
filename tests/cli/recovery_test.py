#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Damage, leftovers and bad advice that were found by trying: the real program on small toolkits.

  recovery_test.py CUDAENV
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None


def platform():
    machine = os.uname().machine
    return "linux-sbsa" if machine == "aarch64" else "linux-" + machine


class Recovery(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.shared.name)
        (folder / "catalog").mkdir()
        rows = ["schema = 1"]
        for release in ("11.8.0", "12.4.1"):
            made = subprocess.run([sys.executable, SOURCE / "tests/fixtures/make_fixtures.py", folder / "mirror",
                                   "--toolkit", release], capture_output=True, text=True, check=True)
            name, size, sha256, _ = made.stdout.split()
            rows += ["[[release]]", f'version = "{release}"', "[[release.runfile]]", f'platform = "{platform()}"',
                     f'url = "file://{folder}/mirror/{name}"', f"size = {size}", f'sha256 = "{sha256}"']
        (folder / "catalog/rows.toml").write_text("\n".join(rows) + "\n", encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.shared.cleanup()

    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp())
        self.root = self.home / ".cudaenv"
        machine = self.home / "machine.json"  # nothing is known of driver and GPU
        machine.write_text('{"schema": 1}', encoding="utf-8")
        self.env = {"HOME": str(self.home), "CUDAENV_PROBE": str(machine), "PATH": "/usr/bin:/bin", "LC_ALL": "C", "CUDAENV_ACCEPT_EULA": "1",
                    "CUDAENV_CATALOG": str(pathlib.Path(self.shared.name) / "catalog")}

    def tearDown(self):
        shutil.rmtree(self.home)

    def run_it(self, *arguments, exit_code=0, env=None):
        done = subprocess.run([BINARY, *arguments], capture_output=True, text=True, cwd=self.home,
                              env=env or self.env, check=False)
        self.assertEqual(done.returncode, exit_code, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def script(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + text + "\n", encoding="utf-8")
        path.chmod(0o755)

    def test_a_damaged_hot_conf_is_written_anew(self):
        self.run_it("install", "12.4")
        for damage in ("", "garbage\n", "cudaenv-hot 1 99999999999999999999\n"):
            (self.root / "hot.conf").write_text(damage, encoding="utf-8")
            self.run_it("versions")
            first = (self.root / "hot.conf").read_text(encoding="utf-8").splitlines()[0]
            self.assertRegex(first, r"^cudaenv-hot 1 \d+$")

    def test_the_hot_conf_of_a_newer_release_is_left_alone(self):
        self.run_it("install", "12.4")
        (self.root / "hot.conf").write_text("cudaenv-hot 2 5\n", encoding="utf-8")
        self.run_it("versions", exit_code=6)
        self.assertEqual((self.root / "hot.conf").read_text(encoding="utf-8"), "cudaenv-hot 2 5\n")

    def test_a_wrong_or_missing_activation_file_is_found_and_put_back(self):
        self.run_it("install", "12.4")
        activate = self.root / "versions/12.4.1/.cudaenv/activate"
        right = activate.read_bytes()
        activate.unlink()
        activate.write_bytes(right.replace(b"end\n", b"lib /etc\nend\n"))
        self.assertIn(".cudaenv/activate", self.run_it("verify", "12.4", exit_code=6))
        self.run_it("verify", "--repair", "12.4")
        self.assertEqual(activate.read_bytes(), right)
        activate.unlink()
        self.run_it("install", "--repair", "12.4")
        self.assertEqual(activate.read_bytes(), right)
        self.run_it("verify", "--all")

    def test_hooks_of_install_and_uninstall_run_and_may_say_no(self):
        veto = self.root / "hooks/install/before_no.sh"
        self.script(veto, "exit 3")
        self.run_it("install", "12.4", exit_code=4)
        self.assertFalse((self.root / "versions/12.4.1").exists())
        self.script(veto, 'echo "$CUDAENV_HOOK_STACK" >&2')
        self.assertIn("12.4.1", self.run_it("install", "12.4"))
        self.script(self.root / "hooks/uninstall/before_no.sh", "exit 3")
        self.run_it("uninstall", "-f", "12.4.1", exit_code=4)
        self.assertTrue((self.root / "versions/12.4.1/bin/nvcc").exists())

    def test_what_a_killed_run_left_is_healed_by_the_next_install_of_the_same(self):
        self.run_it("install", "12.4")
        shutil.rmtree(self.root / "shims")
        shutil.rmtree(self.root / "links")
        (self.root / "staging/12.4.1.killed-objects").mkdir(parents=True)
        self.run_it("install", "12.4")
        self.assertTrue((self.root / "shims/nvcc").exists())
        self.assertTrue((self.root / "links/12.4").is_symlink())
        self.assertEqual(list((self.root / "staging").iterdir()), [])

    def test_a_release_that_nobody_published_is_not_offered(self):
        self.run_it("install", "12.4")
        said = self.run_it("local", "12.10", exit_code=3)
        self.assertIn("12.10 is not known either; newest known 12 is 12.9.2", said)
        self.assertNotIn("cudaenv install 12.10", said)

    def test_a_name_taken_by_a_link_is_told_before_the_download(self):
        (self.root / "versions").mkdir(parents=True)
        (self.root / "versions/12.4.1").symlink_to("/usr")
        said = self.run_it("install", "12.4", exit_code=2)
        self.assertNotIn("verified", said)
        self.assertIn("cudaenv uninstall 12.4.1", said)

    def test_an_adopted_toolkit_that_is_gone_can_be_dropped(self):
        (self.root / "versions").mkdir(parents=True)
        (self.root / "versions/four").symlink_to(self.home / "gone")
        self.run_it("uninstall", "-f", "four")
        self.assertFalse((self.root / "versions/four").is_symlink())

    def test_local_refuses_what_the_other_lines_of_the_file_make_of_it(self):
        self.run_it("install", "11.8")
        (self.home / ".cuda-version").write_text("12.4\ncudnn 9\n", encoding="utf-8")
        self.run_it("local", "11.8", exit_code=3)
        self.assertEqual((self.home / ".cuda-version").read_text(encoding="utf-8"), "12.4\ncudnn 9\n")

    def test_init_keeps_the_options_of_the_installed_line(self):
        self.run_it("init", "--install", "--no-hook", "bash")
        self.assertIn("init - bash --no-hook", (self.home / ".bashrc").read_text(encoding="utf-8"))

    def test_init_edits_no_file_without_a_home(self):
        env = {key: value for key, value in self.env.items() if key != "HOME"}
        env["CUDAENV_ROOT"] = str(self.root)
        self.assertIn("HOME", self.run_it("init", "--install", "bash", exit_code=2, env=env))


if __name__ == "__main__":
    unittest.main()
