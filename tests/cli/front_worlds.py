# SPDX-License-Identifier: MIT
"""Small worlds for front_test.py: each function makes one of a fresh World.

A world says which forms the front must leave to the main program although that one succeeds without
a word: `leaves_all`, or `leaves` by name.
"""
import os
import pathlib
import shutil

NVCC = "#!/bin/sh\necho 'Cuda compilation tools, release 12.3, V12.3.107'\n"


class World:
    def __init__(self, place):
        shutil.rmtree(place, ignore_errors=True)
        self.place = pathlib.Path(place)
        self.home, self.root, self.folder = self.place / "home", self.place / "home/.cudaenv", self.place / "work/nerf"
        for folder in (self.home, self.folder, self.place / "bin"):
            folder.mkdir(parents=True)
        # Nothing of the machine's own CUDA.
        self.env = {"HOME": str(self.home), "PATH": f"{self.place}/bin:/usr/bin:/bin", "PWD": str(self.folder),
                    "CUDAENV_SYSROOT": str(self.place / "sysroot"), "NO_COLOR": "1"}
        self.leaves_all, self.leaves = False, set()

    def enter(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.env["PWD"] = str(folder)

    def write(self, path, text):
        path = self.place / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def script(self, path, text=NVCC):
        path = self.write(path, text)
        path.chmod(0o755)
        return path

    def stack(self, name, programs=("nvcc",), root=None):
        prefix = (root or self.root) / "versions" / name
        for program in programs:
            self.script(prefix / "bin" / program)
        self.write(prefix / ".cudaenv/activate", f"cudaenv-activate 1\ntoolkit {name.split('+')[0]}\nprofile full\n"
                   "bin bin\nlib lib64\nnvcc bin/nvcc\nend\n")
        self.write(prefix / ".cudaenv/receipt.json", "{}")
        return prefix

    def toolkit(self, folder, version=None):
        folder = self.place / folder
        self.script(folder / "bin/nvcc")
        if version:
            self.write(folder / "version.json", '{"cuda": {"name": "CUDA SDK", "version": "%s"}}' % version)
        return folder

    def adopt(self, name, target):
        link = self.root / "versions" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)

    def pin(self, text, folder=None):
        return self.write((folder or self.folder) / ".cuda-version", text)


ALL = []


def world(make):
    ALL.append(make)
    return make


@world
def no_root(_w):
    pass


@world
def empty_root(w):
    w.root.mkdir()


@world
def stacks(w):
    for name in ("12.4.1", "12.10.0", "11.8.0", "12.4.1+cudnn8.9.7", "12.4.1+nccl2.21.5"):
        w.stack(name)
    w.write(w.root / "version", "12.4\n")


@world
def exact_in_the_folder(w):
    stacks(w)
    w.pin("11.8.0\n")


@world
def line_in_a_folder_above(w):
    stacks(w)
    w.pin("11.8\n", w.place / "work")
    w.enter(w.folder / "a/b")


@world
def several_with_companions(w):
    stacks(w)
    w.pin("# ours\r\n12.4  11.8 # both\r\ncudnn 8.9.7\r\nprofile full\r\n")


@world
def ranges_and_latest(w):
    stacks(w)
    w.pin(">=11,<12.5 latest 12.x\n")


@world
def recommended_in_a_file(w):
    stacks(w)
    w.pin("recommended\n")


@world
def byte_order_mark(w):
    stacks(w)
    w.pin("\ufeff11.8\n")


@world
def no_version_in_the_file(w):
    stacks(w)
    w.pin("# nothing\n")


@world
def nonsense_in_the_file(w):
    stacks(w)
    w.pin(b"\xff\x00 twelve\n")


@world
def unknown_key_in_the_file(w):
    stacks(w)
    w.pin("12.4\ncolour green\n")


@world
def large_file(w):
    stacks(w)
    w.pin("12.4\n" + "#" * 70000)


@world
def folder_and_fifo_in_place_of_files(w):
    stacks(w)
    (w.folder / ".cuda-version").mkdir()
    os.mkfifo(w.place / "work/.cuda-version")


