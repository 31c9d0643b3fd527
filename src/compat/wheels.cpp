// SPDX-License-Identifier: MIT
#include "compat/wheels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "compat/lookup.hpp"

namespace cudaenv::compat {

namespace {

using base::Version;

// 12.4 of cu124, 11.8 of cu118, 9.2 of cu92; 13 of cuda13.
Version cuda_of_variant(std::string_view variant) {
    if (variant.starts_with("cuda")) {
        return base::parse_version(variant.substr(4)).value_or(Version{});
    }
    if (!variant.starts_with("cu") || variant.size() < 4) return {};
    const std::string digits(variant.substr(2));
    return base::parse_version(digits.substr(0, digits.size() - 1) + "." + digits.back())
        .value_or(Version{});
}

Version number_of(std::string_view text) {
    return base::parse_version(text).value_or(Version{});
}

std::string floor_for(const Tables& tables, const Version& cuda, bool is_windows) {
    return driver_floor(tables, cuda, is_windows).driver;
}

// The row of exactly that release, else of its line.
const TorchWheelRow* torch_wheel(const Tables& tables, const Framework& framework) {
    const TorchWheelRow* longest = nullptr;
    for (const TorchWheelRow& row : tables.torch_wheels) {
        const bool is_of =
            framework.version == row.line || framework.version.starts_with(row.line + ".");
        if (!is_of || row.variant != framework.variant) continue;
        if (longest == nullptr || longest->line.size() < row.line.size()) longest = &row;
    }
    return longest;
}

std::optional<Wheel> torch(const Tables& tables, const Framework& framework, bool is_windows) {
    const auto release = std::ranges::find(tables.torch, framework.version, &TorchRow::version);
    const TorchWheelRow* row = torch_wheel(tables, framework);
    if (release == tables.torch.end() && row == nullptr) return std::nullopt;
    Wheel wheel;
    wheel.name = fmt::format("torch {}{}{}", framework.version,
                             framework.variant.empty() ? "" : "+", framework.variant);
    wheel.cuda = cuda_of_variant(framework.variant);
    wheel.install = "pip install torch==" + framework.version;
    if (!framework.variant.empty()) {
        wheel.install += " --index-url https://download.pytorch.org/whl/" + framework.variant;
    }
    if (release != tables.torch.end()) {
        wheel.pythons = release->python;
        wheel.python_words = base::join(release->python, ", ");
        wheel.origin = release->origin;
    }
    const bool is_unpublished = release != tables.torch.end() && row == nullptr &&
                                !framework.variant.empty() &&
                                std::ranges::count(release->variants, framework.variant) == 0;
    if (is_unpublished) wheel.variants = release->variants;
    if (row != nullptr) {
        wheel.targets = row->sm;
        wheel.targets.insert(wheel.targets.end(), row->ptx.begin(), row->ptx.end());
        wheel.origin = row->origin;
    }
    wheel.driver_floor = row != nullptr && !is_windows ? row->driver_floor : "";
    if (wheel.driver_floor.empty() && wheel.cuda.count > 0) {
        wheel.driver_floor = floor_for(tables, wheel.cuda, is_windows);
    }
    return wheel;
}

std::optional<Wheel> jax(const Tables& tables, const Framework& framework, bool is_windows) {
    const Version cuda = cuda_of_variant(framework.variant);
    const JaxRow* found = nullptr;
    for (const JaxRow& row : tables.jax) {
        const bool is_before =
            base::compare_numbers(number_of(row.version), number_of(framework.version)) <= 0;
        if (!is_before || (cuda.count > 0 && row.cuda_major.major() != cuda.major())) continue;
        if (found == nullptr || number_of(found->version) <= number_of(row.version)) found = &row;
    }
    if (found == nullptr) return std::nullopt;
    Wheel wheel;
    const std::string extra = fmt::format("cuda{}", found->cuda_major.major());
    wheel.name = fmt::format("jax[{}] {}", extra, framework.version);
    wheel.cuda = found->cuda_major;
    wheel.targets = found->targets;
    wheel.driver_floor = is_windows ? floor_for(tables, wheel.cuda, true) : found->driver_floor;
    wheel.python_words = found->python_required;
    wheel.install = fmt::format("pip install \"jax[{}]=={}\"", extra, framework.version);
    wheel.origin = found->origin;
    return wheel;
}

std::optional<Wheel> tensorflow(const Tables& tables, const Framework& framework, bool is_windows) {
    const auto row = std::ranges::find_if(tables.tensorflow, [&](const TensorflowRow& each) {
        return each.version == framework.version || base::line_of(number_of(each.version)) ==
                                                        base::line_of(number_of(framework.version));
    });
    if (row == tables.tensorflow.end()) return std::nullopt;
    Wheel wheel;
    wheel.name = "tensorflow " + framework.version;
    wheel.cuda = row->cuda;
    wheel.driver_floor = floor_for(tables, wheel.cuda, is_windows);
    wheel.python_words = row->python;
    wheel.install = "pip install tensorflow[and-cuda]==" + framework.version;
    wheel.origin = row->origin;
    return wheel;
}

// "3.9-3.13", "2.7, 3.3-3.6", "3.8".
bool is_in_ranges(std::string_view ranges, const Version& python) {
    for (const std::string_view part : base::split(ranges, ',')) {
        const auto ends = base::split(base::trim(part), '-');
        const Version first = number_of(base::trim(ends.front()));
        const Version last = number_of(base::trim(ends.back()));
        if (base::compare_numbers(first, python) <= 0 && base::compare_numbers(python, last) <= 0)
            return true;
    }
    return false;
}

}  // namespace

std::optional<Wheel> wheel_of(const Tables& tables, const Framework& framework, bool is_windows) {
    if (framework.name == "torch") return torch(tables, framework, is_windows);
    if (framework.name == "jax") return jax(tables, framework, is_windows);
    if (framework.name == "tensorflow") return tensorflow(tables, framework, is_windows);
    return std::nullopt;
}

bool allows_python(const Wheel& wheel, std::string_view python) {
    const bool is_free_threaded = python.ends_with('t');
    std::string_view digits = python;
    if (is_free_threaded) digits.remove_suffix(1);
    const auto number = base::parse_version(digits);
    if (!number || wheel.python_words.empty()) return true;
    const Version line = base::line_of(*number);
    if (!wheel.pythons.empty()) {
        const std::string wanted = to_string(line) + (is_free_threaded ? "t" : "");
        return std::ranges::find(wheel.pythons, wanted) != wheel.pythons.end();
    }
    if (wheel.python_words.starts_with(">=")) {
        return base::compare_numbers(
                   line, number_of(std::string_view(wheel.python_words).substr(2))) >= 0;
    }
    return is_in_ranges(wheel.python_words, line);
}

std::vector<Framework> alternatives(const Tables& tables, const Framework& framework) {
    std::vector<Framework> same, other;
    if (framework.name == "torch") {
        for (const TorchRow& row : tables.torch) {
            std::vector<Framework>& list = row.version == framework.version ? same : other;
            for (const std::string& variant : row.variants)
                list.push_back({"torch", row.version, variant});
        }
    } else if (framework.name == "jax") {
        for (const JaxRow& row : tables.jax) {
            std::vector<Framework>& list = row.version == framework.version ? same : other;
            list.push_back({"jax", row.version, "cuda" + to_string(row.cuda_major)});
        }
    }
    const auto is_newer = [](const Framework& left, const Framework& right) {
        if (left.version != right.version)
            return number_of(left.version) > number_of(right.version);
        return cuda_of_variant(left.variant) > cuda_of_variant(right.variant);
    };
    std::ranges::sort(same, is_newer);
    std::ranges::sort(other, is_newer);
    same.insert(same.end(), other.begin(), other.end());
    return same;
}

}  // namespace cudaenv::compat
