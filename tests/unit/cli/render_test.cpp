// SPDX-License-Identifier: MIT
#include "cli/render.hpp"

#include <gtest/gtest.h>

namespace cudaenv::cli {
namespace {

compat::Finding a_finding(compat::Level level) {
    return {"CE102",
            "MINOR_VERSION_COMPAT",
            level,
            "the driver is older",
            "550.54",
            "570.124",
            "PTX is refused",
            {"cudaenv install 12.4"},
            {},
            "release notes"};
}

// A command that one of its findings stopped.
commands::Report a_refusal() {
    commands::Report report;
    report.findings = {a_finding(compat::Level::refuse), a_finding(compat::Level::note)};
    report.error = fail(Code::refused, "the driver is older").value();
    report.error->ce = "CE102";
    return report;
}

TEST(Render, AnErrorHasItsCodeAndAllItsLines) {
    const base::Failure failure = fail(Code::checksum, "checksum does not match")
                                      .at("https://host/file")
                                      .values("9b12", "3f0c")
                                      .why("the bytes differ")
                                      .try_("cudaenv install --no-cache 12.4.1")
                                      .note("twice now");

    const Rendered rendered = render(failure.value(), Look{});

    EXPECT_EQ(rendered.err,
              "cudaenv: error[CE602]: checksum does not match\n"
              "  at:    https://host/file\n"
              "  found: 9b12\n"
              "  needs: 3f0c\n"
              "  why:   the bytes differ\n"
              "  try:   cudaenv install --no-cache 12.4.1\n"
              "  note:  twice now\n");
    EXPECT_EQ(rendered.out, "");
    EXPECT_EQ(rendered.exit, 6);
}

TEST(Render, FindingsAreErrorsWarningsAndNotes) {
    commands::Report report;
    report.findings = {a_finding(compat::Level::refuse), a_finding(compat::Level::warn),
                       a_finding(compat::Level::note), a_finding(compat::Level::allow)};
    report.exit = 4;

    const Rendered rendered = render(report, Look{});

    const std::string lines =
        "the driver is older\n  found: 550.54\n  needs: 570.124\n  why:   PTX is refused\n"
        "  try:   cudaenv install 12.4\n";
    EXPECT_EQ(rendered.err, "cudaenv: error[CE102]: " + lines + "cudaenv: warning[CE102]: " +
                                lines + "cudaenv: note[CE102]: " + lines);
    EXPECT_EQ(rendered.exit, 4);
}

TEST(Render, JsonHoldsFindingsInTheirShape) {
    commands::Report report;
    report.json = R"({"a":1})";
    report.findings = {a_finding(compat::Level::refuse)};
    Look look;
    look.format = Format::json;

    EXPECT_EQ(
        render(report, look).out,
        R"({"schema":1,"ok":true,"data":{"a":1},"findings":[{"code":"CE102","found":"550.54",)"
        R"("level":"fail","needs":"570.124","reason":"MINOR_VERSION_COMPAT",)"
        R"("source":"release notes","title":"the driver is older",)"
        R"("try":["cudaenv install 12.4"],"why":"PTX is refused"}]})"
        "\n");
}

TEST(Render, JsonHasCommandsWithoutTheRemarksForPeople) {
    commands::Report report;
    report.findings = {a_finding(compat::Level::warn)};
    report.findings[0].try_ = {"cudaenv install 12.9   newest that runs here"};
    Look look;
    look.format = Format::json;

    EXPECT_NE(render(report, look).out.find(R"("try":["cudaenv install 12.9"])"),
              std::string::npos);
}

TEST(Render, AnErrorThatIsAFindingIsSaidOnce) {
    const Rendered rendered = render(a_refusal(), Look{});

    EXPECT_EQ(rendered.exit, 4);
    EXPECT_EQ(rendered.err.find("error[CE102]"), rendered.err.rfind("error[CE102]"));
    EXPECT_NE(rendered.err.find("note[CE102]"), std::string::npos);
}

TEST(Render, JsonHasTheErrorWithItsFindingsCode) {
    Look look;
    look.format = Format::json;

    const std::string out = render(a_refusal(), look).out;

    EXPECT_NE(out.find(R"("error":{"code":"CE102","exit":4,)"), std::string::npos) << out;
    EXPECT_NE(out.find(R"("ok":false,"data":null)"), std::string::npos) << out;
}

TEST(Render, FindingsThatWereToldAreNotSaidAgain) {
    commands::Report report;
    report.findings = {a_finding(compat::Level::warn)};
    report.are_findings_told = true;

    EXPECT_EQ(render(report, Look{}).err, "");

    Look look;
    look.format = Format::json;
    EXPECT_NE(render(report, look).out.find("CE102"), std::string::npos);
}

TEST(Render, JsonSurvivesBytesThatAreNotUtf8) {
    Look look;
    look.format = Format::json;

    const Rendered rendered = render(fail(Code::files, "no \xff").value(), look);

    EXPECT_NE(rendered.out.find("no \xEF\xBF\xBD"), std::string::npos);
    EXPECT_EQ(rendered.exit, 7);
}

TEST(Render, OutIsByteForByteWhateverItHolds) {
    commands::Report report;
    report.out = "/x/\xff\033\n";

    EXPECT_EQ(render(report, Look{}).out, "/x/\xff\033\n");
}

TEST(Render, InternalErrorsSaySo) {
    EXPECT_EQ(render(fail(Code::bug, "impossible").value(), Look{}).err,
              "cudaenv: error: internal error: impossible\n");
}

}  // namespace
}  // namespace cudaenv::cli
