// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "sim/cli/commands/commands.h"
#include "sim/cli/messages.h"
#include "sim/engine/catalogue/explanation.h"
#include "sim/engine/catalogue/registers.h"
#include "sim/report/grid.h"
#include "sim/report/register_listing.h"

namespace pmusim::cli {
namespace {

std::string attr_text(const engine::Explanation& explanation) {
  std::string text = "\nperf_event_attr\n";
  for (const auto& [field, value] : explanation.attr) {
    text += field.starts_with("config") ? fmt::format("  {} = {:#x}\n", field, value) : "";
  }
  std::string excludes;
  for (const auto& [field, value] : explanation.attr) {
    if (!field.starts_with("config") && value != 0) {
      excludes += (excludes.empty() ? "" : ", ") + field;
    }
  }
  return text + fmt::format("  {}\n", excludes.empty() ? "no exclude bits" : excludes);
}

/// Where counting and promise differ is what a reader looks for.
std::string_view verdict(bool counted, bool intended) {
  if (counted == intended) {
    return "";
  }
  return counted ? "counted, though not intended" : "intended, but not counted";
}

std::string promise(const engine::ContextRow& row) {
  if (!row.intended) {
    return "no promise";
  }
  return *row.intended ? "yes" : "no";
}

std::string contexts_text(const engine::Explanation& explanation) {
  report::Grid grid{{{"context"}, {"who runs there"}, {"filter"}, {"intended by perf"}, {""}}, 2};
  for (const engine::ContextRow& row : explanation.contexts) {
    grid.row({fmt::format("{} {}", to_string(row.context.security), to_string(row.context.level)),
              row.who,
              row.filter_counts ? "counts" : "-",
              promise(row),
              std::string{verdict(row.filter_counts, row.intended.value_or(row.filter_counts))}});
  }
  return "\nContexts\n" + grid.text();
}

std::string guest_text(const engine::Explanation& explanation) {
  report::Grid grid{{{"stretch"}, {"counted"}, {"intended"}, {""}}, 2};
  for (const engine::GuestRow& row : explanation.guest) {
    grid.row({std::string{row.meaning},
              row.counted ? "yes" : "-",
              row.intended ? "yes" : "no",
              std::string{verdict(row.counted, row.intended)}});
  }
  return "\nAround a KVM guest\n" + grid.text();
}

std::string tracking_text(const engine::GuestTracking& tracking) {
  return fmt::format(
      "\nKVM tracks the counter in: {}\n{}",
      to_string(tracking.set),
      tracking.deferred
          ? "The host driver leaves the counter disabled; only KVM's switch can enable it.\n"
          : "");
}

}  // namespace

void add_explain_options(OptionTable& options) {
  options.add_options()                             //
      ("vhe", "the host kernel runs at EL2 (VHE)")  //
      ("guest", "show the way into a KVM guest and back, too");
}

ExitCode explain_event(const Arguments& arguments, Streams& streams) {
  const bool vhe = arguments.has("vhe");
  const Result<engine::Explanation> explanation = engine::explain(arguments.words().front(), vhe);
  if (!explanation) {
    return report_error(streams.err, explanation.error());
  }
  const RegDesc& type = engine::event_type_register();
  streams.out << fmt::format("{}: {}, {} kernel\n",
                             explanation->text,
                             explanation->event_name,
                             vhe ? "VHE" : "nVHE")
              << attr_text(*explanation)
              << fmt::format("\n{} = {:#018x}\n", type.name, explanation->event_type)
              << report::decoded_fields(type, explanation->event_type, 2)
              << contexts_text(*explanation) << tracking_text(explanation->tracking)
              << (arguments.has("guest") ? guest_text(*explanation) : "");
  return ExitCode::fine;
}

}  // namespace pmusim::cli
