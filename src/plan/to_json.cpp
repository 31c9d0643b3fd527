// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "fetch/session.hpp"
#include "plan/recipe.hpp"

namespace cudaenv::plan {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json json_of(const Artifact& artifact) {
    Json urls = Json::array();
    for (const std::string& url : artifact.urls) urls.push_back(fetch::without_secrets(url));
    return {{"id", artifact.id},
            {"kind", to_string(artifact.kind)},
            {"name", artifact.name},
            {"urls", urls},
            {"path", artifact.cache_path},
            {"size", artifact.size_bytes ? Json(*artifact.size_bytes) : Json(nullptr)},
            {"sha256", text_or_null(artifact.sha256)},
            {"md5", text_or_null(artifact.md5)},
            {"is_cached", artifact.is_cached},
            {"is_borrowed", artifact.is_borrowed},
            {"is_renewed", artifact.is_renewed},
            {"partial_bytes", artifact.partial_bytes},
            {"component", text_or_null(artifact.component)},
            {"component_version", text_or_null(artifact.component_version)}};
}

Json json_of(const std::vector<Artifact>& artifacts) {
    Json list = Json::array();
    for (const Artifact& artifact : artifacts) list.push_back(json_of(artifact));
    return list;
}

// One object for each kind of step.
struct StepJson {
    Json operator()(const Fetch& step) const {
        return {{"step", "fetch"}, {"artifacts", Json::array({json_of(step.artifact)})}};
    }
    Json operator()(const Install& step) const {
        return {{"step", "install"},
                {"stack", step.receipt.stack},
                {"requested", step.receipt.requested},
                {"platform", step.receipt.platform},
                {"profile", step.receipt.profile},
                {"build_only", step.receipt.build_only},
                {"replace", step.replace},
                {"keep_archives", step.keep_archives},
                {"base", text_or_null(step.base)},
                {"left_out", step.left_out},
                {"artifacts", json_of(step.artifacts)}};
    }
    Json operator()(const Uninstall& step) const {
        return {{"step", "uninstall"}, {"stack", step.stack}};
    }
    Json operator()(const Adopt& step) const {
        return {{"step", "adopt"}, {"name", step.name}, {"target", step.target}};
    }
    Json operator()(const DropAdopted& step) const {
        return {{"step", "drop_adopted"}, {"name", step.name}};
    }
    Json operator()(const CollectGarbage& step) const {
        return {{"step", "collect_garbage"},
                {"objects", step.objects},
                {"bytes", step.bytes},
                {"wait", step.wait}};
    }
    Json operator()(const Repair& step) const {
        return {{"step", "repair"},
                {"stack", step.stack},
                {"reinstall", step.reinstall ? (*this)(*step.reinstall) : Json(nullptr)}};
    }
    Json operator()(const Heal& /*step*/) const { return {{"step", "heal"}}; }
    Json operator()(const Rehash& /*step*/) const { return {{"step", "rehash"}}; }
};

}  // namespace

std::string to_json(const Plan& plan) {
    Json steps = Json::array();
    for (const Step& step : plan.steps) steps.push_back(std::visit(StepJson{}, step));
    const Json json = {{"root", plan.root},
                       {"steps", steps},
                       {"notes", plan.notes},
                       {"archives", plan.archives},
                       {"fetch_bytes", plan.fetch_bytes},
                       {"unpacked_bytes", plan.unpacked_bytes},
                       {"needed_bytes", plan.needed_bytes},
                       {"free_bytes", plan.free_bytes}};
    // Paths are bytes: what is not UTF-8 must not throw.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cudaenv::plan
