// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernel_model/kvm/kvm_config.h"
#include "kernel_model/kvm/world_switch.h"
#include "kernel_model/sched/kernel.h"
#include "models/common/software.h"

namespace pmusim::kernel {

/// What a vCPU does next.
struct GuestOperation {
  enum class Kind : std::uint8_t {
    run,           ///< `cycles` of `work` in the guest, at `level`
    fixup_exit,    ///< an exit that the hypervisor fixes itself
    exit,          ///< an exit that the host kernel handles
    exit_to_user,  ///< an exit that KVM_RUN returns for
    user,          ///< `cycles` of `work` in the virtual machine monitor, in host user space
  };
  Kind kind{Kind::run};
  ExceptionLevel level{ExceptionLevel::el1};
  Work* work{};
  Cycles cycles;
};

/// Where a vCPU's operations come from.
class GuestProgram {
 public:
  GuestProgram() = default;
  GuestProgram(const GuestProgram&) = delete;
  GuestProgram& operator=(const GuestProgram&) = delete;
  virtual ~GuestProgram() = default;

  /// @return false at the end; `operation` is then untouched
  virtual bool next(GuestOperation& operation) = 0;
};

/// KVM on the CPUs of a machine.
class Kvm {
 public:
  Kvm(Kernel& kernel, std::size_t cpus, const KvmConfig& config);

  [[nodiscard]] WorldSwitch& on(CpuId cpu) { return *switches_[cpu.value()]; }

 private:
  KvmConfig config_;
  std::vector<std::unique_ptr<WorldSwitch>> switches_;
};

/// The task of one vCPU: the virtual machine monitor's loop around ioctl(KVM_RUN).
///
/// @linux v6.18 arch/arm64/kvm/arm.c kvm_arch_vcpu_ioctl_run
class VcpuThread final : public PreemptNotifier {
 public:
  VcpuThread(Kernel& kernel, Kvm& kvm, GuestProgram& program)
      : kernel_{kernel}, kvm_{kvm}, program_{program} {}

  /// The task's code. Once.
  Software run(Task& task);

  Software sched_out(CpuId cpu) override;
  Software sched_in(CpuId cpu) override;

  /// After so many entries in a row that an interrupt ends before the guest's first cycle the
  /// monitor gives up, so that the run ends.
  static constexpr std::uint64_t kMostEmptyEntries = 10'000;

  [[nodiscard]] bool gave_up() const { return empty_entries_ > kMostEmptyEntries; }

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Guest entries made.
  [[nodiscard]] std::uint64_t entries() const { return entries_; }

 private:
  enum class Exit : std::uint8_t { interrupt, handled_by_host, to_user, end };

  Software ioctl_run(Task& task);
  Software run_guest(Task& task, Exit& exit);
  bool take_next();

  [[nodiscard]] WorldSwitch& here(const Task& task) { return kvm_.on(task.cpu); }

  Kernel& kernel_;
  Kvm& kvm_;
  GuestProgram& program_;
  VcpuState state_;
  GuestOperation operation_;
  bool has_operation_{};
  std::string name_;
  std::uint64_t entries_{};
  std::uint64_t empty_entries_{};  ///< in a row
};

}  // namespace pmusim::kernel
