// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/axis.h"

#include <catch2/catch.hpp>

using namespace pmusim::sweep;
using Labels = std::vector<std::string>;

TEST_CASE("ticks lie at multiples of 1, 2 or 5 around all values", "[sweep][axis]") {
  const Axis axis = linear_axis(0, 93, 5);
  CHECK(axis.labels == Labels{"0", "20", "40", "60", "80", "100"});
  CHECK(axis.place(0) == 0);
  CHECK(axis.place(50) == Approx(0.5));
  CHECK(axis.place(100) == 1);
  CHECK(linear_axis(-3, 3, 5).labels == Labels{"-4", "-2", "0", "2", "4"});
  CHECK(linear_axis(0, 400, 8).labels.size() == 9);
  CHECK(linear_axis(0, 2, 8).labels == Labels{"0", "0.5", "1", "1.5", "2"});
  CHECK(linear_axis(0, 2, 8, 1).labels == Labels{"0", "1", "2"});
  CHECK(linear_axis(0.1, 0.4, 3).labels == Labels{"0.1", "0.2", "0.3", "0.4"});
}

TEST_CASE("an axis around one value has that value inside", "[sweep][axis]") {
  for (const double value : {0.0, 1.0, 100.0, -7.0, 1e12}) {
    CAPTURE(value);
    const Axis axis = linear_axis(value, value, 5);
    CHECK(axis.low < axis.high);
    CHECK(axis.place(value) >= 0);
    CHECK(axis.place(value) <= 1);
    CHECK(axis.ticks.size() >= 2);
  }
  CHECK(linear_axis(0, 0, 5).low == 0);
}

TEST_CASE("a geometric axis spaces its values evenly", "[sweep][axis]") {
  const Axis axis = geometric_axis({1, 10, 100}, 9);
  CHECK(axis.place(1) == 0);
  CHECK(axis.place(10) == Approx(0.5));
  CHECK(axis.place(100) == Approx(1));
  CHECK(axis.labels == Labels{"1", "10", "100"});
  CHECK(geometric_axis({1, 2, 4, 8, 16, 32}, 3).labels == Labels{"1", "4", "16"});
  CHECK(geometric_axis({8}, 9).place(8) == Approx(0.5));
}

TEST_CASE("categories stand in the middle of equal parts", "[sweep][axis]") {
  const Axis axis = category_axis({"a", "b"}, 9);
  CHECK(axis.place(0) == Approx(0.25));
  CHECK(axis.place(1) == Approx(0.75));
  CHECK(axis.labels == Labels{"a", "b"});
}

TEST_CASE("ticks show numbers shortly", "[sweep][axis]") {
  CHECK(tick_label(0) == "0");
  CHECK(tick_label(-0.0) == "0");
  CHECK(tick_label(9999) == "9999");
  CHECK(tick_label(12000) == "12k");
  CHECK(tick_label(-2.5e6) == "-2.5M");
  CHECK(tick_label(3e9) == "3G");
  CHECK(tick_label(1.5e13) == "15T");
}

TEST_CASE("the unit of a quantity stands at the end of its name", "[sweep][axis]") {
  CHECK(unit_of("/kernel/kvm/entry_after_switch_cycles") == "cycles");
  CHECK(unit_of("/platform/cpus/0/frequency_mhz") == "MHz");
  CHECK(unit_of("/end_ns") == "ns");
  CHECK(unit_of("/events/cycles/count") == "events");
  CHECK(unit_of("/seed").empty());
}
