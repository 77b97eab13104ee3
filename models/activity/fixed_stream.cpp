// SPDX-License-Identifier: Apache-2.0
#include "models/activity/fixed_stream.h"

#include "models/activity/dense_kind.h"
#include "models/common/expect.h"

namespace pmusim {

namespace {

/// A short list is repeated in memory up to this length, so that a view is worth its call.
constexpr std::uint64_t kUnrolledCycles = 4096;

class ConstantStream final : public EventStream {
 public:
  explicit ConstantStream(std::uint32_t amount) : amount_{amount} {}

  StreamView view(std::uint64_t /*from*/, std::uint64_t wanted) override {
    return {.kind = StreamView::Kind::constant,
            .greatest = amount_,
            .cycles = wanted,
            .amount = amount_};
  }

 private:
  std::uint32_t amount_;
};

class PeriodicStream final : public EventStream {
 public:
  PeriodicStream(std::uint64_t period, std::uint64_t first, std::uint32_t amount)
      : period_{period}, first_{first}, amount_{amount} {}

  StreamView view(std::uint64_t from, std::uint64_t wanted) override {
    if (from < first_) {
      return {.kind = StreamView::Kind::constant, .cycles = std::min(wanted, first_ - from)};
    }
    return {.kind = StreamView::Kind::pulses,
            .greatest = amount_,
            .cycles = wanted,
            .amount = amount_,
            .period = period_,
            .phase = (from - first_) % period_};
  }

 private:
  std::uint64_t period_;
  std::uint64_t first_;
  std::uint32_t amount_;
};

class ColumnStream final : public EventStream {
 public:
  explicit ColumnStream(AmountColumn column)
      : column_{std::move(column)}, kind_{dense_kind(column_.width())} {}

  StreamView view(std::uint64_t from, std::uint64_t /*wanted*/) override {
    const std::uint64_t offset = from < column_.cycles() ? from : from % column_.cycles();
    return {.kind = kind_,
            .greatest = column_.greatest(),
            .cycles = column_.cycles() - offset,
            .data = static_cast<const std::byte*>(column_.data()) + offset * column_.width()};
  }

 private:
  AmountColumn column_;
  StreamView::Kind kind_;
};

AmountColumn unrolled(const AmountColumn& column) {
  const std::uint64_t copies = (kUnrolledCycles + column.cycles() - 1) / column.cycles();
  std::vector<std::uint32_t> amounts;
  amounts.reserve(copies * column.cycles());
  for (std::uint64_t cycle = 0; cycle < copies * column.cycles(); ++cycle) {
    amounts.push_back(column.at(cycle % column.cycles()));
  }
  return AmountColumn::copy_of(amounts);
}

}  // namespace

std::unique_ptr<EventStream> constant_stream(std::uint32_t amount) {
  return std::make_unique<ConstantStream>(amount);
}

std::unique_ptr<EventStream> periodic_stream(std::uint64_t period,
                                             std::uint64_t first,
                                             std::uint32_t amount) {
  PMUSIM_EXPECT(period >= 1, "a period has at least one cycle");
  return std::make_unique<PeriodicStream>(period, first, amount);
}

std::unique_ptr<EventStream> column_stream(AmountColumn column) {
  if (column.cycles() < kUnrolledCycles) {
    column = unrolled(column);
  }
  return std::make_unique<ColumnStream>(std::move(column));
}

}  // namespace pmusim
