// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/shard.h"

#include <charconv>

#include <fmt/format.h>

#include "sim/scenario/json_document.h"
#include "sim/sweep/parameter.h"

namespace pmusim::sweep {
namespace {

constexpr std::string_view kPrefix = "sweep.";
constexpr std::string_view kSuffix = "journal";

/// 0 when `text` is no number; shards count from 1.
std::size_t number_of(std::string_view text) {
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && stop == text.data() + text.size() ? number : 0;
}

}  // namespace

std::string Shard::journal_name() const {
  return is_whole() ? fmt::format("{}{}", kPrefix, kSuffix)
                    : fmt::format("{}{}-of-{}.{}", kPrefix, index, count, kSuffix);
}

bool is_journal_name(std::string_view name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) {
    return false;
  }
  const std::string_view middle =
      name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
  constexpr std::string_view kOf = "-of-";
  const std::size_t of = middle.find(kOf);
  return middle.empty() ||
         (of != std::string_view::npos && middle.ends_with('.') &&
          number_of(middle.substr(0, of)) > 0 &&
          number_of(middle.substr(of + kOf.size(), middle.size() - of - kOf.size() - 1)) > 0);
}

Result<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const bool has_slash = slash != std::string_view::npos;
  const Shard shard{number_of(text.substr(0, slash)),
                    has_slash ? number_of(text.substr(slash + 1)) : 0};
  if (shard.index < 1 || shard.index > shard.count || shard.count > kMostPoints) {
    return fail(ErrorCode::usage,
                fmt::format("--shard {}", scenario::printable(text)),
                fmt::format("expected I/N with 1 <= I <= N <= {}", kMostPoints),
                "for example --shard 1/8 to --shard 8/8");
  }
  return shard;
}

}  // namespace pmusim::sweep