@world
def global_is_a_folder(w):
    w.stack("12.4.1")
    (w.root / "version").mkdir()


@world
def global_is_nonsense(w):
    w.stack("12.4.1")
    w.write(w.root / "version", "12..4\n")


@world
def global_is_missing(w):
    w.stack("12.4.1")
    w.write(w.root / "version", "11.3\n")


@world
def global_is_system(w):
    w.stack("12.4.1")
    w.write(w.root / "version", "system 12.4\n")


@world
def one_is_missing(w):
    stacks(w)
    w.pin("12.4 9.9 11.8\n")


@world
def one_is_missing_and_one_is_wrong(w):
    stacks(w)
    w.pin("9.9 recommended\n")


@world
def file_that_anybody_may_write(w):
    stacks(w)
    path = w.pin("11.8\n")
    path.chmod(0o666)
    if os.geteuid() == 0:
        os.chown(path, 12345, 12345)


@world
def project_toml(w):
    stacks(w)
    w.write(w.folder / "cudaenv.toml", '[project]\nname = "x"\n\n[toolkit]\nversion = "11.8"\n')


@world
def project_toml_about_other_things(w):
    stacks(w)
    w.write(w.folder / "cudaenv.toml", '[project]\nname = "x"\n')


@world
def project_toml_that_is_damaged(w):
    stacks(w)
    w.write(w.folder / "cudaenv.toml", "[toolkit]\nversion = 11.8\n")


@world
def tool_versions(w):
    stacks(w)
    w.write(w.folder / ".tool-versions", "cuda 11.8\n")


@world
def variable(w):
    stacks(w)
    w.env["CUDAENV_VERSION"] = "11.8 12.10"


@world
def blank_variable(w):
    stacks(w)
    w.env["CUDAENV_VERSION"] = "  "


@world
def variable_that_is_missing(w):
    stacks(w)
    w.env["CUDAENV_VERSION"] = "9.9"


@world
def variable_that_is_nonsense(w):
    stacks(w)
    w.env["CUDAENV_VERSION"] = "a b/c"


@world
def aliases(w):
    stacks(w)
    w.write(w.root / "aliases", "# ours\nmine 12.4+cudnn\nnext mine\n")
    w.env["CUDAENV_VERSION"] = "next"


@world
def aliases_in_a_circle(w):
    stacks(w)
    w.write(w.root / "aliases", "mine other\nother mine\n")
    w.env["CUDAENV_VERSION"] = "mine"


@world
def aliases_that_cannot_be_read(w):
    stacks(w)
    (w.root / "aliases").mkdir()
    w.leaves = {"root", "global"}


@world
def adopted(w):
    stacks(w)
    w.adopt("mine", w.toolkit("opt/cuda", "11.3.1"))
    w.adopt("gone", w.place / "nowhere")
    w.adopt("relative", "../../../opt/cuda")
    w.pin("mine\n")


@world
def adopted_that_is_gone(w):
    w.adopt("mine", w.place / "nowhere")
    w.pin("mine\n")


@world
def odd_things_in_versions(w):
    stacks(w)
    w.write(w.root / "versions/notes.txt", "x")
    w.write(w.root / "versions/12.5.0", "x")
    (w.root / "versions/12.6.0/bin").mkdir(parents=True)
    w.stack("012.4")
    w.stack("a name with blanks")
    w.pin("12.6\n")


@world
def versions_is_a_file(w):
    w.write(w.root / "versions", "x")


@world
def odd_folder(w):
    stacks(w)
    w.enter(w.place / "it's a \"new\"\n line \u00fc $HOME *")
    w.pin("11.8\n")


@world
def odd_root(w):
    w.root = w.place / "a b\u00fc'c"
    w.env["CUDAENV_ROOT"] = str(w.root)
    stacks(w)


@world
def root_with_a_slash_behind(w):
    stacks(w)
    w.env["CUDAENV_ROOT"] = f"{w.root}/"
    w.leaves_all = True


@world
def root_that_is_not_normal(w):
    stacks(w)
    w.env["CUDAENV_ROOT"] = f"{w.home}/./x/..//.cudaenv"
    w.leaves_all = True


