#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Merge fact files into the manifests beside this script.

A fact file is a JSON list with one object for each installer file; README.md lists its keys and
describes what comes out. Facts win where they have a value; what only the manifests have (a
release, a file, a key) stays. A second run on the same facts changes nothing. A value that is
replaced is printed. What cannot be kept, comments inside a file and extra keys that are tables,
stops the import unless --drop is given.
"""
import argparse
import datetime
import json
import pathlib
import re
import sys

try:
    import tomllib
except ModuleNotFoundError:
    sys.exit("import.py: needs Python 3.11 or newer (tomllib)")

SCHEMA = 1
# NVIDIA's name of a platform for what facts call os and arch, in the order of a manifest.
PLATFORMS = {
    ("linux", "x86_64"): "linux-x86_64",
    ("linux", "sbsa"): "linux-sbsa",
    ("linux", "ppc64le"): "linux-ppc64le",
    ("linux", "aarch64"): "linux-aarch64",
}
RELEASE_KEYS = ["version", "kind", "label", "reviewed", "md5sum_url"]
RUNFILE_KEYS = ["platform", "url", "alt_urls", "file", "driver", "size", "sha256", "md5",
                "confirmed", "rejected", "sources"]
TABLE_KEYS = ["runfile", "confirmed", "rejected"]  # tables that the schema knows
# Labels of what was published before its release.
PREVIEW = re.compile(r"\b(RC|EA|beta|preview)\b", re.IGNORECASE)
# These hosts serve under https what facts quote with http.
HTTP_HOSTS = re.compile(r"http://(?=developer\.(download\.)?nvidia\.com/)")
# A single file whose repository is not known: named among the sources, confirms nothing.
UNNAMED = re.compile(r"indexed file ids?\b[^(]*\((.*)\)")

STRING = re.compile(r'"([^"\\]|\\.)*"|\'[^\']*\'')

HEADER = """\
# CUDA {major}: the installer files that NVIDIA published, oldest first. Schema: ../README.md
# import.py merges facts into this file and keeps what was added by hand, except comments.
schema = {schema}
"""
CATALOG = """\
# The serial grows by one with every change of the manifests. Schema: README.md
schema = {schema}
serial = {serial}
date = {date}
"""


def main(argv):
    options = parse_arguments(argv)
    catalog = Catalog(options.into)
    for path in options.facts:
        catalog.merge(json.loads(path.read_text(encoding="utf-8")))
    losses = [loss for manifest in catalog.changed() for loss in manifest.losses]
    if losses and not options.drop:
        sys.exit("\n".join([f"import.py: would drop {loss}" for loss in losses] +
                           ["import.py: nothing written; --drop writes without them"]))
    for manifest in catalog.changed():
        print(f"{manifest.path.name}: {'would change' if options.check else 'written'}")
    if options.check:
        return 1 if catalog.changed() else 0
    catalog.write(options.date)
    return 0


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("facts", nargs="+", type=pathlib.Path, metavar="FACTS.json")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit 1 if a manifest would change")
    parser.add_argument("--drop", action="store_true", help="drop what cannot be kept")
    parser.add_argument("--into", type=pathlib.Path, default=pathlib.Path(__file__).parent,
                        metavar="DIR", help="the folder of the manifests (default: this script's)")
    parser.add_argument("--date", type=datetime.date.fromisoformat, default=datetime.date.today(),
                        help="the catalog's date if something changes (default: today)")
    return parser.parse_args(argv)


class Catalog:
    """The manifests of one folder, by major version."""

    def __init__(self, folder):
        self.folder = folder
        self.manifests = {}
        for path in sorted(folder.glob("toolkits/*.toml")):
            self.manifests[path.stem] = Manifest(path)

    def merge(self, facts):
        releases = {}
        for fact in facts:
            releases.setdefault(fact["toolkit"], []).append(fact)
        for version, rows in releases.items():
            major = version.split(".")[0]
            if major not in self.manifests:
                self.manifests[major] = Manifest(self.folder / "toolkits" / f"{major}.toml")
            self.manifests[major].merge(version, rows)

    def changed(self):
        return [m for m in self.manifests.values() if m.text() != m.old_text]

    def write(self, date):
        changed = self.changed()
        for manifest in changed:
            manifest.path.parent.mkdir(parents=True, exist_ok=True)
            manifest.path.write_text(manifest.text(), encoding="utf-8")
        if changed or not (self.folder / "catalog.toml").exists():
            write_head(self.folder, date)


def write_head(folder, date):
    """Raises the serial of the folder's catalog."""
    head = folder / "catalog.toml"
    old = tomllib.loads(head.read_text(encoding="utf-8")) if head.exists() else {}
    serial = old.get("serial", 0) + 1
    head.write_text(CATALOG.format(schema=SCHEMA, serial=serial, date=date), encoding="utf-8")


