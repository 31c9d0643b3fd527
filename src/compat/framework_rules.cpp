// SPDX-License-Identifier: MIT
// Rule 5 of cli.md section 14: wheels of PyTorch, JAX and TensorFlow against driver, GPU, Python
// and the toolkit that compiles their extensions.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "compat/lookup.hpp"
#include "compat/rules.hpp"
#include "compat/wheels.hpp"

namespace cudaenv::compat {

namespace {

using base::Version;

Finding below_floor(const Case& given, const Wheel& wheel) {
    Finding finding =
        make_finding(given, "CE101", "DRIVER_BELOW_FLOOR", Level::refuse, wheel.origin);
    finding.title = fmt::format("{} cannot run with this machine's driver", wheel.name);
    finding.found = driver_words(given.machine);
    finding.needs = fmt::format("driver >= {} for any wheel of CUDA {}", wheel.driver_floor,
                                wheel.cuda.major());
    finding.why = "it brings its own CUDA, which needs that driver";
    finding.notes.push_back("cudaenv never changes drivers, nor Python packages");
    return finding;
}

void judge_driver_of(const Case& given, const Wheel& wheel, Findings& findings) {
    const probe::Machine& machine = given.machine;
    if (!machine.driver || machine.driver->version.empty() || wheel.driver_floor.empty()) return;
    if (compare_texts(machine.driver->version, wheel.driver_floor) < 0) {
        findings.push_back(below_floor(given, wheel));
    }
}

enum class Code { native, ptx, none };

Code code_for(const Wheel& wheel, const Version& capability) {
    Code best = Code::none;
    for (const std::string& target : wheel.targets) {
        const Version each = capability_of(target);
        if (each.count == 0) continue;
        const bool is_ptx = target.starts_with("compute_");
        const bool runs =
            is_ptx ? each <= capability : each.major() == capability.major() && each <= capability;
        if (runs && !is_ptx) return Code::native;
        if (runs) best = Code::ptx;
    }
    return best;
}

Finding no_kernel(const Case& given, const Wheel& wheel, const probe::Gpu& gpu, bool is_all) {
    Finding finding = make_finding(given, "CE505", "WHEEL_NO_KERNEL_FOR_GPU",
                                   is_all ? Level::refuse : Level::warn, wheel.origin);
    finding.title = fmt::format("{} carries no code for this GPU", wheel.name);
    finding.found = words_of(gpu);
    finding.needs = fmt::format("a wheel with {}; this one has {}", target_of(*gpu.cc),
                                base::join(wheel.targets, " "));
    finding.why = "programs stop with \"no kernel image is available for execution on the device\"";
    return finding;
}

Finding ptx_only(const Case& given, const Wheel& wheel, const probe::Gpu& gpu) {
    Finding finding = make_finding(given, "CE505", "WHEEL_PTX_ONLY", Level::warn, wheel.origin);
    finding.title = fmt::format("{} has only PTX for this GPU", wheel.name);
    finding.found = words_of(gpu);
    finding.needs = fmt::format("a wheel with {} for a quick start", target_of(*gpu.cc));
    finding.why =
        "the driver compiles it at the first start, which takes minutes, and NVIDIA's "
        "libraries inside may lack the GPU";
    return finding;
}

void judge_code_of(const Case& given, const Wheel& wheel, Findings& findings) {
    if (wheel.targets.empty()) return;
    const std::vector<probe::Gpu> gpus = known_gpus(given.machine);
    const bool is_all = std::ranges::all_of(
        gpus, [&](const probe::Gpu& gpu) { return code_for(wheel, *gpu.cc) == Code::none; });
    for (const probe::Gpu& gpu : gpus) {
        const Code code = code_for(wheel, *gpu.cc);
        if (code == Code::none) findings.push_back(no_kernel(given, wheel, gpu, is_all));
        if (code == Code::ptx) findings.push_back(ptx_only(given, wheel, gpu));
    }
}

void judge_python_of(const Case& given, const Wheel& wheel, Findings& findings) {
    if (given.question.python.empty() || allows_python(wheel, given.question.python)) return;
    Finding finding = make_finding(given, "CE505", "WHEEL_PYTHON", Level::refuse, wheel.origin);
    finding.title = fmt::format("there is no wheel of {} for this Python", wheel.name);
    finding.found = "Python " + given.question.python;
    finding.needs = "Python " + wheel.python_words;
    finding.why = "pip finds no matching distribution";
    findings.push_back(std::move(finding));
}

void judge_extension(const Case& given, const Wheel& wheel, Findings& findings) {
    const auto& toolkit = given.question.stack.toolkit;
    if (given.question.use != Use::build_extension || !toolkit || wheel.cuda.count == 0) return;
    const bool is_major = toolkit->major() != wheel.cuda.major();
    const bool is_minor = wheel.cuda.count > 1 && toolkit->minor() != wheel.cuda.minor();
    if (!is_major && !is_minor) return;
    Finding finding = make_finding(
        given, "CE501", is_major ? "EXTENSION_MAJOR_MISMATCH" : "EXTENSION_MINOR_MISMATCH",
        is_major ? Level::refuse : Level::warn, wheel.origin);
    finding.title =
        fmt::format("{} was built for CUDA {}; the extension would be compiled with {}", wheel.name,
                    to_string(wheel.cuda), to_string(base::line_of(*toolkit)));
    finding.found = "CUDA " + to_string(*toolkit);
    finding.needs =
        is_major ? fmt::format("any CUDA {}.x, best {}", wheel.cuda.major(),
                               to_string(base::line_of(wheel.cuda)))
                 : fmt::format("CUDA {} for an exact match", to_string(base::line_of(wheel.cuda)));
    finding.why = is_major ? "its build tools refuse another CUDA major"
                           : "its build tools warn of another minor; it mostly works";
    findings.push_back(std::move(finding));
}

Finding unknown_framework(const Case& given) {
    const Framework& framework = *given.question.framework;
    Finding finding = make_finding(given, "CE505", "", Level::note, Origin{"", Confidence::low});
    finding.title =
        fmt::format("cudaenv knows nothing of {} {}", framework.name, framework.version);
    finding.found = "no row in the tables";
    finding.needs = "a release of torch, jax or tensorflow that the tables hold";
    finding.why = "nothing is refused by guess";
    finding.source = "cudaenv";
    return finding;
}

// The wheels that may be meant: without a variant every one of the release, newest CUDA first.
std::vector<Framework> meant_by(const Tables& tables, const Framework& framework) {
    if (!framework.variant.empty()) return {framework};
    std::vector<Framework> meant = alternatives(tables, framework);
    std::erase_if(meant, [&](const Framework& each) { return each.version != framework.version; });
    if (meant.empty()) meant.push_back(framework);
    return meant;
}

void judge_variant_of(const Case& given, const Wheel& wheel, Findings& findings) {
    if (wheel.variants.empty()) return;
    Finding finding = make_finding(given, "CE505", "", Level::note, wheel.origin);
    finding.title = fmt::format("{} is not among the published wheels", wheel.name);
    finding.found = "published: " + base::join(wheel.variants, ", ");
    finding.needs = "one of these";
    finding.why = "what cannot be had cannot be judged: its driver, GPU and Python are guessed";
    findings.push_back(std::move(finding));
}

Findings judge_wheel(const Case& given, const Wheel& wheel) {
    Findings findings;
    judge_driver_of(given, wheel, findings);
    judge_code_of(given, wheel, findings);
    judge_python_of(given, wheel, findings);
    judge_extension(given, wheel, findings);
    judge_variant_of(given, wheel, findings);
    return findings;
}

Level worst_of(const Findings& findings) {
    return Verdict{findings}.level();
}

}  // namespace

// Of several wheels that may be meant the one that fits best counts.
void judge_framework(const Case& given, Findings& findings) {
    if (!given.question.framework) return;
    std::optional<Findings> best;
    for (const Framework& framework : meant_by(given.tables, *given.question.framework)) {
        const auto wheel = wheel_of(given.tables, framework, has_windows_driver(given.machine));
        if (!wheel) continue;
        Findings found = judge_wheel(given, *wheel);
        if (!best || worst_of(found) < worst_of(*best)) best = std::move(found);
    }
    if (!best) best = Findings{unknown_framework(given)};
    findings.insert(findings.end(), best->begin(), best->end());
}

}  // namespace cudaenv::compat
