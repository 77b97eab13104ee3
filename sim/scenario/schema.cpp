// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {

std::string schema_json() {
  SchemaWriter out;
  out.json.begin_object();
  out.json.key("$schema");
  out.json.text("http://json-schema.org/draft-07/schema#");
  out.json.key("title");
  out.json.text("pmusim scenario, format 1");
  scenario_codec().write_schema_body(out);
  out.json.key("definitions");
  out.json.begin_object();
  out.write_definitions();
  out.json.end_object();
  out.json.end_object();
  return pretty_json(out.json.take());
}

}  // namespace pmusim::scenario
