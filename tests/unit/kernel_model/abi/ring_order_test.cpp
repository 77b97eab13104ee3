// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/abi/ring_order.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::abi;

namespace {

constexpr RingPlace kPlaces[]{RingPlace::a, RingPlace::b, RingPlace::c, RingPlace::d};

}  // namespace

TEST_CASE("an order that stands alone is printed as it was read", "[abi][ring]") {
  const auto [place, text] = GENERATE(table<RingPlace, std::string>({
      {RingPlace::a, "none"},      {RingPlace::a, "ldar"},      {RingPlace::a, "ldapr"},
      {RingPlace::a, "ctrl"},      {RingPlace::a, "isb"},       {RingPlace::a, "dmb ish"},
      {RingPlace::a, "dmb ishld"}, {RingPlace::a, "dmb ishst"}, {RingPlace::b, "none"},
      {RingPlace::b, "stlr"},      {RingPlace::b, "dmb ish"},   {RingPlace::b, "dmb ishld"},
      {RingPlace::b, "dmb ishst"}, {RingPlace::c, "none"},      {RingPlace::c, "ldar"},
      {RingPlace::c, "ldapr"},     {RingPlace::c, "ctrl"},      {RingPlace::c, "isb"},
      {RingPlace::c, "dmb ish"},   {RingPlace::c, "dmb ishld"}, {RingPlace::c, "dmb ishst"},
      {RingPlace::d, "none"},      {RingPlace::d, "stlr"},      {RingPlace::d, "data"},
      {RingPlace::d, "ctrl"},      {RingPlace::d, "isb"},       {RingPlace::d, "dmb ish"},
      {RingPlace::d, "dmb ishld"}, {RingPlace::d, "dmb ishst"},
  }));
  CAPTURE(text);
  const auto order = parse_place_order(place, text);
  REQUIRE(order);
  CHECK(to_text(*order) == text);
}

TEST_CASE("orders that are joined keep all their parts, in one order", "[abi][ring]") {
  const auto acquire_and_branch = parse_place_order(RingPlace::a, "ctrl+ldar");
  REQUIRE(acquire_and_branch);
  CHECK(*acquire_and_branch == PlaceOrder{.acquire = true, .control = true});
  CHECK(to_text(*acquire_and_branch) == "ldar+ctrl");

  const auto all = parse_place_order(RingPlace::d, "stlr+data+ctrl+dmb ish");
  REQUIRE(all);
  CHECK(*all ==
        PlaceOrder{.fence = RingFence::ish, .release = true, .control = true, .data = true});
  CHECK(parse_place_order(RingPlace::d, to_text(*all)).value() == *all);
  CHECK(to_text(parse_place_order(RingPlace::c, "ctrl+isb").value()) == "ctrl+isb");
}

TEST_CASE("an order that cannot stand at a place is refused there, and what can is listed",
          "[abi][ring]") {
  const auto [place, text] = GENERATE(table<RingPlace, std::string>({
      {RingPlace::a, "stlr"},
      {RingPlace::a, "data"},
      {RingPlace::b, "ldar"},
      {RingPlace::b, "ldapr"},
      {RingPlace::b, "ctrl"},
      {RingPlace::b, "data"},
      {RingPlace::b, "isb"},
      {RingPlace::c, "stlr"},
      {RingPlace::c, "data"},
      {RingPlace::d, "ldar"},
      {RingPlace::d, "ldapr"},
  }));
  CAPTURE(text);
  const auto order = parse_place_order(place, text);
  REQUIRE_FALSE(order);
  CHECK(order.error().code == ErrorCode::invalid_input);
  CHECK(order.error().what == "\"" + text + "\" is no order at this place");
  CHECK(order.error().hint.find("dmb ishst") != std::string::npos);
  CHECK(order.error().hint.find(text + ",") == std::string::npos);
}

TEST_CASE("what is no order is refused at every place", "[abi][ring]") {
  const RingPlace place = GENERATE(from_range(std::begin(kPlaces), std::end(kPlaces)));
  const std::string text =
      GENERATE("", "+", "dmb", "dmb sy", "DMB ISH", "ldar ", "none+dmb ish", "dmb ish+", "mb");
  CAPTURE(text);
  CHECK_FALSE(parse_place_order(place, text));
}

