#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves on small trees that every check finds what it is for, and nothing in a clean tree."""

import tempfile
import unittest
from pathlib import Path

import hygiene
import layering
import limits
from cpp_source import code_only, functions

LICENCE = "// SPDX-License-Identifier: MIT\n"


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, rel_path, text):
        path = self.root / rel_path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def found(self, check):
        return list(check.problems(self.root))

    def found_in(self, check, rel_path, text):
        """What the check says of a tree of this one file."""
        self.write(rel_path, text)
        found = self.found(check)
        (self.root / rel_path).unlink()
        return found


class Layering(Tree):
    def judge(self, rel_path, include):
        return self.found_in(layering, rel_path, f"{LICENCE}#include {include}\n")

    def assert_refused(self, rel_path, include):
        found = self.judge(rel_path, include)
        self.assertEqual(len(found), 1, f"{rel_path} includes {include}: {found}")
        self.assertIn(f"{rel_path}:2: ", found[0])

    def test_a_layer_sees_itself_and_what_stands_before_it(self):
        for rel_path, include in [
            ("src/sys/a.cpp", '"base/text.hpp"'),
            ("src/sys/a.cpp", '"sys/env.hpp"'),
            ("src/store/a.hpp", '"sys/files.hpp"'),
            ("src/store/a.hpp", '"hot/conf.hpp"'),
            ("src/commands/a.cpp", '"execute/run.hpp"'),
            ("src/main.cpp", '"cli/app.hpp"'),
            ("shims/shim.cpp", '"hot/select.hpp"'),
        ]:
            self.assertEqual(self.judge(rel_path, include), [])

    def test_what_stands_behind_is_refused(self):
        self.assert_refused("src/base/a.cpp", '"sys/env.hpp"')
        self.assert_refused("src/sys/a.cpp", '"store/snapshot.hpp"')
        self.assert_refused("src/compat/a.cpp", '"plan/plan.hpp"')
        self.assert_refused("src/commands/a.cpp", '"cli/app.hpp"')
        self.assert_refused("src/cli/a.cpp", '"main/main.hpp"')

    def test_members_of_a_brace_do_not_see_each_other(self):
        self.assert_refused("src/sys/a.cpp", '"hot/conf.hpp"')
        self.assert_refused("src/hot/a.cpp", '"sys/env.hpp"')
        self.assert_refused("src/hot/a.hpp", '"catalog/catalog.hpp"')
        self.assert_refused("src/fetch/a.cpp", '"unpack/reader.hpp"')
        self.assert_refused("src/plan/a.cpp", '"diagnose/doctor.hpp"')

    def test_the_shim_sees_base_and_hot_only(self):
        self.assert_refused("shims/shim.cpp", '"sys/env.hpp"')

    def test_includes_are_rooted_at_src(self):
        self.assert_refused("src/sys/a.cpp", '"env.hpp"')
        self.assert_refused("src/sys/a.cpp", '"../base/text.hpp"')

    def test_a_folder_outside_the_design_is_refused(self):
        self.write("src/utils/a.cpp", LICENCE)
        self.assertEqual(len(self.found(layering)), 1)

    def test_a_library_stays_in_its_folder(self):
        for library, home, other in [
            ("curl/curl.h", "fetch", "store"),
            ("sqlite3.h", "store", "commands"),
            ("archive.h", "unpack", "store"),
            ("archive_entry.h", "inspect", "fetch"),
            ("openssl/evp.h", "sys", "fetch"),
            ("toml++/toml.h", "catalog", "plan"),
            ("CLI/CLI.hpp", "cli", "commands"),
            ("nlohmann/json.hpp", "plan", "base"),
            ("fmt/format.h", "plan", "hot"),
        ]:
            self.assertEqual(self.judge(f"src/{home}/good.cpp", f"<{library}>"), [])
            self.assert_refused(f"src/{other}/bad.cpp", f"<{library}>")

    def test_a_c_header_never_stands_in_a_header(self):
        self.assert_refused("src/fetch/a.hpp", "<curl/curl.h>")
        self.assert_refused("src/sys/a.hpp", "<openssl/evp.h>")
        self.assertEqual(self.judge("src/catalog/a.hpp", "<toml++/toml.h>"), [])

    def test_the_shims_sources_do_without_streams_and_maps(self):
        self.assert_refused("src/hot/a.cpp", "<fstream>")
        self.assert_refused("src/base/a.cpp", "<map>")
        self.assertEqual(self.judge("src/base/a.cpp", "<string_view>"), [])


def function_of(lines, head="void f() {"):
    return head + "\n" + "    g();\n" * (lines - 2) + "}\n"


