// SPDX-License-Identifier: MIT
#include "unpack/manifest_xml.hpp"

#include <gtest/gtest.h>

namespace cudaenv::unpack {
namespace {

std::string main_package(const std::string& inside) {
    return "<?xml version=\"1.0\"?><package id=\"main\" name=\"main\">" + inside + "</package>";
}

std::string why_not(const std::string& xml) {
    const auto manifest = parse_manifest(xml);
    return manifest ? "accepted" : manifest.error().what + ": " + manifest.error().why;
}

TEST(ParseManifest, ReadsNestedPackages) {
    const auto manifest = parse_manifest(main_package(R"(
        <package name="CUDA Toolkit 12.4"><installPath>/usr/local/cuda-12.4</installPath>
          <package name="nsight"><buildPath>./builds/nsight_compute/</buildPath>
            <file dir="nsight-compute-2024.1.1/">.*</file><priority>3</priority>
          </package>
          <package name="cudart"><buildPath>./builds/cuda_cudart/</buildPath>
            <dir>bin</dir><file> lib/.* </file>
            <pcfile description="Runtime &amp; more" subdir="/stubs/">cuda-12.4.pc</pcfile>
          </package>
        </package>)"));

    ASSERT_TRUE(manifest.has_value()) << manifest.error().why;
    ASSERT_EQ(manifest->packages.size(), 4U);
    const auto& nsight = manifest->packages[2];
    EXPECT_EQ(nsight.build_folder, "builds/nsight_compute");
    ASSERT_EQ(nsight.files.size(), 1U);
    EXPECT_EQ(nsight.files[0].folder, "nsight-compute-2024.1.1");
    const auto& cudart = manifest->packages[3];
    ASSERT_EQ(cudart.files.size(), 1U);
    EXPECT_TRUE(cudart.files[0].pattern.matches("lib/x"));
    ASSERT_EQ(cudart.pc_files.size(), 1U);
    EXPECT_EQ(cudart.pc_files[0].name, "cuda-12.4.pc");
    EXPECT_EQ(cudart.pc_files[0].description, "Runtime & more");
    EXPECT_EQ(cudart.pc_files[0].subdir, "stubs");
}

TEST(ParseManifest, LeavesOutDriverAndKernelObjects) {
    const auto manifest = parse_manifest(main_package(
        R"(<package name="Driver"/><package name="Kernel Objects"><package name="nvidia-fs"/></package>
           <package name="Toolkit"/>)"));

    ASSERT_TRUE(manifest.has_value());
    std::vector<bool> left_out;
    for (const auto& package : manifest->packages) left_out.push_back(package.is_left_out);
    EXPECT_EQ(left_out, (std::vector<bool>{false, true, true, true, false}));
}

TEST(ParseManifest, NotesRulesThatItDoesNotUnderstand) {
    const auto manifest = parse_manifest(main_package("<file>(a|b)</file><file>c</file>"));

    ASSERT_TRUE(manifest.has_value());
    EXPECT_EQ(manifest->packages[0].files.size(), 1U);
    ASSERT_EQ(manifest->notes.size(), 1U);
    EXPECT_NE(manifest->notes[0].find("(a|b)"), std::string::npos);
}

TEST(ParseManifest, IgnoresADocumentOfAnotherKind) {
    const auto manifest = parse_manifest("<html><file>.*</file></html>");

    ASSERT_TRUE(manifest.has_value());
    EXPECT_TRUE(manifest->packages.empty());
    EXPECT_EQ(manifest->notes.size(), 1U);
}

TEST(ParseManifest, RefusesDocumentTypes) {
    const std::string bomb = "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]>";

    EXPECT_NE(why_not(bomb + "<a id='main'>&c;</a>").find("document type"), std::string::npos);
    EXPECT_NE(why_not("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>").find("document type"),
              std::string::npos);
}

TEST(ParseManifest, RefusesFoldersThatAreNotSafe) {
    for (const char* inside :
         {"<file dir='../x'>a</file>", "<file dir='/etc'>a</file>", "<buildPath>../../</buildPath>",
          "<buildPath>/builds/</buildPath>"}) {
        EXPECT_NE(why_not(main_package(inside)).find("names the folder"), std::string::npos)
            << inside;
    }
}

TEST(ParseManifest, RefusesWhatIsNoXml) {
    for (const char* xml :
         {"", "text", "<a id='main'>", "<a id='main'><b></a>", "<a id='main'>&nosuch;</a>"}) {
        EXPECT_NE(why_not(xml).find("well-formed"), std::string::npos) << xml;
    }
}

TEST(ParseManifest, BoundsDepth) {
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += "<a id='main'>";

    EXPECT_NE(why_not(deep).find("absurdly large"), std::string::npos);
    EXPECT_NE(why_not(deep + "<b/>").find("absurdly large"), std::string::npos);
}

}  // namespace
}  // namespace cudaenv::unpack
