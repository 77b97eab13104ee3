// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/read_scenario.h"

#include "sim/scenario/input_file.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/recordings.h"
#include "sim/scenario/resolution.h"
#include "sim/scenario/scenario_codec.h"
#include "sim/scenario/written_form.h"

namespace pmusim::scenario {
namespace {

Scenario resolve(ReadContext& in, const written_form::ScenarioFile& file) {
  Scenario out;
  out.name = file.name;
  out.purpose = file.purpose;
  out.seed = file.seed;
  out.expect = file.expect;
  Resolution r{in, file, out};
  if (file.protocol) {
    resolve_protocol(r, *file.protocol);
    return out;
  }
  out.pmu_write_effect = file.pmu_write_effect;
  out.end_ns = file.end_ns;
  resolve_platform(r);
  resolve_kernel(r);
  resolve_memory(r);
  resolve_programs(r);
  resolve_perf(r);
  return out;
}

}  // namespace

Checked<Scenario> read_scenario_file(const std::string& path, std::span<const Override> overrides) {
  auto text = read_regular_file(path, JsonLimits::kBytes);
  if (!text) {
    Problems problems;
    problems.add(text.error());
    return tl::unexpected<Problems>{problems};
  }
  return read_scenario_text(std::move(*text), path, overrides);
}

Checked<Scenario> read_scenario_text(std::string text,
                                     const std::string& file,
                                     std::span<const Override> overrides) {
  Problems problems;
  JsonDocument document;
  const NodeId top = document.parse(std::move(text), file, true, JsonLimits::kDepth, problems);
  if (top == kNoNode) {
    return tl::unexpected<Problems>{problems};
  }
  apply_overrides(document, top, overrides, problems);
  ReadContext in{document, problems};
  in.folder = recordings_folder(file);
  written_form::ScenarioFile written;
  scenario_codec().read(in, top, written);
  Scenario scenario = resolve(in, written);
  if (!problems.empty()) {
    return tl::unexpected<Problems>{problems};
  }
  scenario.file = file;
  return scenario;
}

std::string resolved_json(const Scenario& scenario) {
  const auto& codec = scenario.protocol ? protocol_scenario_codec() : scenario_codec();
  return pretty_json(written(codec, to_written_form(scenario)));
}

}  // namespace pmusim::scenario
