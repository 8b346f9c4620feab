#!/usr/bin/env python3
"""Runs the Conan recipe without Conan: stand-ins for its classes call CMake.

    conan_steps.py BUILD PACKAGE [--programs]     exports, configures, builds, packages
"""

import fnmatch
import importlib.util
import os
import shutil
import subprocess
import sys
import types


class ConanFile:
    def __init__(self, programs, build, package):
        self.recipe_folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "conan")
        self.export_sources_folder = os.path.join(build, "sources")
        self.build_folder, self.package_folder = os.path.join(build, "build"), package
        self.options = types.SimpleNamespace(programs=programs)
        self.info = types.SimpleNamespace(clear=lambda: None)
        self.cpp_info = types.SimpleNamespace(set_property=lambda *_: None)
        self.variables, self.required = {}, []

    def requires(self, name, **_):
        self.required.append(name)


class CMakeToolchain:
    def __init__(self, recipe):
        self.recipe, self.cache_variables = recipe, {}

    def generate(self):
        self.recipe.variables = self.cache_variables


class CMakeDeps(CMakeToolchain):
    def generate(self):
        pass


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        words = ["-D%s=%s" % (k, {True: "ON", False: "OFF"}.get(v, v)) for k, v in self.recipe.variables.items()]
        run("cmake", "-S", self.recipe.export_sources_folder, "-B", self.recipe.build_folder, "-DCMAKE_BUILD_TYPE=Release", *words)

    def build(self):
        run("cmake", "--build", self.recipe.build_folder)

    def install(self):
        run("cmake", "--install", self.recipe.build_folder, "--prefix", self.recipe.package_folder)


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def copy(_, pattern, src, dst):
    for base, _, names in os.walk(src):
        for name in names:
            path = os.path.relpath(os.path.join(base, name), src)
            if fnmatch.fnmatch(path, pattern):
                os.makedirs(os.path.dirname(os.path.join(dst, path)), exist_ok=True)
                shutil.copy2(os.path.join(src, path), os.path.join(dst, path))


def load(_, path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def modules():
    contents = {"conan": {"ConanFile": ConanFile}, "conan.tools": {}, "conan.tools.build": {"check_min_cppstd": lambda *_: None},
                "conan.tools.cmake": {"CMake": CMake, "CMakeDeps": CMakeDeps, "CMakeToolchain": CMakeToolchain,
                                      "cmake_layout": lambda _: None},
                "conan.tools.files": {"copy": copy, "load": load}}
    for name, members in contents.items():
        module = types.ModuleType(name)
        module.__dict__.update(members)
        sys.modules[name] = module


def main():
    modules()
    build, package = map(os.path.abspath, sys.argv[1:3])
    recipe_path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "conan", "conanfile.py")
    spec = importlib.util.spec_from_file_location("conanfile", recipe_path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recipe = module.RidgelineConan("--programs" in sys.argv, build, package)
    for step in ("set_version", "export_sources", "requirements", "validate", "layout", "generate", "build", "package",
                 "package_id", "package_info"):
        getattr(recipe, step)()
    print("%s/%s: %s" % (recipe.name, recipe.version, ", ".join(recipe.required)))


main()
