#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Merge facts about NVIDIA's redist archives into redist/ beside this script.

INDEX.json is a JSON list with an object for each known list of archives (redistrib_*.json); its
`file`, if any, is that list itself, beside the index. From these come the builds that each release
has. Archives without a list (old cuDNN) come from --cudnn. README.md describes both and what comes
out. Facts win where they have a value; what only the manifests have stays. A second run changes
nothing. Comments inside a file stop the import unless --drop is given.
"""
import argparse
import datetime
import importlib
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # this folder is installed as it is
toolkits = importlib.import_module("import")  # its name is a word of the language

HOST = "https://developer.download.nvidia.com/"
# Lists that are not NVIDIA's: their paths hang off another folder, so each archive gets its URL.
UNLISTED = {"tensorrt": "https://developer.nvidia.com/downloads/compute/machine-learning/"}
# Not for other programs: samples, and a slimmer cuDNN beside the whole one.
LEFT_OUT = {"cudnn_samples", "cudnn_jit"}
LINUX = ["linux-x86_64", "linux-sbsa", "linux-ppc64le", "linux-aarch64"]
ARCHES = {"x86_64": "linux-x86_64", "sbsa": "linux-sbsa", "ppc64le": "linux-ppc64le",
          "aarch64": "linux-aarch64"}
# The first release of each CUDA major: an archive for several cannot be for a later one.
MAJORS = {"11": "2020-07-07", "12": "2022-12-08", "13": "2025-08-04"}
# The oldest CUDA that an archive for several is for; products that are not here need no CUDA.
OLDEST = {"cutensor": lambda version: "10.2" if version < [2] else "11",
          "cusparselt": lambda version: "11" if version < [0, 5] else "12",
          "cuquantum": lambda version: "11", "nvjpeg2000": lambda version: "11"}
# Login needed: the answer is a web page.
SECURE = "/secure/"
REPUBLISHED = "2024-03-15"  # the date that the lists of cuDNN 8 carry is not theirs

# Parts of a source that do not say where it is: commits, remarks on copies.
NOISE = re.compile(r"@[0-9a-f]{7,}| \(JSON is there[^)]*\)|(?<=indexed )Nix (?=file)")

RELEASE_KEYS = ["version", "full", "date", "url", "sha256", "components", "builds", "archive",
                "sources"]
ARCHIVE_KEYS = ["platform", "name", "cuda", "full", "url", "sha256", "md5", "size", "rejected",
                "sources"]
HEADER = """\
# {product}: its releases in NVIDIA's redist archives, oldest first. Schema: ../README.md
# import_redist.py merges facts into this file and keeps what was added by hand, except comments.
schema = {schema}
product = "{product}"
"""


def main(argv):
    options = parse_arguments(argv)
    releases = read_lists(options.index)
    if options.cudnn:
        add_cudnn(json.loads(options.cudnn.read_text(encoding="utf-8")), releases)
    products = [Product(options.into, name, rows) for name, rows in sorted(releases.items())]
    changed = [product for product in products if product.text() != product.old_text]
    losses = [loss for product in changed for loss in product.losses]
    if losses and not options.drop:
        sys.exit("\n".join([f"import_redist.py: would drop {loss}" for loss in losses] +
                           ["import_redist.py: nothing written; --drop writes without them"]))
    for product in changed:
        print(f"{product.path.name}: {'would change' if options.check else 'written'}")
    if options.check or not changed:
        return 1 if changed else 0
    for product in changed:
        product.path.parent.mkdir(parents=True, exist_ok=True)
        product.path.write_text(product.text(), encoding="utf-8")
    toolkits.write_head(options.into, options.date)
    return 0


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", type=pathlib.Path, metavar="INDEX.json")
    parser.add_argument("--cudnn", type=pathlib.Path, metavar="ARCHIVES.json")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit 1 if a manifest would change")
    parser.add_argument("--drop", action="store_true", help="drop comments")
    parser.add_argument("--into", type=pathlib.Path, default=pathlib.Path(__file__).parent,
                        metavar="DIR", help="the folder of the manifests (default: this script's)")
    parser.add_argument("--date", type=datetime.date.fromisoformat, default=datetime.date.today(),
                        help="the catalog's date if something changes (default: today)")
    return parser.parse_args(argv)


class Product:
    """One file: its text as it is, and its releases by version."""

    def __init__(self, folder, name, rows):
        self.path = folder / "redist" / f"{name}.toml"
        self.header = HEADER.format(product=name, schema=toolkits.SCHEMA)
        self.old_text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        old = toolkits.tomllib.loads(self.old_text).get("release", [])
        self.losses = [f"{self.path.name}: {what}" for what in self.find_losses(old)]
        self.releases = {row["version"]: row for row in old}
        for version, row in rows.items():
            toolkits.update(self.releases.setdefault(version, {}), row, f"{name} {version}")

    def find_losses(self, releases):
        known = self.header.splitlines()
        for line in self.old_text.splitlines():
            _, mark, comment = toolkits.STRING.sub("", line).partition("#")
            if mark and line not in known:
                yield f"comment #{comment}"
        for release in releases:
            for row in [release, *release.get("archive", [])]:
                known_keys = RELEASE_KEYS if row is release else ARCHIVE_KEYS
                yield from (f"key {key} of {release['version']}" for key, value in row.items()
                            if key not in known_keys and not toolkits.is_simple(value))

    def text(self):
        lines = [self.header]
        for version in sorted(self.releases, key=toolkits.version_order):
            row = dict(self.releases[version])
            archives = row.pop("archive", [])
            lines += ["[[release]]", *toolkits.lines_of(row, RELEASE_KEYS), ""]
            for archive in archives:
                lines += ["[[release.archive]]", *toolkits.lines_of(archive, ARCHIVE_KEYS), ""]
        return "\n".join(lines)


def read_lists(index):
    """The releases of the index, by product and version."""
    rows = json.loads(index.read_text(encoding="utf-8"))
    releases = {}
    for row in rows:
        if row["product"] not in UNLISTED and not (row["url"] or "").startswith(HOST):
            continue  # a preview, published elsewhere
        path = index.parent / row["file"] if row["file"] else None
        listed = json.loads(path.read_text(encoding="utf-8")) if path else {}
        release = release_of(row, listed)
        if release:
            releases.setdefault(row["product"], {})[row["version"]] = release
    for product in releases.values():
        drop_second_names(product)
    return releases


def drop_second_names(releases):
    """Some lists of cuDNN stand under a three-part and under a four-part name."""
    full = {release.get("full") for version, release in releases.items()
            if release.get("full") != version}
    for version in [version for version in releases if version in full]:
        del releases[version]


def release_of(row, listed):
    product, version = row["product"], row["version"]
    parts = {name: part for name, part in listed.items()
             if isinstance(part, dict) and name not in LEFT_OUT}
    release = {"version": version, "full": full_version(product, parts),
               "date": row["release_date"] if row["release_date"] != REPUBLISHED else None,
               "url": row["url"], "sha256": row["sha256"],
               "sources": sources_of(row.get("known_from") or [row["carried_from"]])}
    if product == "cuda":
        platforms = {key for part in parts.values() for key in part if key in LINUX}
        release["builds"] = [{"platforms": [p for p in LINUX if p in platforms]}] if parts else []
    elif product in UNLISTED:
        # Before 10.0 a login was needed.
        release["archive"] = archives_of(parts, UNLISTED[product])
        return release if release["archive"] and toolkits.version_order(version) >= [10] else None
    else:
        release["components"] = sorted(parts)
        release["builds"] = builds_of(product, version, row["release_date"], parts)
    return release


def full_version(product, parts):
    """That of the component that the product is called by."""
    named = [part["version"] for name, part in parts.items()
             if len(parts) == 1 or name.endswith(product)]
    return named[0] if named else None


def leaves_of(part):
    """(platform, variant) -> archive of one component."""
    leaves = {}
    for platform in LINUX:
        value = part.get(platform, {})
        if "relative_path" in value:
            leaves[platform, ""] = value
        leaves |= {(platform, name): leaf for name, leaf in value.items() if isinstance(leaf, dict)}
    return leaves


def builds_of(product, version, date, parts):
    """The builds that all components have, each with its platforms."""
    have = [set(leaves_of(part)) for part in parts.values()]
    common = set.intersection(*have) if have else set()
    builds = []
    for name in sorted({name for _, name in common}):
        platforms = [platform for platform in LINUX if (platform, name) in common]
        builds.append(build(name, cuda_of(product, version, date, name), platforms=platforms))
    return builds


def build(name, cuda, **more):
    row = {"name": name, "cuda": cuda, **more}
    return {key: value for key, value in row.items() if value not in (None, "", [])}


def cuda_of(product, version, date, name):
    """The CUDA that a build is for, where its name does not say it."""
    if name == "cuda10":
        return ["10.2"]  # there never was another
    if name or product not in OLDEST:
        return None
    oldest = OLDEST[product](toolkits.version_order(version))
    later = [major for major, first in MAJORS.items()
             if int(major) > int(oldest.split(".")[0]) and first <= date]
    return [oldest, *later]


def archives_of(parts, base_url):
    return [archive(platform=platform, name=name, url=base_url + leaf["relative_path"],
                    sha256=leaf["sha256"], md5=leaf.get("md5"),
                    size=int(leaf["size"]) if "size" in leaf else None)
            for part in parts.values() for (platform, name), leaf in leaves_of(part).items()]


def archive(**values):
    return {key: value for key, value in values.items() if value not in (None, "", [])}


def add_cudnn(facts, releases):
    """The archives of cuDNN that no list tells of, by release."""
    rows = {}
    for fact in facts:
        address = fact["url"] or ""
        usable = fact["os"] == "linux" and fact["arch"] in ARCHES and not fact.get("suspect")
        if usable and not fact["redist_json"] and address and SECURE not in address:
            version = ".".join(fact["version"].split(".")[:3])
            rows.setdefault(version, []).append(cudnn_archive(fact))
    for version, archives in rows.items():
        release = releases.setdefault("cudnn", {}).setdefault(version, {"version": version})
        if not release.get("builds"):
            release["archive"] = sorted(archives, key=archive_order)


def cudnn_archive(fact):
    return archive(platform=ARCHES[fact["arch"]], name="cuda" + fact["cuda"],
                   cuda=cudnn_cuda(fact), full=fact["version"],
                   url=toolkits.https(fact["url"]), sha256=fact["sha256"], md5=fact.get("md5"),
                   size=fact.get("size"),
                   rejected=[{"key": "sha256", "value": c["sha256"], "claimed_by": c["claimed_by"]}
                             for c in fact.get("conflicts", [])],
                   sources=sources_of(fact["source"]))


def cudnn_cuda(fact):
    """From 8.1 a build for one release of CUDA 11 is for all of them; before, for that one only."""
    is_wide = toolkits.version_order(fact["version"]) >= [8, 1] and fact["cuda"].startswith("11.")
    return ["11"] if is_wide else None


def archive_order(row):
    return (toolkits.version_order(row["name"].removeprefix("cuda")), LINUX.index(row["platform"]))


def sources_of(sources):
    named = [NOISE.sub("", source) for source in sources if source]
    return sorted({toolkits.UNNAMED.sub(r"unnamed repository: \1", source) for source in named})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
