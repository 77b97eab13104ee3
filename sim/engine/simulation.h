// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/cpu/clock_domain_module.h"
#include "models/cpu/cpu_module.h"
#include "models/cpu/cpu_watch.h"
#include "sim/engine/cpu_unit.h"
#include "sim/engine/engine.h"
#include "sim/engine/linux/linux_software.h"
#include "sim/engine/vcd_module.h"

namespace pmusim::engine {

/// A platform in SystemC, from elaboration to its end.
class Simulation final : public CpuWatch, public IpiPort {
 public:
  /// @error as engine::run
  static Checked<std::unique_ptr<Simulation>> create(const scenario::Scenario& scenario,
                                                     const RunOptions& options);

  /// Runs until all tasks are over, the scenario's end, or a stop request.
  /// @error io  the wave file could not be written; the run itself is complete
  Result<void> run();

  [[nodiscard]] const std::vector<std::unique_ptr<CpuUnit>>& units() const { return units_; }

  /// The memory of programs, or nothing.
  [[nodiscard]] const CodeMemory* memory() const { return memory_.get(); }

  /// The modelled Linux, or nothing.
  [[nodiscard]] LinuxSoftware* linux_software() const { return linux_.get(); }

  [[nodiscard]] Picoseconds end() const { return end_; }

  [[nodiscard]] bool was_stopped() const { return stopped_; }

  /// The modelled Linux could not go on, and ended the run, or a program could not, and ended its
  /// task; the notes say why.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  void resumed(const Cpu& cpu) override;
  void passed() override;
  void send(CpuId sender, CycleTime at, CpuId target) override;

 private:
  Simulation(const scenario::Scenario& scenario,
             const RunOptions& options,
             ActivityFactory activities);

  Result<void> build();
  Result<void> build_units();
  Result<void> build_linux();
  Result<void> build_waves();
  void build_processes();
  void build_cpu_process(CpuUnit& unit);
  void build_domain_process(CpuUnit& unit);
  [[nodiscard]] bool may_run_ahead(CpuId cpu) const;

  [[nodiscard]] WatchKind watch_kind() const {
    return waves_ ? WatchKind::all : WatchKind::sleeping_only;
  }

  void catch_up_with_the_furthest();
  void catch_up(CpuUnit& unit);
  void notify(const CpuUnit& unit, CycleTime edge);
  void finish();
  Result<void> close_waves();
  void write_notes();

  [[nodiscard]] bool nothing_more_can_happen() const;
  [[nodiscard]] bool linux_has_ended() const;
  void report_progress();

  const scenario::Scenario& scenario_;
  const RunOptions& options_;
  ActivityFactory activities_;
  Picoseconds limit_;
  bool handlers_send_ipis_{};
  bool migrates_{};

  std::unique_ptr<CodeMemory> memory_;  ///< nothing where no program runs
  ActivityCopies copies_;
  std::unique_ptr<LinuxSoftware> linux_;  ///< code on the CPUs refers to it
  std::vector<std::unique_ptr<CpuUnit>> units_;
  std::vector<std::unique_ptr<CpuModule>> cpu_modules_;  ///< by CPU; span mode
  std::map<std::uint32_t, std::unique_ptr<ClockDomainModule>>
      domains_;                       ///< by frequency; cycle mode
  std::unique_ptr<VcdModule> waves_;  ///< nothing when off

  bool over_{};
  bool stopped_{};
  bool gave_up_{};
  Picoseconds end_;
  std::vector<std::string> notes_;
  std::uint64_t polls_{};
  std::chrono::steady_clock::time_point last_progress_{std::chrono::steady_clock::now()};
};

}  // namespace pmusim::engine
