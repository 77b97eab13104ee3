// SPDX-License-Identifier: Apache-2.0
#include "userspace_model/stat/event_terms.h"

#include <algorithm>
#include <array>
#include <optional>

#include "models/common/text.h"
#include "userspace_model/stat/event_error.h"
#include "userspace_model/stat/event_names.h"

namespace pmusim::userspace {

namespace {

/// Where a term's value goes: bits msb..lsb of a field of the attribute.
struct TermField {
  std::string_view name;
  std::uint64_t abi::PerfEventAttr::* field;
  unsigned msb;
  unsigned lsb;

  [[nodiscard]] constexpr std::uint64_t greatest() const {
    const unsigned width = msb - lsb + 1;
    return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  }
};

constexpr std::array kTerms{
    TermField{"event", &abi::PerfEventAttr::config, 15, 0},
    TermField{"long", &abi::PerfEventAttr::config1, 0, 0},
    TermField{"rdpmc", &abi::PerfEventAttr::config1, 1, 1},
    TermField{"threshold_count", &abi::PerfEventAttr::config1, 2, 2},
    TermField{"threshold_compare", &abi::PerfEventAttr::config1, 4, 3},
    TermField{"threshold", &abi::PerfEventAttr::config1, 16, 5},
    TermField{"config", &abi::PerfEventAttr::config, 63, 0},
    TermField{"config1", &abi::PerfEventAttr::config1, 63, 0},
    TermField{"period", &abi::PerfEventAttr::sample_period, 63, 0},
};

/// @linux v6.18 tools/perf/util/parse-events.c parse_events__term_type_str
constexpr std::array<std::string_view, 25> kNotModelled{
    "config2",     "config3",       "name",          "freq",       "branch_type", "time",
    "call-graph",  "stack-size",    "max-stack",     "nr",         "inherit",     "no-inherit",
    "overwrite",   "no-overwrite",  "percore",       "aux-output", "aux-action",  "aux-sample-size",
    "metric-id",   "driver-config", "ratio-to-prev", "cpu",        "raw",         "hf-period",
    "legacy-cache"};

constexpr std::size_t kEventTerm = 0;

std::string valid_terms() {
  std::string list = "valid terms: an event name";
  for (const TermField& term : kTerms) {
    list += ", ";
    list += term.name;
  }
  return list;
}

/// Reads terms one after another and remembers which bits were set.
class TermReader {
 public:
  TermReader(std::string_view text, ParsedEvent& event) : text_{text}, event_{event} {}

  Result<void> read(std::size_t begin, std::size_t end) {
    while (begin < end) {
      const std::size_t comma = std::min(text_.find(',', begin), end);
      if (auto done = read_term(begin, comma); !done) {
        return done;
      }
      begin = comma + 1;
      if (begin == end) {
        return event_error(text_, comma, "no term after ','", "remove the ','");
      }
    }
    return {};
  }

 private:
  Result<void> read_term(std::size_t begin, std::size_t end) {
    const std::size_t equals = std::min(text_.find('=', begin), end);
    const std::string_view name = text_.substr(begin, equals - begin);
    if (name.empty()) {
      return event_error(text_,
                         begin,
                         "no term before '" + std::string{text_.substr(begin, 1)} + "'",
                         valid_terms());
    }
    const auto term = std::ranges::find(kTerms, name, &TermField::name);
    if (term != kTerms.end()) {
      return read_value(*term, begin, equals, end);
    }
    if (equals == end) {
      if (const auto config = named_event(name)) {
        event_.is_named = true;
        return set(kTerms[kEventTerm], *config, begin);
      }
      if (const auto config = raw_event(name)) {
        return set(*config > kTerms[kEventTerm].greatest() ? kConfigTerm : kTerms[kEventTerm],
                   *config,
                   begin);
      }
    }
    return unknown(name, begin);
  }

  [[nodiscard]] tl::unexpected<Error> unknown(std::string_view name, std::size_t begin) const {
    const std::string shown{name.substr(0, 40)};
    if (std::ranges::find(kNotModelled, name) != kNotModelled.end()) {
      return event_error(text_,
                         begin,
                         "term '" + shown + "' is not modelled",
                         valid_terms(),
                         ErrorCode::not_modelled);
    }
    std::array<std::string_view, kTerms.size()> names;
    std::ranges::transform(kTerms, names.begin(), &TermField::name);
    std::string nearest = nearest_of(name, names);
    if (nearest.empty()) {
      nearest = nearest_event(name);
    }
    const std::string guess = nearest.empty() ? "" : "did you mean " + nearest + "? ";
    return event_error(text_, begin, "unknown term '" + shown + "'", guess + valid_terms());
  }

  Result<void> read_value(const TermField& term,
                          std::size_t begin,
                          std::size_t equals,
                          std::size_t end) {
    const std::string name{term.name};
    if (equals == end) {
      if (term.greatest() > 1) {
        return event_error(
            text_, end, "term '" + name + "' has no value", "write " + name + "=...");
      }
      return set(term, 1, begin);
    }
    const std::string_view text = text_.substr(equals + 1, end - equals - 1);
    const auto value = read_number(text);
    if (!value) {
      return event_error(
          text_,
          equals + 1,
          "\"" + std::string{text.substr(0, 40)} + "\" is no value for '" + name + "'",
          "a value is a decimal number or 0x and hexadecimal digits, of at most 64 bits");
    }
    if (*value > term.greatest()) {
      return event_error(text_,
                         equals + 1,
                         std::to_string(*value) + " is too big for '" + name + "'",
                         "its field holds at most " + std::to_string(term.greatest()));
    }
    return set(term, *value, begin);
  }

  Result<void> set(const TermField& term, std::uint64_t value, std::size_t begin) {
    const std::uint64_t mask = term.greatest() << term.lsb;
    std::uint64_t& already = bits_set_.*term.field;
    if ((already & mask) != 0) {
      return event_error(text_,
                         begin,
                         "this sets bits that an earlier term has set",
                         "name the event, and each field, once");
    }
    already |= mask;
    event_.attr.*term.field |= value << term.lsb;
    return {};
  }

  static constexpr TermField kConfigTerm = kTerms[6];
  static_assert(kConfigTerm.name == "config");

  std::string_view text_;
  ParsedEvent& event_;
  abi::PerfEventAttr bits_set_;  ///< in each of its integers, the bits that some term has set
};

}  // namespace

Result<void> apply_terms(std::string_view text,
                         std::size_t begin,
                         std::size_t end,
                         ParsedEvent& event) {
  return TermReader{text, event}.read(begin, end);
}

}  // namespace pmusim::userspace