class Manifest:
    """One file: its text as it is, and its releases by version, with their files by platform."""

    def __init__(self, path):
        self.path = path
        self.old_text = path.read_text(encoding="utf-8") if path.exists() else ""
        self.header = HEADER.format(major=path.stem, schema=SCHEMA)
        self.losses = []
        self.releases = {}
        self.files = {}
        if self.old_text:
            self.read(tomllib.loads(self.old_text))

    def read(self, document):
        if document.get("schema") != SCHEMA:
            sys.exit(f"import.py: {self.path}: schema is not {SCHEMA}")
        for release in document.get("release", []):
            version = release["version"]
            self.files[version] = {row["platform"]: row for row in release.pop("runfile", [])}
            self.releases[version] = release
        self.losses = [f"{self.path.name}: {what}" for what in self.find_losses(document)]

    def find_losses(self, document):
        known = self.header.splitlines()
        for line in self.old_text.splitlines():
            _, mark, comment = STRING.sub("", line).partition("#")
            if mark and line not in known:
                yield f"comment #{comment}"
        yield from (f"key {key}" for key in document if key not in ("schema", "release"))
        for version, release in self.releases.items():
            for row in [release, *self.files[version].values()]:
                for key, value in row.items():
                    if key not in TABLE_KEYS and not is_simple(value):
                        yield f"key {key} of {version}"

    def merge(self, version, rows):
        release = self.releases.setdefault(version, {"version": version})
        update(release, release_of(version, rows), version)
        files = self.files.setdefault(version, {})
        for fact in rows:
            row = runfile_of(fact)
            name = row["platform"]
            update(files.setdefault(name, {}), row, f"{version} {name}")

    def text(self):
        lines = [self.header]
        for version in sorted(self.releases, key=version_order):
            lines += ["[[release]]", *lines_of(self.releases[version], RELEASE_KEYS), ""]
            for platform in sorted(self.files[version], key=platform_order):
                row = self.files[version][platform]
                lines += ["[[release.runfile]]", *lines_of(row, RUNFILE_KEYS), ""]
        return "\n".join(lines)


def release_of(version, rows):
    """What the facts of one release say of the release as a whole."""
    label = only_value(version, rows, "release")
    kind = only_value(version, rows, "kind")
    if label and not kind and PREVIEW.search(label):
        kind = "preview"
    return {"version": version, "kind": kind, "label": label,
            "md5sum_url": https(only_value(version, rows, "md5sum_url"))}


def only_value(version, rows, key):
    values = {fact.get(key) for fact in rows} - {None}
    if len(values) > 1:
        sys.exit(f"import.py: the facts of {version} disagree about {key}: {sorted(values)}")
    return values.pop() if values else None


def runfile_of(fact):
    platform = PLATFORMS.get((fact["os"], fact["arch"]))
    if platform is None:
        sys.exit(f"import.py: {fact['filename']}: unknown platform {fact['os']} {fact['arch']}")
    url = https(fact["url"])
    name = fact.get("filename")
    confirmed = {key: sorted(who for who in sources if not UNNAMED.match(who))
                 for key, sources in sorted(fact.get("confirmations", {}).items(), reverse=True)}
    return {
        "platform": platform,
        "url": url,
        "alt_urls": [https(other) for other in fact.get("alt_urls", [])],
        "file": name if name != url.rsplit("/", 1)[1] else None,
        "driver": fact.get("driver"),
        "size": fact.get("size"),
        "sha256": fact.get("sha256"),
        "md5": fact.get("md5"),
        "confirmed": {key: who for key, who in confirmed.items() if who},
        "rejected": [{"key": c["field"], "value": c["other_value"], "claimed_by": c["claimed_by"]}
                     for c in fact.get("conflicts", [])],
        "sources": sorted({UNNAMED.sub(r"unnamed repository: \1", s) for s in fact["source"]}),
    }


def https(url):
    return HTTP_HOSTS.sub("https://", url) if url else url


def update(row, values, name):
    for key, value in values.items():
        if value in (None, [], {}):
            continue
        if key in row and row[key] != value and not isinstance(value, (list, dict)):
            print(f"{name}: {key} was {row[key]}, is {value}")
        row[key] = value


def version_order(version):
    return [int(part) for part in version.split(".")]


def platform_order(platform):
    known = list(PLATFORMS.values())
    return (known.index(platform) if platform in known else len(known), platform)


def lines_of(row, known_keys):
    extra = [key for key in row if key not in known_keys and is_simple(row[key])]
    for key in [key for key in known_keys if key in row] + extra:
        value = row[key]
        if isinstance(value, dict):
            yield from (f"{key}.{part} = {toml(value[part])}" for part in value)
        elif isinstance(value, list) and len(toml(value)) + len(key) > 90:
            yield from (f"{key} = [", *(f"    {toml(item)}," for item in value), "]")
        else:
            yield f"{key} = {toml(value)}"


def toml(value):
    if isinstance(value, list):
        return f"[{', '.join(toml(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(value[key])}' for key in value)} }}"
    return json.dumps(value, ensure_ascii=False)


def is_simple(value):
    items = value if isinstance(value, list) else [value]
    return all(isinstance(item, (str, bool, int)) for item in items)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
