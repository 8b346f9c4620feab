import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class RidgelineConan(ConanFile):
    """The library, and its programs with -o ridgeline/*:programs=True. To build: conan create packaging/conan"""

    name = "ridgeline"
    description = "Performance reports from the traces of accelerator profilers"
    license = "BSL-1.0"
    settings = "os", "arch", "compiler", "build_type"
    options = {"programs": [True, False]}
    default_options = {"programs": False}
    package_type = "header-library"
    no_copy_source = True

    def set_version(self):
        header = os.path.join(self.recipe_folder, "..", "..", "include", "ridgeline", "core", "version.hpp")
        self.version = re.search(r'RIDGELINE_VERSION "([0-9.]+)"', load(self, header)).group(1)

    def export_sources(self):
        top = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "docs/*", "examples/*", "include/*", "packaging/*.sh"):
            copy(self, pattern, src=top, dst=self.export_sources_folder)

    def requirements(self):
        self.requires("range-v3/0.12.0", transitive_headers=True)
        self.requires("fast_float/6.1.0", transitive_headers=True)
        self.requires("boost/1.81.0", transitive_headers=True, options={"header_only": True})
        self.requires("zlib/[>=1.2.11 <2]", transitive_headers=True)
        self.requires("protozero/1.7.1", transitive_headers=True)
        self.requires("libxlsxwriter/1.1.5", transitive_headers=True)
        self.requires("minizip/[>=1.2.11 <2]", transitive_headers=True)
        self.requires("expat/[>=2.6.2 <3]", transitive_headers=True)
        self.requires("sqlite3/[>=3.40 <4]", transitive_headers=True)
        if self.options.programs:
            self.requires("cli11/2.3.2")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["RIDGELINE_BUILD_TESTS"] = False
        toolchain.cache_variables["RIDGELINE_BUILD_BENCH"] = False
        toolchain.cache_variables["RIDGELINE_BUILD_EXAMPLES"] = bool(self.options.programs)
        toolchain.cache_variables["RIDGELINE_WITH_MPI"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_id(self):
        if not self.options.programs:
            self.info.clear()

    def package_info(self):
        # Consumers use the package's own CMake files, which compile the library in the consuming project.
        self.cpp_info.bindirs = ["bin"] if self.options.programs else []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("share", "cmake", "ridgeline")]
