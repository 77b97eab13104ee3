// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>

#include <catch2/catch.hpp>
#include <rapidcheck/catch.h>

#include "models/activity/recorded_activity.h"

namespace {

using pmusim::AmountColumn;
using pmusim::EventId;
using pmusim::RecordedActivity;
using pmusim::RecordedColumn;

RecordedActivity any_activity() {
  const auto cycles = *rc::gen::inRange<std::size_t>(1, 50);
  const auto events = *rc::gen::nonEmpty(
      rc::gen::unique<std::vector<std::uint16_t>>(rc::gen::arbitrary<std::uint16_t>()));
  std::vector<RecordedColumn> columns;
  for (const std::uint16_t event : events) {
    const auto limit = *rc::gen::element<std::uint64_t>(1, 256, 65'536, std::uint64_t{1} << 32U);
    const auto amounts = *rc::gen::container<std::vector<std::uint32_t>>(
        cycles, rc::gen::map(rc::gen::inRange<std::uint64_t>(0, limit), [](std::uint64_t a) {
          return static_cast<std::uint32_t>(a);
        }));
    columns.push_back({EventId{event}, AmountColumn::copy_of(amounts)});
  }
  return *RecordedActivity::from_columns(std::move(columns));
}

pmusim::Checked<RecordedActivity> read_binary(const std::string& file) {
  const std::shared_ptr<void> memory{std::aligned_alloc(64, (file.size() / 64 + 1) * 64),
                                     std::free};
  std::memcpy(memory.get(), file.data(), file.size());
  return pmusim::read_recorded_binary(
      memory, {static_cast<const std::byte*>(memory.get()), file.size()}, "f");
}

void check_equal(const RecordedActivity& a, const RecordedActivity& b) {
  RC_ASSERT(a.columns().size() == b.columns().size());
  RC_ASSERT(a.cycles() == b.cycles());
  for (std::size_t i = 0; i < a.columns().size(); ++i) {
    RC_ASSERT(a.columns()[i].event == b.columns()[i].event);
    for (std::uint64_t cycle = 0; cycle < a.cycles(); ++cycle) {
      RC_ASSERT(a.columns()[i].amounts.at(cycle) == b.columns()[i].amounts.at(cycle));
    }
  }
}

}  // namespace

TEST_CASE("what is written is read again", "[property][activity][recorded]") {
  rc::prop("binary", [] {
    const RecordedActivity activity = any_activity();
    const auto again = read_binary(pmusim::write_recorded_binary(activity));
    RC_ASSERT(again.has_value());
    check_equal(*again, activity);
  });
  rc::prop("comma-separated", [] {
    const RecordedActivity activity = any_activity();
    const auto again = pmusim::read_recorded_csv(pmusim::write_recorded_csv(activity), "f");
    RC_ASSERT(again.has_value());
    check_equal(*again, activity);
  });
}

TEST_CASE("any truncation of a binary file is an error", "[property][activity][recorded]") {
  rc::prop("truncation", [] {
    const std::string file = pmusim::write_recorded_binary(any_activity());
    RC_ASSERT(
        !read_binary(file.substr(0, *rc::gen::inRange<std::size_t>(0, file.size()))).has_value());
  });
}

TEST_CASE("a damaged file is read or refused, and nothing worse",
          "[property][activity][recorded]") {
  rc::prop("damage", [] {
    std::string file = pmusim::write_recorded_binary(any_activity());
    for (int i = 0; i < 3; ++i) {
      file[*rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(file.size(), 64))] =
          *rc::gen::arbitrary<char>();
    }
    static_cast<void>(read_binary(file));
    static_cast<void>(pmusim::read_recorded_csv(file, "f"));
  });
}