@world
def relative_root(w):
    stacks(w)
    w.env["CUDAENV_ROOT"] = "../../home/.cudaenv"
    w.leaves_all = True


@world
def impossible_root(w):
    w.env["CUDAENV_ROOT"] = f"{w.place}/a:b"


@world
def root_of_all(w):
    w.env["CUDAENV_ROOT"] = "/"


@world
def no_home(w):
    stacks(w)
    w.env["CUDAENV_ROOT"] = str(w.root)
    del w.env["HOME"]


@world
def no_home_and_no_root(w):
    del w.env["HOME"]


@world
def nearly_no_environment(w):
    stacks(w)
    w.env = {"HOME": str(w.home), "CUDAENV_SYSROOT": w.env["CUDAENV_SYSROOT"]}


@world
def by_sudo(w):
    stacks(w)
    w.env["SUDO_USER"] = "somebody"
    w.leaves_all = True


@world
def config(w):
    stacks(w)
    w.write(w.home / ".config/cudaenv/config.toml", "")
    w.leaves_all = True


@world
def config_by_xdg(w):
    stacks(w)
    w.env["XDG_CONFIG_HOME"] = str(w.place / "xdg")
    w.write("xdg/cudaenv/config.toml", "read_tool_versions = true\n")
    w.write(w.folder / ".tool-versions", "cuda 11.8\n")
    w.leaves_all = True


@world
def config_that_is_wrong(w):
    w.write(w.home / ".config/cudaenv/config.toml", "nonsense\n")


@world
def config_elsewhere(w):
    stacks(w)
    w.env["XDG_CONFIG_HOME"] = "relative"
    w.write(w.folder / "relative/cudaenv/config.toml", "nonsense\n")


@world
def config_folder_is_a_file(w):
    stacks(w)
    w.write(w.home / ".config/cudaenv", "x")
    w.leaves_all = True


@world
def harmless_variables(w):
    stacks(w)
    w.env.update({"CUDAENV_PROBE": "/nowhere", "CUDAENV_SHELL": "zsh", "CUDAENV_OFFLINE": "1", "CUDAENV_CATALOG": "/no:/where",
                  "CUDAENV_VERSION_OLD": "12", "CUDAENV_SHIM_DEPTH": "1:1", "CUDAENV_ACCEPT_EULA": "1",
                  "CUDAENV_CACHE_DIR": "no/where", "CUDAENV_MIRROR": "garb age", "CUDAENV_CA_FILE": "/nowhere"})


@world
def variable_of_a_setting(w):
    stacks(w)
    w.env["CUDAENV_JOBS"] = "4"
    w.leaves_all = True


@world
def variable_of_a_setting_that_is_wrong(w):
    stacks(w)
    w.env["CUDAENV_JOBS"] = "many"


@world
def shared_root(w):
    stacks(w)
    w.stack("12.9.0", root=w.place / "shared")
    w.env["CUDAENV_SYSTEM_ROOTS"] = str(w.place / "shared")
    w.leaves_all = True


@world
def shared_root_by_hot_conf_alone(w):
    stacks(w)
    w.write(w.root / "hot.conf", f"cudaenv-hot 1 3\nmode hook\nsystem_root {w.place}/shared\n")
    w.leaves_all = True


@world
def usual_hot_conf(w):
    stacks(w)
    w.write(w.root / "hot.conf", "cudaenv-hot 1 17\nmode hook\nread_tool_versions 0\nld_library_path auto\n"
            "env cuda_home cmake cudacxx pkg_config\n")


@world
def hot_conf_that_is_damaged(w):
    stacks(w)
    w.write(w.root / "hot.conf", "garbage\n")
    w.leaves_all = True


@world
def hot_conf_of_a_newer_release(w):
    stacks(w)
    w.write(w.root / "hot.conf", "cudaenv-hot 2 5\n")


@world
def system_by_variable(w):
    stacks(w)
    w.env["CUDA_HOME"] = str(w.toolkit("cuda-12.2", "12.2.140"))
    (w.root / "version").unlink()


