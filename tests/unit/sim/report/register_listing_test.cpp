// SPDX-License-Identifier: Apache-2.0
#include "sim/report/register_listing.h"

#include <array>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace pmusim;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::array kFields{
    FieldDesc{"RES0_63_8", 63, 8, FieldAccess::res0, "reserved"},
    FieldDesc{"TOP", 7, 4, FieldAccess::rw, "the upper half", 0x2},
    FieldDesc{"RES0_3_1", 3, 1, FieldAccess::res0, "reserved"},
    FieldDesc{"E", 0, 0, FieldAccess::w1c, "the flag"},
};
constexpr RegDesc kRegister{.name = "THING<n>_EL1",
                            .encoding = {3, 0, 9, 14, 6},
                            .fields = kFields,
                            .meaning = "an example",
                            .source = "the manual",
                            .needs = 0x1,
                            .copies = 4};

std::string listing(report::ListingFormat format) {
  const std::array<const RegDesc*, 1> registers{&kRegister};
  const auto features = [](FeatureMask mask) {
    return mask == 0x1 ? std::string{"p4"} : std::string{"el2"};
  };
  return report::register_listing(registers, features, format);
}

}  // namespace

TEST_CASE("the text listing has encoding, copies, features, source and fields",
          "[report][registers]") {
  const std::string text = listing(report::ListingFormat::text);
  CHECK_THAT(text, Contains("THING<n>_EL1, n = 0 to 3: an example"));
  CHECK_THAT(text, Contains("S3_0_C9_C14_6; needs p4; source: the manual"));
  CHECK_THAT(text, Contains("7:4  TOP   rw    the upper half [needs el2]"));
  CHECK_THAT(text, Contains("RES0") && !Contains("RES0_63_8"));
}

TEST_CASE("the Markdown listing has a table for each register", "[report][registers]") {
  const std::string text = listing(report::ListingFormat::markdown);
  CHECK_THAT(text,
             Contains("## THING<n>_EL1, n = 0 to 3\n") && Contains("| 0 | E | w1c | the flag |\n"));
}

TEST_CASE("the JSON listing has bits as numbers", "[report][registers]") {
  const Json json = Json::parse(listing(report::ListingFormat::json));
  const Json& fields = json["registers"][0]["fields"];
  CHECK(json["registers"][0]["copies"] == 4);
  CHECK(fields[1] == Json{{"name", "TOP"},
                          {"msb", 7},
                          {"lsb", 4},
                          {"access", "rw"},
                          {"meaning", "the upper half"},
                          {"needs", "el2"}});
}

TEST_CASE("a register image is taken apart field by field", "[report][registers]") {
  const std::string text = report::decoded_fields(kRegister, 0x51, 0);
  CHECK(text == "7:4  TOP  0x5  the upper half\n  0  E    0x1  the flag\n");
}

TEST_CASE("reserved bits that are set are not hidden", "[report][registers]") {
  CHECK_THAT(report::decoded_fields(kRegister, 0x2, 0), Contains("RES0"));
}
