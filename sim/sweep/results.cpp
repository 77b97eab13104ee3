// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/results.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "models/common/expect.h"

namespace pmusim::sweep {

std::pair<std::uint32_t, bool> MeasureLists::number_of(const std::vector<std::string>& measures) {
  const auto [found, is_new] =
      numbers_.emplace(measures, static_cast<std::uint32_t>(lists_.size()));
  if (is_new) {
    lists_.push_back(measures);
  }
  return {found->second, is_new};
}

std::vector<std::string> measures_of(const PointResult& result) {
  std::vector<std::string> measures;
  measures.reserve(result.values.size());
  for (const Value& value : result.values) {
    measures.push_back(value.measure);
  }
  return measures;
}

void Results::add(const PointResult& result) {
  PMUSIM_EXPECT(result.point < records_.size(), "a result of a point that is not in the grid");
  Record& record = records_[result.point];
  if (record.is_there) {
    return;
  }
  record.text = texts_.size();
  const auto append = [&](std::string_view text) {
    texts_.insert(texts_.end(), text.begin(), text.end());
  };
  for (const Value& value : result.values) {
    append(value.json);
    append("\n");  // no line feed in compact JSON
  }
  append(result.problem);
  record.text_bytes = static_cast<std::uint32_t>(texts_.size() - record.text);
  record.list = lists_.number_of(measures_of(result)).first;
  record.status = result.status;
  record.is_there = true;
  ++count_;
}

std::size_t Results::count(PointStatus status) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      records_, [&](const Record& record) { return record.is_there && record.status == status; }));
}

PointResult Results::at(std::size_t point) const {
  const Record& record = records_[point];
  PMUSIM_EXPECT(record.is_there, "the point has no result yet");
  PointResult result{point, record.status, {}, {}};
  std::string_view text{texts_.data() + record.text, record.text_bytes};
  for (const std::string& measure : lists_.list(record.list)) {
    const std::size_t end = text.find('\n');
    result.values.push_back({measure, std::string{text.substr(0, end)}});
    text.remove_prefix(end + 1);
  }
  result.problem = text;
  return result;
}

std::vector<std::string> Results::measures() const {
  std::vector<bool> seen_list(lists_.size());
  std::unordered_set<std::string> seen;
  std::vector<std::string> measures;
  for (const Record& record : records_) {
    if (!record.is_there || seen_list[record.list]) {
      continue;
    }
    seen_list[record.list] = true;
    for (const std::string& measure : lists_.list(record.list)) {
      if (seen.insert(measure).second) {
        measures.push_back(measure);
      }
    }
  }
  return measures;
}

}  // namespace pmusim::sweep
