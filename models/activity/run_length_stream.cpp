// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/activity/fixed_stream.h"

namespace pmusim {

namespace {

/// A short list is repeated in memory up to this length, so that a view is worth its call.
constexpr std::size_t kUnrolledRuns = 256;

}  // namespace

class RunList {
 public:
  explicit RunList(const std::vector<Run>& runs) {
    const std::size_t copies = (kUnrolledRuns + runs.size() - 1) / runs.size();
    runs_.reserve(copies * runs.size());
    for (std::size_t copy = 0; copy < copies; ++copy) {
      runs_.insert(runs_.end(), runs.begin(), runs.end());
    }
    ends_.reserve(runs_.size());
    for (const Run& run : runs_) {
      cycles_ += run.cycles;
      ends_.push_back(cycles_);
      greatest_ = std::max(greatest_, run.amount);
    }
  }

  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

  [[nodiscard]] std::uint32_t greatest() const { return greatest_; }

  [[nodiscard]] const Run& run(std::size_t index) const { return runs_[index]; }

  [[nodiscard]] std::uint64_t start_of(std::size_t index) const {
    return index == 0 ? 0 : ends_[index - 1];
  }

  /// The run in which a cycle lies. `hint` is tried first, and the one after it.
  [[nodiscard]] std::size_t index_of(std::uint64_t cycle, std::size_t hint) const {
    for (std::size_t index = hint; index < ends_.size() && index < hint + 2; ++index) {
      if (cycle >= start_of(index) && cycle < ends_[index]) {
        return index;
      }
    }
    return static_cast<std::size_t>(std::ranges::upper_bound(ends_, cycle) - ends_.begin());
  }

 private:
  std::vector<Run> runs_;
  std::vector<std::uint64_t> ends_;  ///< cycle after the last one of each run
  std::uint64_t cycles_{};
  std::uint32_t greatest_{};
};

namespace {

class RunLengthStream final : public EventStream {
 public:
  explicit RunLengthStream(std::shared_ptr<const RunList> runs) : runs_{std::move(runs)} {}

  StreamView view(std::uint64_t from, std::uint64_t /*wanted*/) override {
    const std::uint64_t cycle = from % runs_->cycles();
    index_ = runs_->index_of(cycle, index_);
    return {.kind = StreamView::Kind::runs,
            .greatest = runs_->greatest(),
            .cycles = runs_->cycles() - cycle,
            .skip = static_cast<std::uint32_t>(cycle - runs_->start_of(index_)),
            .data = &runs_->run(index_)};
  }

 private:
  std::shared_ptr<const RunList> runs_;
  std::size_t index_{};  ///< where the last view began: the next one begins nearby
};

}  // namespace

Result<std::shared_ptr<const RunList>> make_run_list(std::vector<Run> runs) {
  if (runs.empty()) {
    return fail(ErrorCode::invalid_input, "runs", "the list is empty", "give at least one run");
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].cycles == 0) {
      return fail(ErrorCode::invalid_input,
                  "runs, element " + std::to_string(i),
                  "0 cycles",
                  "a run lasts at least 1 cycle");
    }
  }
  return std::make_shared<const RunList>(runs);
}

std::unique_ptr<EventStream> run_length_stream(std::shared_ptr<const RunList> runs) {
  return std::make_unique<RunLengthStream>(std::move(runs));
}

}  // namespace pmusim
