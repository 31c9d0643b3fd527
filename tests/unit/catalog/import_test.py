# SPDX-License-Identifier: MIT
"""Tests manifests/import.py on facts of its own: import_test.py IMPORT.py EMBED-TOOL"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

IMPORT, EMBED = sys.argv[1:3]
HOST = "https://developer.download.nvidia.com/compute/cuda"


def fact(version, arch="x86_64", **more):
    suffix = "" if arch == "x86_64" else f"_{arch}"
    name = f"cuda_{version}_linux{suffix}.run"
    return {"toolkit": version, "os": "linux", "arch": arch, "driver": None, "filename": name,
            "url": f"{HOST}/{version}/{name}", "sha256": "a" * 64, "md5": None, "size": 5,
            "confirmations": {"sha256": ["b/b", "a/a"]}, "source": ["b/b:x", "a/a:y"]} | more


class ImportTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_import(self, facts, *options, fails=False):
        path = self.folder / "facts.json"
        path.write_text(json.dumps(facts))
        done = subprocess.run([sys.executable, IMPORT, "--into", self.folder, *options, path],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode != 0, fails, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def manifest(self, major):
        return self.folder / "toolkits" / f"{major}.toml"

    def files(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*.toml")}

    def edit(self, major, old, new):
        text = self.manifest(major).read_text()
        self.assertIn(old, text)
        self.manifest(major).write_text(text.replace(old, new, 1))

    def embed(self):
        output = self.folder / "tables.cpp"
        subprocess.run([EMBED, self.folder, output, self.folder / "redist.cpp"], check=True)
        return output.read_text()

    def test_second_run_changes_nothing(self):
        facts = [fact("12.4.1"), fact("12.4.1", "sbsa"), fact("9.0.176", size=None)]
        self.run_import(facts)
        before = self.files()
        self.run_import(facts)
        self.assertEqual(self.files(), before)
        self.run_import(facts, "--check")

    def test_order_of_the_facts_does_not_matter(self):
        facts = [fact("12.10.0"), fact("12.9.1", "sbsa"), fact("12.9.1")]
        self.run_import(facts)
        before = self.files()
        self.run_import(facts[::-1], "--check")
        self.assertEqual(self.files(), before)
        text = self.manifest(12).read_text()
        self.assertLess(text.index("12.9.1"), text.index("12.10.0"))

    def test_new_release_is_data_only(self):
        self.run_import([fact("12.4.1")])
        self.assertNotIn("99.1.0", self.embed())
        self.run_import([fact("99.1.0", "sbsa", label="next", sha256="c" * 64)])
        tables = self.embed()
        self.assertIn('"99.1.0"', tables)
        self.assertIn('"linux-sbsa", "cuda_99.1.0_linux_sbsa.run"', tables)
        self.assertIn('"12.4.1"', tables)

    def test_serial_grows_only_with_a_change(self):
        head = self.folder / "catalog.toml"
        self.run_import([fact("12.4.1")], "--date", "2026-01-02")
        self.assertIn("serial = 1\ndate = 2026-01-02\n", head.read_text())
        self.run_import([fact("12.4.1")])
        self.assertIn("serial = 1\n", head.read_text())
        self.run_import([fact("12.5.0")])
        self.assertIn("serial = 2\n", head.read_text())

    def test_check_tells_and_writes_nothing(self):
        self.run_import([fact("12.4.1")])
        before = self.files()
        self.assertIn("12.toml: would change", self.run_import([fact("12.5.0")], "--check", fails=True))
        self.assertEqual(self.files(), before)

    def test_value_that_is_replaced_is_printed(self):
        self.run_import([fact("12.4.1", size=1)])
        self.assertIn("12.4.1 linux-x86_64: size was 1, is 2", self.run_import([fact("12.4.1", size=2)]))
        self.assertIn("\nsize = 2\n", self.manifest(12).read_text())

    def test_what_only_the_manifest_has_stays(self):
        facts = [fact("12.4.1", md5=None)]
        self.run_import(facts)
        self.edit(12, "size = 5\n", 'size = 5\nmd5 = "' + "d" * 32 + '"\nseen = ["by hand"]\n')
        self.run_import(facts)
        text = self.manifest(12).read_text()
        self.assertIn("d" * 32, text)
        self.assertIn('seen = ["by hand"]', text)
        self.run_import([fact("12.5.0")])
        self.assertIn("12.4.1", self.manifest(12).read_text())

    def test_comment_and_table_are_not_dropped_silently(self):
        self.run_import([fact("12.4.1")])
        self.edit(12, "size = 5\n", "size = 5  # trailing\n# keep me\nextra = { a = 1 }\n")
        before = self.files()
        said = self.run_import([fact("12.4.1")], fails=True)
        self.assertIn("would drop 12.toml: comment # keep me", said)
        self.assertIn("would drop 12.toml: comment # trailing", said)
        self.assertIn("would drop 12.toml: key extra of 12.4.1", said)
        self.assertEqual(self.files(), before)
        self.run_import([fact("12.4.1")], "--drop")
        self.assertNotIn("keep me", self.manifest(12).read_text())

    def test_kinds_and_addresses(self):
        self.run_import([fact("11.0.1", release="11.0 RC"), fact("10.2.2", kind="patch", release="10.2 patch 2"),
                         fact("11.0.2", release="11.0 GA", url="http://developer.download.nvidia.com/cuda_11.0.2_linux.run"),
                         fact("11.0.3", url="http://elsewhere.example/cuda_11.0.3_linux.run")])
        text = self.manifest(11).read_text()
        self.assertIn('kind = "preview"\nlabel = "11.0 RC"', text)
        self.assertEqual(text.count("kind ="), 1)
        self.assertIn('"https://developer.download.nvidia.com/cuda_11.0.2_linux.run"', text)
        self.assertIn('"http://elsewhere.example/cuda_11.0.3_linux.run"', text)
        self.assertIn('kind = "patch"', self.manifest(10).read_text())

    def test_source_without_a_repository_confirms_nothing(self):
        weak = "indexed file id 12 (a pin)"
        self.run_import([fact("12.4.1", confirmations={"sha256": [weak], "size": [weak, "a/a"]}, source=[weak])])
        text = self.manifest(12).read_text()
        self.assertNotIn("confirmed.sha256", text)
        self.assertIn('confirmed.size = ["a/a"]', text)
        self.assertIn('sources = ["unnamed repository: a pin"]', text)

    def test_facts_that_disagree_are_refused(self):
        facts = [fact("12.4.1", release="one"), fact("12.4.1", "sbsa", release="two")]
        self.assertIn("disagree about release", self.run_import(facts, fails=True))
        self.assertEqual(self.files(), {})

    def test_unknown_platform_is_refused(self):
        self.assertIn("unknown platform linux riscv64", self.run_import([fact("12.4.1", "riscv64")], fails=True))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
