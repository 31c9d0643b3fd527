// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "probe/machine_json.hpp"

namespace cudaenv::compat {
namespace {

using nlohmann::json;

Use use_of(const std::string& text) {
    if (text == "run-ptx") return Use::run_ptx;
    if (text == "build") return Use::build;
    return text == "build-extension" ? Use::build_extension : Use::run;
}

Level level_of(const std::string& verdict) {
    if (verdict == "allow") return Level::allow;
    return verdict == "warn" ? Level::warn : Level::refuse;
}

Question a_question(const json& ask) {
    Question question;
    if (ask.contains("toolkit")) question.stack.toolkit = a_version(ask["toolkit"]);
    if (ask.contains("cudnn")) question.stack.companions.push_back(a_cudnn(ask["cudnn"]));
    if (ask.contains("framework")) question.framework = a_framework(ask["framework"]);
    question.use = use_of(ask.value("use", "run"));
    return question;
}

Case a_case(const json& row) {
    json machine = row["machine"];
    machine["schema"] = 1;
    Case it;
    it.id = row["id"], it.title = row["title"], it.source = row["source"];
    const auto read = probe::from_json(machine.dump(), it.id);
    if (!read) ADD_FAILURE() << it.id << ": " << read.error().what;
    it.machine = read.value_or(probe::Machine{});
    it.question = a_question(row["ask"]);
    it.question.python = it.machine.python;
    it.verdict = level_of(row["verdict"]);
    it.reason = row.value("reason", ""), it.code = row.value("code", "");
    it.also = row.value("also", std::vector<std::string>{});
    it.may = row.value("may", std::vector<std::string>{});
    return it;
}

}  // namespace

std::vector<Case> read_cases(const std::string& name) {
    std::ifstream in(std::string(CUDAENV_CASES) + "/" + name + ".json");
    const json file = json::parse(in, nullptr, false);
    if (!file.is_object()) {
        ADD_FAILURE() << name << ".json is not there, or no JSON";
        return {};
    }
    std::vector<Case> cases;
    for (const json& row : file["cases"]) cases.push_back(a_case(row));
    return cases;
}

base::Version a_version(const std::string& text) {
    const auto version = base::parse_version(text);
    EXPECT_TRUE(version.has_value()) << text;
    return version.value_or(base::Version{});
}

Companion a_cudnn(const std::string& text) {
    const auto slash = text.find('/');
    const std::string build = slash == std::string::npos ? "" : text.substr(slash + 1);
    return {"cudnn", a_version(text.substr(0, slash)), build};
}

Framework a_framework(const std::string& text) {
    static const std::regex shape(
        R"(([a-z]+)(?:\[([a-z0-9]+)\])?==([0-9a-z.]+)(?:\+([a-z0-9]+))?)");
    std::smatch part;
    EXPECT_TRUE(std::regex_match(text, part, shape)) << text;
    return {part[1], part[3], part[2].matched ? part[2] : part[4]};
}

}  // namespace cudaenv::compat
