// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/abi/ring_order.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pmusim::abi {
namespace {

constexpr unsigned place_bit(RingPlace place) {
  return 1U << static_cast<unsigned>(place);
}

constexpr unsigned kA = place_bit(RingPlace::a);
constexpr unsigned kB = place_bit(RingPlace::b);
constexpr unsigned kC = place_bit(RingPlace::c);
constexpr unsigned kD = place_bit(RingPlace::d);

/// One word of the notation: what it sets, and where it can stand.
struct Term {
  std::string_view text;
  unsigned places{};
  PlaceOrder sets;
};

constexpr std::array kTerms{
    Term{"ldar", kA | kC, {.acquire = true}},
    Term{"ldapr", kA | kC, {.acquire_pc = true}},
    Term{"stlr", kB | kD, {.release = true}},
    Term{"data", kD, {.data = true}},
    Term{"ctrl", kA | kC | kD, {.control = true}},
    Term{"isb", kA | kC | kD, {.fence = RingFence::isb}},
    Term{"dmb ishst", kA | kB | kC | kD, {.fence = RingFence::ishst}},
    Term{"dmb ishld", kA | kB | kC | kD, {.fence = RingFence::ishld}},
    Term{"dmb ish", kA | kB | kC | kD, {.fence = RingFence::ish}},
};

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t plus = text.find('+');
    parts.push_back(text.substr(0, plus));
    if (plus == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(plus + 1);
  }
}

/// Adds a term; false when the order has one of its kind already.
bool combine(PlaceOrder& order, const PlaceOrder& more) {
  const bool loads_twice = (order.acquire || order.acquire_pc) && (more.acquire || more.acquire_pc);
  const bool fences_twice = order.fence != RingFence::none && more.fence != RingFence::none;
  const bool repeats = (order.release && more.release) || (order.control && more.control) ||
                       (order.data && more.data);
  if (loads_twice || fences_twice || repeats) {
    return false;
  }
  order.fence = more.fence == RingFence::none ? order.fence : more.fence;
  order.acquire |= more.acquire;
  order.acquire_pc |= more.acquire_pc;
  order.release |= more.release;
  order.control |= more.control;
  order.data |= more.data;
  return true;
}

}  // namespace

const PlaceOrder& RingOrder::at(RingPlace place) const {
  switch (place) {
    case RingPlace::a:
      return a;
    case RingPlace::b:
      return b;
    case RingPlace::c:
      return c;
    case RingPlace::d:
      break;
  }
  return d;
}

PlaceOrder& RingOrder::at(RingPlace place) {
  return const_cast<PlaceOrder&>(std::as_const(*this).at(place));  // NOLINT: one switch for both
}

Result<PlaceOrder> parse_place_order(RingPlace place, std::string_view text) {
  PlaceOrder order;
  if (text == "none") {
    return order;
  }
  for (const std::string_view part : split(text)) {
    const auto* const term = std::ranges::find(kTerms, part, &Term::text);
    if (term == kTerms.end() || (term->places & place_bit(place)) == 0) {
      return fail(ErrorCode::invalid_input,
                  {},
                  fmt::format("\"{}\" is no order at this place", part),
                  fmt::format("expected none or one of {}, joined by +",
                              fmt::join(order_terms(place), ", ")));
    }
    if (!combine(order, term->sets)) {
      return fail(ErrorCode::invalid_input,
                  {},
                  fmt::format(R"("{}" cannot join what stands before it in "{}")", part, text),
                  "name one kind of load, one barrier, and each other term once");
    }
  }
  return order;
}

std::vector<std::string_view> order_terms(RingPlace place) {
  std::vector<std::string_view> texts;
  for (const Term& term : kTerms) {
    if ((term.places & place_bit(place)) != 0) {
      texts.push_back(term.text);
    }
  }
  return texts;
}

std::string_view load_instruction(const PlaceOrder& order) {
  if (order.acquire) {
    return "LDAR";
  }
  return order.acquire_pc ? "LDAPR" : "LDR";
}

std::string_view instruction(RingFence fence) {
  switch (fence) {
    case RingFence::none:
      return {};
    case RingFence::ishst:
      return "DMB ISHST";
    case RingFence::ishld:
      return "DMB ISHLD";
    case RingFence::ish:
      return "DMB ISH";
    case RingFence::isb:
      return "ISB";
  }
  return {};
}

std::string to_text(const PlaceOrder& order) {
  std::vector<std::string_view> texts;
  for (const Term& term : kTerms) {
    const bool fence = term.sets.fence != RingFence::none && term.sets.fence == order.fence;
    const bool flag = (term.sets.acquire && order.acquire) ||
                      (term.sets.acquire_pc && order.acquire_pc) ||
                      (term.sets.release && order.release) ||
                      (term.sets.control && order.control) || (term.sets.data && order.data);
    if (fence || flag) {
      texts.push_back(term.text);
    }
  }
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, "+"));
}

}  // namespace pmusim::abi
