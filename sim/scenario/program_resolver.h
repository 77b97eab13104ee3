// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>

#include "sim/scenario/item_rules.h"
#include "sim/scenario/resolution.h"

namespace pmusim::scenario {

/// Turns names of activities into indices, and activities written in place into further entries.
class ActivityIndex {
 public:
  /// Enters the named activities.
  explicit ActivityIndex(Resolution& r);

  /// @param owner  the item; the place of messages.
  std::size_t index_of(const written_form::ActivityUse& use, NodeId owner);

 private:
  std::size_t index_of_name(const std::string& name, NodeId owner);
  std::size_t append(const ActivitySpec& activity);

  Resolution& r_;
  std::unordered_map<std::string_view, std::size_t> names_;
  std::optional<std::size_t> idle_;  ///< items that give no activity share one
};

/// Resolves the items of one task, vCPU or handler.
class ProgramResolver {
 public:
  /// @param cpus     those that may execute it; contexts are checked against each of their types.
  /// @param handler  where items of a handler run unless they say otherwise.
  ProgramResolver(Resolution& r,
                  ActivityIndex& activities,
                  std::span<const CpuId> cpus,
                  ProgramOwner owner,
                  std::optional<ExecutionContext> handler = {});

  /// @param place  the object that holds `items` under "run".
  [[nodiscard]] std::vector<Item> body(std::span<const written_form::Item> items, NodeId place);
  [[nodiscard]] ExecutionContext context(const written_form::Context& written,
                                         ExceptionLevel standard);

  Item operator()(written_form::Word word);
  Item operator()(const written_form::Run& run);
  Item operator()(const written_form::Msr& msr);
  Item operator()(const written_form::Mrs& mrs);
  Item operator()(const written_form::Ipi& ipi);
  Item operator()(const written_form::CodeUse& use);
  Item operator()(const written_form::Repeat& repeat);
  Item operator()(const written_form::Syscall& syscall);
  Item operator()(const written_form::Sleep& sleep);
  Item operator()(const written_form::Migrate& migrate);
  Item operator()(const written_form::Monitor& monitor);

 private:
  void check_item(const written_form::Item& item, NodeId at);
  /// @return  false, with a problem noted, if the platform has no CPU `target`.
  bool check_cpu_exists(CpuId target, NodeId at);
  void check_slots(NodeId at);
  [[nodiscard]] std::size_t index_of_code(const written_form::CodeUse& use);
  [[nodiscard]] SecurityState standard_security(ExceptionLevel level) const;

  Resolution& r_;
  ActivityIndex& activities_;
  std::vector<const CpuSpec*> kinds_;  ///< one CPU of each type
  std::vector<bool> may_run_on_;       ///< by number of the CPU
  ProgramOwner owner_;
  std::optional<ExecutionContext> handler_;
};

}  // namespace pmusim::scenario
