// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "models/common/result.h"
#include "sim/engine/cpu_unit.h"
#include "sim/engine/engine.h"
#include "sim/engine/vcd_signals.h"

namespace pmusim::engine {

/// Writes waves: looks at each CPU when it was resumed, and when an interrupt becomes pending, and
/// shows what has changed. Counters are sampled when something else changed, so that the file grows
/// with what happens, not with time.
class VcdModule final : public sc_core::sc_module {
 public:
  /// Brings a CPU to the present instant, where it does not get there by itself.
  using CatchUp = std::function<void(CpuUnit&)>;

  /// @error io  the file cannot be created
  static Result<std::unique_ptr<VcdModule>> create(
      const VcdOptions& options,
      const std::vector<std::unique_ptr<CpuUnit>>& units,
      CatchUp catch_up);
  VcdModule(const VcdModule&) = delete;
  VcdModule& operator=(const VcdModule&) = delete;
  ~VcdModule() override;

  /// The CPU was resumed at this instant.
  void sample(CpuId cpu);

  /// Completes the file. @error io  it could not be written
  Result<void> close();

 private:
  struct Scope {
    CpuUnit* unit{};
    std::vector<VcdSignal> controls;
    std::vector<VcdSignal> counters;
    std::vector<std::uint64_t> seen;   ///< controls at the last change
    std::vector<sc_dt::uint64> now;    ///< all signals at the last change
    std::vector<sc_dt::uint64> shown;  ///< what the file follows; never moves
    CycleTime next_pending{kNever};
  };

  VcdModule(const VcdOptions& options, CatchUp catch_up);

  SC_HAS_PROCESS(VcdModule);

  void add(CpuUnit& unit);
  void on_pending();
  void on_window();
  void look(Scope& scope);
  void await_pending(Scope& scope);
  [[nodiscard]] bool is_open() const;

  VcdOptions options_;
  CatchUp catch_up_;
  std::string raw_file_;  ///< as SystemC writes it
  sc_core::sc_trace_file* trace_{};
  std::vector<Scope> scopes_;
  sc_core::sc_event pending_{"pending"};
  sc_core::sc_event window_{"window"};
};

}  // namespace pmusim::engine