@world
def system_by_path(w):
    w.stack("11.8.0")
    w.env["PATH"] = f"{w.toolkit('cuda-9.0')}/bin:{w.env['PATH']}"
    w.write("cuda-9.0/version.txt", "CUDA Version 9.0.176\nPatch 1\n")
    w.pin("system 11.8\n")


@world
def system_by_header(w):
    w.env["CUDA_PATH"] = str(w.toolkit("cuda"))
    w.write("cuda/version.json", "{}")
    w.write("cuda/include/cuda.h", "/* */\n" * 500 + "#define CUDA_VERSION 13000\n" + "/* */\n" * 50000)


@world
def system_by_the_end_of_the_header(w):
    w.env["CUDA_PATH"] = str(w.toolkit("cuda"))
    w.write("cuda/include/cuda.h", "/* */\n" * 50000 + "#define CUDA_VERSION 12020\n")
    w.leaves = {"versions"}


@world
def system_by_its_compiler(w):
    w.env["CUDA_HOME"] = str(w.toolkit("cuda"))
    w.leaves = {"versions"}


@world
def system_named_by_path(w):
    stacks(w)
    w.pin(f"path:{w.toolkit('cuda-12.2', '12.2.140')}\n")


@world
def system_of_a_line(w):
    stacks(w)
    w.adopt("system-12.2", w.toolkit("cuda-12.2", "12.2.140"))
    w.env["CUDAENV_VERSION"] = f"system:12.2 path:{w.place}/cuda-12.2"


@world
def an_environment_of_ours(w):
    stacks(w)
    prefix = w.root / "versions/12.4.1"
    w.env.update({"CUDA_HOME": str(prefix), "CUDAENV_STATE": "1:nonsense", "PATH": f"{prefix}/bin:{w.root}/shims:{w.env['PATH']}"})
    w.write(w.root / "shims/cudaenv-shim", "x")
    w.script(w.root / "shims/nvcc")


@world
def damaged_activation(w):
    stacks(w)
    w.write(w.root / "versions/11.8.0/.cudaenv/activate", "garbage\n")
    w.pin("12.4 11.8\n")


@world
def no_activation(w):
    stacks(w)
    (w.root / "versions/11.8.0/.cudaenv/activate").unlink()
    w.pin("11.8\n")


@world
def program_that_cannot_run(w):
    stacks(w)
    (w.root / "versions/11.8.0/bin/nvcc").chmod(0o644)
    w.pin("11.8\n")


@world
def program_that_only_the_second_has(w):
    stacks(w)
    w.stack("13.0.0", programs=("sh",))
    w.pin("13.0 11.8\n")


@world
def odd_path(w):
    stacks(w)
    w.env["PATH"] = f":relative::{w.place}/nowhere:{w.root}/versions/11.8.0/bin:{w.root}/versions:/usr/bin:/bin:"
    w.script(w.folder / "relative/no-such-tool", "#!/bin/sh\n")


@world
def hooks_of_which(w):
    stacks(w)
    w.script(w.root / "hooks/which/before_all.sh", "#!/bin/sh\necho heard\n")


@world
def no_hooks_of_which(w):
    stacks(w)
    (w.root / "hooks/which").mkdir(parents=True)
    w.leaves = {"which nvcc", "which sh"}


@world
def hooks_elsewhere(w):
    stacks(w)
    w.env["CUDAENV_HOOK_PATH"] = str(w.place / "hooks")
    w.leaves_all = True


@world
def other_folder(w):
    stacks(w)
    w.pin("11.8\n", w.place / "other")
    w.env["CUDAENV_DIR"] = str(w.place / "other")
    w.pin("12.10\n")
    w.leaves = {"local"}


@world
def other_folder_that_is_not_there(w):
    stacks(w)
    w.env["CUDAENV_DIR"] = "nowhere"


@world
def stale_pwd(w):
    stacks(w)
    w.pin("11.8\n", w.place / "other")
    w.env["PWD"] = str(w.place / "other")


@world
def through_a_link(w):
    stacks(w)
    (w.place / "link").symlink_to(w.folder)
    w.pin("11.8\n", w.place)
    w.enter(w.place / "link")
    w.pin("12.10\n", w.place / "work")
