// SPDX-License-Identifier: MIT
#include "store/receipt.hpp"

#include <gmock/gmock.h>

#include "some_stack.hpp"
#include "support/temp_folder.hpp"

namespace cudaenv::store {
namespace {

using testing::HasSubstr;

Receipt full_receipt() {
    Receipt receipt = some_receipt("12.4.1+cudnn8.9.7");
    receipt.companions = {{"cudnn", "8.9.7.29", "cuda12"}};
    receipt.with = {"nsight_compute"};
    receipt.without = {"demo_suite", "documentation"};
    receipt.build_only = true;
    receipt.catalog_serial = 41;
    receipt.catalog_reviewed = false;
    receipt.files_sha256 = std::string(64, 'b');
    receipt.artifacts.push_back({.id = 2,
                                 .kind = "companion",
                                 .name = "cudnn.tar.xz",
                                 .url = "https://example.invalid/cudnn.tar.xz",
                                 .size_bytes = 7,
                                 .sha256 = std::string(64, 'c'),
                                 .md5 = std::string(32, 'd'),
                                 .verified_by = "md5",
                                 .components = {}});
    receipt.checks = {{"CE102", "MINOR_VERSION_COMPAT", "warn", true}};
    return receipt;
}

constexpr std::string_view kLeast =
    R"({"schema": 1, "stack": "12.4.1", "toolkit": "12.4.1", "files_sha256": "ab")";

std::string with(std::string_view more) {
    return std::string(kLeast) + ", " + std::string(more) + "}";
}

TEST(Receipt, ReadsBackWhatItWrote) {
    const auto read = parse_receipt(to_json(full_receipt()));

    ASSERT_TRUE(read) << read.error().why;
    EXPECT_EQ(*read, full_receipt());
}

TEST(Receipt, WritesKeysInTheDocumentedOrder) {
    const std::string json = to_json(full_receipt());

    std::size_t last = 0;
    for (const char* key : {"\"schema\"", "\"stack\"", "\"requested\"", "\"toolkit\"",
                            "\"platform\"", "\"companions\"", "\"profile\"", "\"with\"",
                            "\"without\"", "\"build_only\"", "\"made_by\"", "\"made_at\"",
                            "\"catalog\"", "\"files_sha256\"", "\"artifacts\"", "\"checks\""}) {
        const auto at = json.find(key);
        ASSERT_NE(at, std::string::npos) << key;
        EXPECT_GT(at + 1, last) << key;
        last = at;
    }
    EXPECT_EQ(json.back(), '\n');
}

TEST(Receipt, WritesAnAbsentMd5AsNull) {
    EXPECT_THAT(to_json(some_receipt("12.4.1")), HasSubstr("\"md5\": null"));
}

TEST(Receipt, ReplacesBytesThatAreNoUtf8) {
    Receipt receipt = full_receipt();
    receipt.requested = "\xff";

    const auto read = parse_receipt(to_json(receipt));

    ASSERT_TRUE(read);
    EXPECT_EQ(read->requested, "\xEF\xBF\xBD");
}

TEST(Receipt, SkipsKeysThatItDoesNotKnowAndDoesWithoutMost) {
    const auto read = parse_receipt(with(R"("future": {"deep": [1, 2]}, "profile": "minimal")"));

    ASSERT_TRUE(read) << read.error().why;
    EXPECT_EQ(read->profile, "minimal");
    EXPECT_TRUE(read->artifacts.empty());
}

class BadReceipt : public testing::TestWithParam<std::string> {};

TEST_P(BadReceipt, IsDamaged) {
    const auto read = parse_receipt(GetParam());

    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Code::damaged);
}

INSTANTIATE_TEST_SUITE_P(
    Receipt, BadReceipt,
    testing::Values(
        "", "{", "[]", "null", "{}", R"({"schema": 1})",
        R"({"schema": 2, "stack": "12.4.1", "toolkit": "12.4.1", "files_sha256": "ab"})",
        R"({"schema": "1", "stack": "12.4.1", "toolkit": "12.4.1", "files_sha256": "ab"})",
        R"({"schema": 1, "stack": "", "toolkit": "12.4.1", "files_sha256": "ab"})",
        R"({"schema": 1, "stack": "12.4.1", "toolkit": "12.4.1"})",
        to_json(full_receipt()).substr(0, 700), with(R"("build_only": "yes")"),
        with(R"("with": [1])"), with(R"("with": "all")"), with(R"("catalog": [])"),
        with(R"("catalog": {"serial": -1})"), with(R"("artifacts": [7])"),
        with(R"("artifacts": [{"name": "no id"}])"), with(R"("artifacts": [{"id": 0}])"),
        with(R"("artifacts": [{"id": 1}, {"id": 1}])"),
        with(R"("artifacts": [{"id": 18446744073709551615}])"),
        with(R"("artifacts": [{"id": 1, "size": "big"}])"), with(R"("checks": [{"forced": 1}])"),
        with("\"stack\": \"\xff\""), std::string(20'000, '['),
        with(R"("checks": )" + std::string(20'000, '['))));

TEST(Receipt, OfAPrefixNamesItsPath) {
    test::TempFolder folder;
    folder.write(".cudaenv/receipt.json", "{");

    const auto damaged = read_receipt(folder.path());
    const auto absent = read_receipt(folder / "nothing");

    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, Code::damaged);
    EXPECT_EQ(damaged.error().at, folder / ".cudaenv/receipt.json");
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().code, Code::not_found);
}

}  // namespace
}  // namespace cudaenv::store