TEST_CASE("two of a kind cannot be joined", "[abi][ring]") {
  const auto [place, text] = GENERATE(table<RingPlace, std::string>({
      {RingPlace::a, "ldar+ldapr"},
      {RingPlace::a, "ldar+ldar"},
      {RingPlace::a, "dmb ish+dmb ishld"},
      {RingPlace::c, "isb+dmb ish"},
      {RingPlace::b, "stlr+stlr"},
      {RingPlace::d, "data+data"},
      {RingPlace::d, "ctrl+stlr+ctrl"},
  }));
  CAPTURE(text);
  const auto order = parse_place_order(place, text);
  REQUIRE_FALSE(order);
  CHECK(order.error().what.find("cannot join") != std::string::npos);
}

TEST_CASE("the kernel's protocol is branch, write barrier, read barrier, full barrier",
          "[abi][ring]") {
  const RingOrder kernel;
  CHECK(to_text(kernel.at(RingPlace::a)) == "ctrl");
  CHECK(to_text(kernel.at(RingPlace::b)) == "dmb ishst");
  CHECK(to_text(kernel.at(RingPlace::c)) == "dmb ishld");
  CHECK(to_text(kernel.at(RingPlace::d)) == "dmb ish");
}

TEST_CASE("a record goes on at the start of the data area when it reaches the end", "[abi][ring]") {
  const RingShape shape{.words = 3, .record_words = 2, .records = 4};
  CHECK(shape.offset(1, 0) == 0);
  CHECK(shape.offset(1, 1) == 8);
  CHECK(shape.offset(2, 0) == 16);
  CHECK(shape.offset(2, 1) == 0);
  CHECK(shape.offset(3, 0) == 8);
  CHECK_FALSE(shape.reuses(1));
  CHECK(shape.reuses(2));
}

TEST_CASE("a shape is valid when a record fits and positions fit into 16 bits", "[abi][ring]") {
  CHECK(RingShape{.words = 1, .record_words = 1, .records = 1}.is_valid());
  CHECK_FALSE(RingShape{.words = 1, .record_words = 2, .records = 1}.is_valid());
  CHECK_FALSE(RingShape{.words = 1, .record_words = 0, .records = 1}.is_valid());
  CHECK_FALSE(RingShape{.words = 1, .record_words = 1, .records = 0}.is_valid());
  CHECK(RingShape{.words = 4096, .record_words = 1, .records = 1}.is_valid());
  CHECK_FALSE(RingShape{.words = 4097, .record_words = 1, .records = 1}.is_valid());
  CHECK(RingShape{.words = 1, .record_words = 1, .records = 8191}.is_valid());
  CHECK_FALSE(RingShape{.words = 1, .record_words = 1, .records = 8192}.is_valid());
}

TEST_CASE("a record comes back to its place after a period", "[abi][ring]") {
  CHECK(RingShape{.words = 32, .record_words = 8}.period() == 4);
  CHECK(RingShape{.words = 8, .record_words = 8}.period() == 1);
  CHECK(RingShape{.words = 13, .record_words = 8}.period() == 13);
  CHECK(RingShape{.words = 12, .record_words = 8}.period() == 3);
  CHECK(RingShape{.words = 256, .record_words = 1}.can_loop());
  CHECK_FALSE(RingShape{.words = 257, .record_words = 1}.can_loop());
  CHECK_FALSE(RingShape{.words = 4, .record_words = 5}.can_loop());
  CHECK_FALSE(RingShape{.words = 4, .record_words = 0}.can_loop());
}

TEST_CASE("an order at A keeps stores behind a load by a branch, an acquire or a barrier for loads",
          "[abi][ring]") {
  const auto keeps = [](const std::string& text) {
    return parse_place_order(RingPlace::a, text)->keeps_stores_behind_load();
  };
  for (const std::string order : {"ctrl", "ldar", "ldapr", "dmb ishld", "dmb ish", "ctrl+isb"}) {
    CHECK(keeps(order));
  }
  // A barrier for stores says nothing of loads, and an ISB nothing without a branch before it.
  for (const std::string order : {"none", "dmb ishst", "isb"}) {
    CHECK_FALSE(keeps(order));
  }
}
