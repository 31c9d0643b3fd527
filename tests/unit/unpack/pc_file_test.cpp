// SPDX-License-Identifier: MIT
#include "unpack/pc_file.hpp"

#include <gtest/gtest.h>

namespace cudaenv::unpack {
namespace {

TEST(RelocatedPc, LeadsFromTheFileToTheTop) {
    const std::string text = "cudaroot=/usr/local/cuda-12.4\nlibdir=${cudaroot}/lib\n";

    EXPECT_EQ(relocated_pc(text, "pkg-config/cudart.pc"),
              "cudaroot=${pcfiledir}/..\nlibdir=${cudaroot}/lib\n");
    EXPECT_EQ(relocated_pc(text, "lib/pkgconfig/cudart.pc"),
              "cudaroot=${pcfiledir}/../..\nlibdir=${cudaroot}/lib\n");
}

TEST(RelocatedPc, LeavesAllElseAlone) {
    for (const std::string text :
         {"", "\n", "Name: x", "# cudaroot=/x\nprefix=/usr\n", "a\r\n\nb"}) {
        EXPECT_EQ(relocated_pc(text, "pkg-config/x.pc"), text);
    }
    EXPECT_EQ(relocated_pc("cudaroot=/x", "pkg-config/x.pc"), "cudaroot=${pcfiledir}/..");
}

TEST(ParsePcName, SplitsAtTheLastDash) {
    EXPECT_EQ(parse_pc_name("cudart-12.4.pc").library, "cudart");
    EXPECT_EQ(parse_pc_name("cudart-12.4.pc").version, "12.4");
    EXPECT_EQ(parse_pc_name("nvidia-ml-12.4.pc").library, "nvidia-ml");
}

TEST(ParsePcName, RefusesOtherNames) {
    for (const char* name : {"", "cudart.pc", "-12.pc", "cudart-12.4", "../x-1.pc", "a\n-1.pc"}) {
        EXPECT_EQ(parse_pc_name(name).library, "") << name;
    }
}

TEST(GeneratedPc, NamesLibraryAndFolders) {
    const std::string text = generated_pc({"cuda-12.4.pc", "CUDA\nDriver", "stubs"}, "sbsa-linux");

    EXPECT_EQ(text,
              "cudaroot=${pcfiledir}/..\n"
              "libdir=${cudaroot}/targets/sbsa-linux/lib/stubs\n"
              "includedir=${cudaroot}/targets/sbsa-linux/include\n"
              "\n"
              "Name: cuda\n"
              "Description: CUDA\\x0aDriver\n"
              "Version: 12.4\n"
              "Libs: -L${libdir} -lcuda\n"
              "Cflags: -I${includedir}\n");
}

}  // namespace
}  // namespace cudaenv::unpack
