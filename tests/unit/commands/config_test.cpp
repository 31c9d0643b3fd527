// SPDX-License-Identifier: MIT
#include "commands/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temp_folder.hpp"

namespace cudaenv::commands {
namespace {

sys::Env env_of(std::map<std::string, std::string, std::less<>> values) {
    return sys::Env(std::move(values));
}

Result<Config> load_text(std::string_view text,
                         std::map<std::string, std::string, std::less<>> env = {}) {
    const test::TempFolder folder;
    env.emplace("HOME", "/home/me");
    return load_config(env_of(std::move(env)), folder.write("config.toml", text), false);
}

TEST(LoadConfig, WithoutAFileEverythingHasItsDefault) {
    const auto config = load_config(env_of({{"HOME", "/nowhere"}}), std::nullopt, true);

    ASSERT_TRUE(config);
    EXPECT_EQ(config->net.jobs, 4U);
    EXPECT_EQ(config->cache.max_size_bytes, 20ULL << 30U);
    EXPECT_EQ(config->auto_install, "ask");
    EXPECT_THAT(config->mirrors, testing::ElementsAre("https://developer.download.nvidia.com"));
    EXPECT_EQ(config->check.driver, "refuse");
}

TEST(LoadConfig, ReadsEveryKindOfKey) {
    const auto config = load_text(
        "root = \"~/cuda\"\nuse_xdg = true\nmode = \"shims\"\nsystem_roots = [\"~/shared\", "
        "\"/opt/c\"]\n"
        "[env]\nld_library_path = \"never\"\n[cache]\nmax_size = \"512MiB\"\n[net]\ntimeout = 5\n"
        "[lock]\nmode = \"mkdir\"\n");

    ASSERT_TRUE(config) << config.error().what;
    EXPECT_EQ(config->root, "/home/me/cuda");
    EXPECT_TRUE(config->use_xdg);
    EXPECT_EQ(config->hot.mode, "shims");
    EXPECT_THAT(config->hot.system_roots, testing::ElementsAre("/home/me/shared", "/opt/c"));
    EXPECT_EQ(config->hot.ld_library_path, hot::LibraryPathMode::never);
    EXPECT_EQ(config->cache.max_size_bytes, 512ULL << 20U);
    EXPECT_EQ(config->net.timeout_s, 5U);
    EXPECT_EQ(config->lock.mode, sys::LockMode::mkdir);
}

TEST(LoadConfig, TheEnvironmentRulesButIsNotStored) {
    const auto config = load_text("system_roots = [\"/opt/a\"]\n[net]\njobs = 8\n",
                                  {{"CUDAENV_JOBS", "2"},
                                   {"CUDAENV_SYSTEM_ROOTS", "/opt/b:/opt/c"},
                                   {"CUDAENV_MIRROR", "https://m1  https://m2"}});

    ASSERT_TRUE(config);
    EXPECT_EQ(config->net.jobs, 2U);
    EXPECT_THAT(config->hot.system_roots, testing::ElementsAre("/opt/b", "/opt/c"));
    EXPECT_THAT(config->stored.system_roots, testing::ElementsAre("/opt/a"));
    EXPECT_THAT(config->mirrors, testing::ElementsAre("https://m1", "https://m2"));
}

TEST(LoadConfig, WrongKindsNameFileLineAndNeed) {
    const auto config = load_text("\n[net]\njobs = \"many\"\n");

    ASSERT_FALSE(config);
    EXPECT_EQ(config.error().code, Code::usage);
    EXPECT_THAT(config.error().at, testing::EndsWith("config.toml:3"));
    EXPECT_EQ(config.error().needs, "a whole number");
    for (const char* text :
         {"[net]\njobs = -1\n", "mode = 1\n", "mirrors = \"x\"\n", "use_xdg = 1\n",
          "[lock]\nmode = \"magic\"\n", "[cache]\nmax_size = \"99999999999TiB\"\n"})
        EXPECT_FALSE(load_text(text)) << text;
}

TEST(ConfigKeys, EachCanBeShownAndTakenBack) {
    const auto config = load_text("");
    ASSERT_TRUE(config);
    for (const std::string& key : config_keys()) {
        const auto value = config_value(*config, key);
        ASSERT_TRUE(value) << key;
        const auto* text = std::get_if<std::string>(&*value);
        const auto again = parse_config_value(key, text != nullptr ? *text : to_toml(*value));
        EXPECT_TRUE(again && *again == *value) << key;
    }
}

TEST(ParseConfigValue, AListIsTomlOrOneElement) {
    using List = std::vector<std::string>;
    EXPECT_EQ(parse_config_value("mirrors", "https://m").value(), SettingValue(List{"https://m"}));
    EXPECT_EQ(parse_config_value("mirrors", "[\"a\", \"b\"]").value(),
              SettingValue(List{"a", "b"}));
    EXPECT_FALSE(parse_config_value("mirrors", "[\"a\""));
}

TEST(WriteConfigValue, MakesTheFileAndItsFolders) {
    const test::TempFolder folder;
    const std::string file = folder / "a/b/config.toml";

    ASSERT_TRUE(write_config_value(file, "net.jobs", SettingValue(std::int64_t{8})));
    EXPECT_EQ(folder.read("a/b/config.toml"), "[net]\njobs = 8\n");
    ASSERT_TRUE(write_config_value(folder / "none.toml", "net.jobs", std::nullopt));
    EXPECT_FALSE(std::filesystem::exists(folder / "none.toml"));
}

}  // namespace
}  // namespace cudaenv::commands
