# SPDX-License-Identifier: MIT
"""Tests manifests/import_redist.py on facts of its own: import_redist_test.py IMPORT.py EMBED-TOOL"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

IMPORT, EMBED = sys.argv[1:3]
HOST = "https://developer.download.nvidia.com/compute"
LEAF = {"relative_path": "a/b.tar.xz", "sha256": "a" * 64, "md5": "b" * 32, "size": "7"}


def row(product, version, file=None, **more):
    return {"product": product, "version": version, "file": file, "sha256": "c" * 64,
            "url": f"{HOST}/{product}/redist/redistrib_{version}.json", "release_date": "2025-03-04",
            "carried_from": "a/a@0123456789ab:x"} | more


def component(version, **platforms):
    names = {"x86": "linux-x86_64", "sbsa": "linux-sbsa", "windows": "windows-x86_64"}
    return {"version": version} | {names[name]: value for name, value in platforms.items()}


def cudnn(version, cuda, **more):
    return {"version": version, "cuda": cuda, "os": "linux", "arch": "x86_64", "redist_json": None,
            "url": f"{HOST}/{version}_{cuda}.tgz", "sha256": "d" * 64, "source": ["a/a:y"]} | more


class ImportRedistTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def list(self, name, **components):
        (self.folder / name).write_text(json.dumps({"release_date": "2025-03-04"} | components))
        return name

    def run_import(self, index, *options, archives=(), fails=False):
        (self.folder / "index.json").write_text(json.dumps(index))
        (self.folder / "archives.json").write_text(json.dumps(list(archives)))
        done = subprocess.run([sys.executable, IMPORT, "--into", self.folder, *options, self.folder / "index.json",
                               "--cudnn", self.folder / "archives.json"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode != 0, fails, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def text(self, product):
        return (self.folder / "redist" / f"{product}.toml").read_text()

    def files(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*.toml")}

    def embed(self):
        output = self.folder / "redist.cpp"
        subprocess.run([EMBED, self.folder, self.folder / "tables.cpp", output], check=True)
        return output.read_text()

    def test_builds_are_those_of_the_list(self):
        variants = {"cuda11": LEAF, "cuda12": LEAF}
        name = self.list("a.json", cudnn=component("9.8.0.87", x86=variants, sbsa={"cuda12": LEAF}, windows=variants),
                         cudnn_samples=component("9.8.0.87", x86=LEAF))
        self.run_import([row("cudnn", "9.8.0", name)])
        text = self.text("cudnn")
        self.assertIn('version = "9.8.0"\nfull = "9.8.0.87"\ndate = "2025-03-04"\n', text)
        self.assertIn('components = ["cudnn"]\n', text)
        self.assertIn('{ name = "cuda11", platforms = ["linux-x86_64"] },', text)
        self.assertIn('{ name = "cuda12", platforms = ["linux-x86_64", "linux-sbsa"] },', text)
        self.assertIn('sources = ["a/a:x"]', text)
        self.assertNotIn("windows", text)

    def test_toolkit_has_platforms_and_no_components(self):
        name = self.list("a.json", cuda_nvcc=component("12.4.131", x86=LEAF, sbsa=LEAF, windows=LEAF))
        self.run_import([row("cuda", "12.4.1", name)])
        self.assertIn('builds = [{ platforms = ["linux-x86_64", "linux-sbsa"] }]', self.text("cuda"))
        self.assertNotIn("components", self.text("cuda"))

    def test_build_is_what_all_components_have(self):
        name = self.list("a.json", libcal=component("0.4", x86={"cuda12": LEAF}),
                         libcublasmp=component("0.3.0.620", x86={"cuda11": LEAF, "cuda12": LEAF}))
        self.run_import([row("cublasmp", "0.3.0", name)])
        self.assertIn('full = "0.3.0.620"', self.text("cublasmp"))
        self.assertIn('builds = [{ name = "cuda12", platforms = ["linux-x86_64"] }]', self.text("cublasmp"))

    def test_archive_for_several_is_not_for_a_later_cuda(self):
        name = self.list("a.json", libcutensor=component("2.2.0.0", x86=LEAF))
        self.run_import([row("cutensor", "2.2.0", name), row("cutensor", "1.3.2", name, release_date="2021-09-22"),
                         row("nvpl", "24.3", name)])
        self.assertIn('{ cuda = ["11", "12"], platforms', self.text("cutensor"))
        self.assertIn('{ cuda = ["10.2", "11"], platforms', self.text("cutensor"))
        self.assertIn("builds = [{ platforms", self.text("nvpl"))

    def test_cuda10_of_cudnn_is_for_one_line(self):
        name = self.list("a.json", cudnn=component("8.5.0.96", x86={"cuda10": LEAF}))
        self.run_import([row("cudnn", "8.5.0", name, release_date="2024-03-15")])
        self.assertIn('{ name = "cuda10", cuda = ["10.2"], platforms', self.text("cudnn"))
        self.assertNotIn("date", self.text("cudnn"))

    def test_list_that_is_only_known_keeps_its_address(self):
        self.run_import([row("nvshmem", "3.4.5", known_from=["b/b:z (JSON is there, not copied)"])])
        self.assertIn('redistrib_3.4.5.json"\nsha256', self.text("nvshmem"))
        self.assertIn('sources = ["b/b:z"]', self.text("nvshmem"))
        self.assertNotIn("builds", self.text("nvshmem"))

    def test_preview_and_second_name_are_left_out(self):
        name = self.list("a.json", cudnn=component("8.9.7.29", x86={"cuda12": LEAF}))
        self.run_import([row("cudnn", "8.9.7", name), row("cudnn", "8.9.7.29"),
                         row("cudnn", "99.0", url="https://packages.nvidia.com/redistrib_99.0.json")])
        self.assertEqual(self.text("cudnn").count("[[release]]"), 1)

    def test_tensorrt_gets_an_address_for_each_archive(self):
        name = self.list("a.json", tensorrt=component("10.9.0.34", x86={"cuda12": LEAF}))
        self.run_import([row("tensorrt", "10.9.0", name, url=None, sha256=None),
                         row("tensorrt", "8.6.1", name, url=None, sha256=None)])
        text = self.text("tensorrt")
        self.assertIn('url = "https://developer.nvidia.com/downloads/compute/machine-learning/a/b.tar.xz"\nsha256', text)
        self.assertIn("size = 7\n", text)
        self.assertNotIn("8.6.1", text)

    def test_old_cudnn_archives(self):
        self.run_import([], archives=[
            cudnn("7.6.5.32", "10.2"), cudnn("8.1.0.77", "11.2"), cudnn("8.0.5.39", "11.1"),
            cudnn("8.0.5.39", "11.0", suspect="wrong"), cudnn("8.0.1.13", "11.0", url=f"{HOST}/secure/a.tgz"),
            cudnn("8.2.0.53", "11.3", os="windows"), cudnn("8.3.0.1", "11.5", redist_json="x.json")])
        text = self.text("cudnn")
        self.assertEqual(text.count("[[release.archive]]"), 3)
        self.assertIn('name = "cuda10.2"\nfull = "7.6.5.32"', text)
        self.assertIn('name = "cuda11.1"\nfull = "8.0.5.39"', text)
        self.assertIn('name = "cuda11.2"\ncuda = ["11"]\n', text)

    def test_archive_gives_way_to_a_list_with_builds(self):
        name = self.list("a.json", cudnn=component("9.8.0.87", x86={"cuda12": LEAF}))
        self.run_import([row("cudnn", "9.8.0", name), row("cudnn", "9.9.0")],
                        archives=[cudnn("9.8.0.87", "12"), cudnn("9.9.0.52", "12")])
        text = self.text("cudnn")
        self.assertEqual(text.count("[[release.archive]]"), 1)
        self.assertLess(text.index('version = "9.9.0"'), text.index("[[release.archive]]"))

    def test_second_run_changes_nothing(self):
        name = self.list("a.json", cudnn=component("9.10.0.1", x86={"cuda12": LEAF}))
        facts = [row("cudnn", "9.10.0", name), row("cudnn", "9.9.0")]
        self.run_import(facts, archives=[cudnn("7.6.5.32", "10.2")])
        before = self.files()
        self.run_import(facts[::-1], archives=[cudnn("7.6.5.32", "10.2")])
        self.run_import(facts, "--check", archives=[cudnn("7.6.5.32", "10.2")])
        self.assertEqual(self.files(), before)
        self.assertLess(self.text("cudnn").index("9.9.0"), self.text("cudnn").index("9.10.0"))
        self.assertIn("serial = 1\n", (self.folder / "catalog.toml").read_text())

    def test_check_tells_and_writes_nothing(self):
        self.run_import([row("cudnn", "9.9.0")])
        before = self.files()
        said = self.run_import([row("cudnn", "9.10.0")], "--check", fails=True)
        self.assertIn("cudnn.toml: would change", said)
        self.assertEqual(self.files(), before)

    def test_what_only_the_manifest_has_stays(self):
        self.run_import([row("nvshmem", "3.4.5"), row("nvshmem", "3.3.9")])
        path = self.folder / "redist" / "nvshmem.toml"
        path.write_text(self.text("nvshmem").replace("sources", 'builds = [{ platforms = ["linux-x86_64"] }]\nsources', 1))
        before = self.text("nvshmem")
        self.run_import([row("nvshmem", "3.4.5")])
        self.assertEqual(self.text("nvshmem"), before)

    def test_comment_and_table_are_not_dropped_silently(self):
        self.run_import([row("nvshmem", "3.4.5")])
        path = self.folder / "redist" / "nvshmem.toml"
        path.write_text(self.text("nvshmem").replace("sources", "# keep me\nextra = { a = 1 }\nsources", 1))
        said = self.run_import([row("nvshmem", "3.4.5")], fails=True)
        self.assertIn("would drop nvshmem.toml: comment # keep me", said)
        self.assertIn("would drop nvshmem.toml: key extra of 3.4.5", said)
        self.run_import([row("nvshmem", "3.4.5")], "--drop")
        self.assertNotIn("keep me", self.text("nvshmem"))

    def test_new_release_is_data_only(self):
        name = self.list("a.json", cudnn=component("99.1.0.7", x86={"cuda12": LEAF}))
        self.run_import([row("cudnn", "99.1.0", name)])
        tables = self.embed()
        self.assertIn('{"cudnn", "99.1.0", "2025-03-04",', tables)
        self.assertIn('{"linux-x86_64", "cuda12", "12", "99.1.0.7", 0},', tables)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