class Limits(Tree):
    def judge(self, rel_path, text):
        return self.found_in(limits, rel_path, text)

    def test_sources_end_at_500_lines_and_headers_at_100(self):
        self.assertEqual(self.judge("src/a/a.cpp", "\n" * 500), [])
        self.assertEqual(self.judge("src/a/a.hpp", "\n" * 100), [])
        self.assertEqual(len(self.judge("src/a/a.cpp", "\n" * 501)), 1)
        self.assertEqual(len(self.judge("src/a/a.hpp", "\n" * 101)), 1)

    def test_a_long_source_is_warned_of(self):
        self.write("src/a/a.cpp", "\n" * 300)
        self.assertEqual(list(limits.warnings(self.root)), [])
        self.write("src/a/a.cpp", "\n" * 301)
        self.assertEqual(len(list(limits.warnings(self.root))), 1)

    def test_a_function_over_60_lines_needs_its_reason(self):
        reason = "// NOLINTNEXTLINE(readability-function-size): one table of cases\n"
        self.assertEqual(self.judge("src/a/a.cpp", function_of(60)), [])
        self.assertEqual(len(self.judge("src/a/a.cpp", function_of(61))), 1)
        self.assertEqual(self.judge("src/a/a.cpp", reason + function_of(61)), [])
        bare = "// NOLINTNEXTLINE\n"
        self.assertEqual(len(self.judge("src/a/a.cpp", bare + function_of(61))), 1)

    def test_a_function_over_100_lines_is_refused_whatever_its_reason(self):
        reason = "// NOLINTNEXTLINE(readability-function-size): one table of cases\n"
        self.assertEqual(self.judge("src/a/a.cpp", reason + function_of(100)), [])
        self.assertEqual(len(self.judge("src/a/a.cpp", reason + function_of(101))), 1)

    def test_functions_are_found_in_every_form(self):
        for head in [
            "int f(int a) {",
            "int C::f() const noexcept {",
            "auto f() -> std::vector<int> {",
            "C::C(int a) : a_(a), b_(0) {",
            "template <typename T>\nT f(T a) {",
            "namespace n {\nclass C {\n    void f() override {",
            'extern "C" void f(int a) {',
            "TEST(Name, DoesIt) {",
            "const auto f = [](int a) {",
            "bool C::operator()(int a) const {",
        ]:
            self.assertEqual(len(self.judge("src/a/a.cpp", function_of(120, head))), 1, head)

    def test_what_is_no_function_may_be_long(self):
        for head in ["namespace n {", "struct S {", "enum class E {", "constexpr int kTable[] = {"]:
            text = head + "\n" + "    1,\n" * 200 + "};\n"
            self.assertEqual(self.judge("src/a/a.cpp", text), [], head)


class Reading(unittest.TestCase):
    def test_braces_in_text_do_not_count(self):
        text = """
// { in a comment
void f() {
    g("{", '{', R"x({ " {)x", 1'000'000);  /* { */
}
void h() {
}
"""
        self.assertEqual([(f.first_line, f.last_line) for f in functions(text)], [(3, 5), (6, 7)])

    def test_lines_stay_where_they_are(self):
        text = 'a /* 1\n2 */ b\n#define X(y) \\\n    { y }\nc\n'
        self.assertEqual(code_only(text).count("\n"), text.count("\n"))
        self.assertNotIn("{", code_only(text))


class Hygiene(Tree):
    def judge(self, rel_path, text):
        return self.found_in(hygiene, rel_path, text)

    def test_a_source_begins_with_its_licence(self):
        self.assertEqual(self.judge("src/a.cpp", LICENCE), [])
        self.assertEqual(self.judge("tests/a.sh", "#!/bin/sh\n# SPDX-License-Identifier: MIT\n"), [])
        self.assertEqual(len(self.judge("src/a.cpp", "\n" + LICENCE)), 1)
        self.assertEqual(len(self.judge("tests/a.sh", "#!/bin/sh\ntrue\n")), 1)
        self.assertEqual(len(self.judge("tests/b.py", "")), 1)

    def test_a_header_is_read_once(self):
        self.assertEqual(len(self.judge("src/a.hpp", LICENCE)), 1)
        self.assertEqual(self.judge("src/a.hpp", LICENCE + "#pragma once\n"), [])

    def test_work_to_come_names_its_issue(self):
        word = "TO" + "DO"
        self.assertEqual(self.judge("src/a.cpp", f"{LICENCE}// {word}(#12): later\n"), [])
        self.assertEqual(len(self.judge("src/a.cpp", f"{LICENCE}// {word}: later\n")), 1)
        self.assertEqual(len(self.judge("src/a.cpp", f"{LICENCE}// {word}(me): later\n")), 1)


if __name__ == "__main__":
    unittest.main()
