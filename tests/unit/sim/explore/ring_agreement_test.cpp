// SPDX-License-Identifier: Apache-2.0
//
// The ring's programs against the states that herd7 lists for litmus tests of the same protocol.
// Those tests were written by hand for it, with registers, words and branches of their own.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/explore/ring.h"
#include "sim/explore/wakeup.h"

using namespace pmusim;
using namespace pmusim::abi;
using namespace pmusim::explore;

namespace {

/// One line of the expected outcomes.
struct Reference {
  std::vector<std::string> name;  ///< RB1, ctrl, wmb, rmb, mb
  std::vector<std::string> states;
  bool is_seen{};  ///< the condition holds in some state
};

std::vector<Reference> references(const std::string& family) {
  std::ifstream file{PMUSIM_TEST_DATA "/litmus/ring/expected.jsonl"};
  std::vector<Reference> found;
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line);
    Reference reference;
    std::istringstream name{json["name"].get<std::string>()};
    for (std::string part; std::getline(name, part, '+');) {
      reference.name.push_back(part);
    }
    reference.states = json["states"].get<std::vector<std::string>>();
    reference.is_seen = json["observation"] != "Never";
    if (reference.name.front() == family) {
      found.push_back(reference);
    }
  }
  return found;
}

/// In which state a word is that of record `record`, for a reader that saw data_head = 1 and, for
/// the second record, a writer that saw room.
bool reads(const Reference& reference, const std::string& word, const std::string& record) {
  return std::ranges::any_of(reference.states, [&](const std::string& state) {
    const auto has = [&](const std::string& part) {
      return state.find(part + ";") != std::string::npos;
    };
    return has("1:X20=1") && has(word + "=" + record) && (record != "2" || has("0:X4=1"));
  });
}

PlaceOrder order_of(RingPlace place, const std::string& litmus) {
  static const std::map<std::string, std::string> kOrders{{"po", "none"},
                                                          {"ctrl", "ctrl"},
                                                          {"acq", "ldar"},
                                                          {"acqpc", "ldapr"},
                                                          {"acqctrl", "ldar+ctrl"},
                                                          {"ctrlisb", "ctrl+isb"},
                                                          {"rel", "stlr"},
                                                          {"wmb", "dmb ishst"},
                                                          {"rmb", "dmb ishld"},
                                                          {"mb", "dmb ish"},
                                                          {"data", "data"}};
  return parse_place_order(place, kOrders.at(litmus)).value();
}

RingVerdict explored(const Reference& reference, unsigned record_words) {
  const RingOrder order{.a = order_of(RingPlace::a, reference.name.at(1)),
                        .b = order_of(RingPlace::b, reference.name.at(2)),
                        .c = order_of(RingPlace::c, reference.name.at(3)),
                        .d = order_of(RingPlace::d, reference.name.at(4))};
  auto verdict =
      explore_ring({.words = record_words, .record_words = record_words, .records = 2}, order);
  REQUIRE(verdict);
  return std::move(*verdict);
}

std::string name_of(const Reference& reference) {
  std::string name;
  for (const std::string& part : reference.name) {
    name += part + " ";
  }
  return name;
}

}  // namespace

TEST_CASE("records of one word agree with the litmus tests of the ring",
          "[explore][ring][litmus]") {
  const auto all = references("RB1");
  CHECK(all.size() == 36);
  for (const Reference& reference : all) {
    CAPTURE(name_of(reference));
    const RingVerdict verdict = explored(reference, 1);
    CHECK((verdict.stale.answer == Answer::yes) == reads(reference, "1:X21", "0"));
    CHECK((verdict.overwritten.answer == Answer::yes) == reads(reference, "1:X21", "2"));
  }
}

TEST_CASE("a reader of both records agrees with the litmus tests of the ring",
          "[explore][ring][litmus]") {
  const auto all = references("RB2");
  CHECK(all.size() == 14);
  for (const Reference& reference : all) {
    CAPTURE(name_of(reference));
    const bool is_bad = to_text(word_verdict(explored(reference, 1))) != "safe";
    CHECK(is_bad == reference.is_seen);
  }
}

TEST_CASE("header and payload agree with the litmus tests of records of two words",
          "[explore][ring][litmus]") {
  const auto all = references("RBH");
  CHECK(all.size() == 22);
  for (const Reference& reference : all) {
    CAPTURE(name_of(reference));
    const RingVerdict verdict = explored(reference, 2);
    REQUIRE(verdict.payload);
    CHECK((verdict.header.stale == Answer::yes) == reads(reference, "1:X21", "0"));
    CHECK((verdict.header.overwritten == Answer::yes) == reads(reference, "1:X21", "2"));
    CHECK((verdict.payload->stale == Answer::yes) == reads(reference, "1:X22", "0"));
    CHECK((verdict.payload->overwritten == Answer::yes) == reads(reference, "1:X22", "2"));
  }
}

TEST_CASE("wake-ups agree with the litmus tests of their shape", "[explore][wakeup][litmus]") {
  using enum kernel::WakeupOrder;
  const std::map<std::string, kernel::WakeupOrder> orders{
      {"mb", full_barrier}, {"po", none}, {"rel-acq", release_acquire}};
  const auto all = references("RBW");
  CHECK(all.size() == 9);
  for (const Reference& reference : all) {
    CAPTURE(name_of(reference));
    const auto verdict =
        explore_wakeup(orders.at(reference.name.at(1)), orders.at(reference.name.at(2)));
    REQUIRE(verdict);
    CHECK((verdict->missed.answer == Answer::yes) == reference.is_seen);
  }
}
