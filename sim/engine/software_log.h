// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/step.h"
#include "sim/engine/run_result.h"

namespace pmusim::engine {

[[nodiscard]] std::string to_text(AccessOutcome outcome);

/// What the software of one CPU wants to have written down.
class SoftwareLog {
 public:
  static constexpr std::size_t kKeptReads = 10'000;
  static constexpr std::size_t kKeptRefusals = 1'000;

  void read(const std::string& name, const std::string& reg, const StepResult& result);
  void write(const std::string& reg, const StepResult& result);

  /// Puts it into the result, in the order in which things happened.
  void report(CpuResult& result) const;

 private:
  std::vector<ReadResult> reads_;
  std::vector<RefusedWrite> refused_;
  std::uint64_t reads_made_{};
  std::uint64_t writes_refused_{};
};

}  // namespace pmusim::engine
