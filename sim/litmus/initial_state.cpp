// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/initial_state.h"

#include <tuple>

#include <fmt/format.h>

#include "models/common/text.h"

namespace pmusim::litmus {
namespace {

using Entry = InitialState::Entry;

constexpr std::string_view kNoArrays =
    "arrays are not modelled; declare a location for each element";

class Reader {
 public:
  Reader(SourceText& source, Part part, unsigned threads)
      : source_{source}, tokens_{source, part}, threads_{threads} {}

  InitialState read() {
    while (!tokens_.at_end()) {
      if (tokens_.accept(";")) {
        continue;
      }
      if (const std::optional<Entry> entry = read_entry()) {
        add(*entry);
      }
      tokens_.skip_past(";");
    }
    add_addressed_locations();
    return std::move(state_);
  }

 private:
  std::optional<Entry> read_entry() {
    Entry entry;
    if (!read_type(entry)) {
      return std::nullopt;
    }
    const std::optional<Place> place = read_place(tokens_, source_, threads_);
    if (!place) {
      return std::nullopt;
    }
    entry.place = *place;
    entry.value.offset = place->offset;
    if (tokens_.accept("=")) {
      tokens_.accept("&");
      if (tokens_.peek().is("{")) {
        return refuse(tokens_.peek(), kNoArrays);
      }
      const std::optional<Value> value = read_value(tokens_, source_);
      if (!value) {
        return std::nullopt;
      }
      entry.value = *value;
    }
    return is_finished(entry) ? std::optional{entry} : std::nullopt;
  }

  /// A type and perhaps a star; false when the type is none.
  bool read_type(Entry& entry) {
    const Token& first = tokens_.peek();
    const Token& second = tokens_.peek(1);
    const bool has_type = first.kind == Token::Kind::name &&
                          (second.kind == Token::Kind::name || second.kind == Token::Kind::number ||
                           second.is("[") || second.is("*"));
    if (!has_type && !first.is("*")) {
      return true;
    }
    entry.has_type = true;
    if (has_type) {
      const Token name = tokens_.next();
      const std::optional<ValueType> type = find_type(name.text);
      if (!type) {
        refuse_type(name);
        return false;
      }
      entry.type = *type;
    }
    if (tokens_.accept("*")) {
      entry.type = kPointer;
    }
    return true;
  }

  void refuse_type(const Token& name) {
    if (tokens_.peek().is("[")) {
      refuse(name, kNoArrays);  // v[2]={1,2}
      return;
    }
    const bool exists = is_other_size(name.text);
    const std::string near = nearest_type(name.text);
    source_.problem(
        name.offset,
        exists ? ErrorCode::not_modelled : ErrorCode::invalid_input,
        fmt::format("the type {} is {}", shown(name), exists ? "not modelled" : "unknown"),
        exists || near.empty() ? "the types are " + known_types() : near);
  }

  std::nullopt_t refuse(const Token& token, std::string_view hint) {
    source_.problem(token.offset,
                    ErrorCode::not_modelled,
                    fmt::format("found {}", shown(token)),
                    std::string{hint});
    return std::nullopt;
  }

  /// Only ; or the end may follow.
  bool is_finished(const Entry& entry) {
    const Token& next = tokens_.peek();
    if (next.is("[")) {
      refuse(next, kNoArrays);
      return false;
    }
    if (!next.is(";") && !tokens_.at_end()) {
      source_.problem(next.offset,
                      fmt::format("found {} after {}",
                                  shown(next),
                                  entry.place.is_register ? "a register" : "a location"),
                      "expected ; between entries, as in uint64_t x=1; 0:X1=x;");
      return false;
    }
    return fits(entry);
  }

  /// Whether a 32-bit location can hold its number.
  bool fits(const Entry& entry) {
    const auto number = static_cast<std::int64_t>(entry.value.number);
    const bool is_fine = entry.place.is_register || entry.type.bits == 64 ||
                         (number >= INT32_MIN && number <= std::int64_t{UINT32_MAX});
    if (!is_fine) {
      source_.problem(entry.value.offset,
                      fmt::format("{} does not fit the 32 bits of {} {}",
                                  number,
                                  entry.type.name,
                                  printable(entry.place.name)),
                      fmt::format("declare uint64_t {}", printable(entry.place.name)));
    }
    return is_fine;
  }

  void add(Entry entry) {
    const Place& place = entry.place;
    if (place.is_register && place.reg == isa::Reg::zero) {
      return;  // was no register
    }
    const auto [first, is_new] =
        places_.try_emplace({place.is_register, place.thread, place.reg, place.name}, place.offset);
    if (!is_new) {
      source_.problem(
          place.offset,
          fmt::format("set for the second time; the first is at {}", source_.where(first->second)),
          "write type and value in one entry, as in uint64_t x=1;");
      return;
    }
    if (place.is_half) {
      entry.value.number &= UINT32_MAX;
    }
    if (place.is_register) {
      state_.registers.push_back(entry);
    } else {
      add_location(entry);
    }
  }

  void add_location(const Entry& entry) {
    state_.by_name.emplace(entry.place.name, state_.locations.size());
    state_.locations.push_back(entry);
  }

  /// `0:X1=y` makes an int y that is 0 if nothing else does.
  void add_addressed_locations() {
    std::vector<Value> addresses;
    for (const auto* entries : {&state_.locations, &state_.registers}) {
      for (const Entry& entry : *entries) {
        addresses.push_back(entry.value);
      }
    }
    for (const Value& value : addresses) {
      if (!value.address_of.empty() && !state_.by_name.contains(value.address_of)) {
        Entry entry;
        entry.place.name = value.address_of;
        entry.place.offset = value.offset;
        entry.value.offset = value.offset;
        add_location(entry);
      }
    }
  }

  SourceText& source_;
  Tokens tokens_;
  unsigned threads_;
  InitialState state_;
  /// Where each place was set.
  std::map<std::tuple<bool, unsigned, isa::Reg, std::string_view>, std::size_t> places_;
};

}  // namespace

InitialState read_initial_state(SourceText& source, Part part, unsigned threads) {
  return Reader{source, part, threads}.read();
}

}  // namespace pmusim::litmus
