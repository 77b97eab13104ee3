// SPDX-License-Identifier: Apache-2.0
//
// The codecs by themselves, on a small object of our own.
#include <catch2/catch.hpp>

#include "sim/scenario/list_codecs.h"
#include "sim/scenario/object_codec.h"
#include "sim/scenario/scalar_codecs.h"
#include "sim/scenario/variant_codec.h"

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

enum class Colour { red, green };

struct Sample {
  std::uint32_t small{3};
  std::uint64_t large{};
  bool flag{true};
  double share{0.5};
  std::string name{"n"};
  Colour colour{Colour::red};
  std::optional<std::uint64_t> maybe;
  std::vector<std::uint32_t> list;
  NodeId origin{kNoNode};
};

const ObjectCodec<Sample>& sample_codec() {
  static const auto codec = [] {
    auto table = object<Sample>("sample", "A sample.");
    table->key("small", &Sample::small, integer<std::uint32_t>(1, 255), "a small number")
        .required("large", &Sample::large, integer(0, ~std::uint64_t{0}), "a large number")
        .key("flag", &Sample::flag, boolean(), "a flag")
        .key("share", &Sample::share, real(0, 1), "a share")
        .key("name", &Sample::name, text(1, 3), "a name")
        .key("colour",
             &Sample::colour,
             one_of<Colour>({{"red", Colour::red}, {"green", Colour::green}}),
             "a colour")
        .key("maybe", &Sample::maybe, integer(0, 9), "perhaps")
        .key("list", &Sample::list, list_of(integer<std::uint32_t>(0, 9), 0, 2), "a list")
        .later("later", "for later")
        .check([](ReadContext& in, NodeId at, const Sample& value) {
          return value.small != 13 || in.problem(at, "thirteen");
        });
    return table;
  }();
  return *codec;
}

struct Reading {
  explicit Reading(const std::string& text) {
    const NodeId top = document.parse(text, "f", true, JsonLimits::kDepth, found);
    REQUIRE(top != kNoNode);
    ReadContext in{document, found};
    good = sample_codec().read(in, top, value);
    CHECK(good == found.empty());
  }

  [[nodiscard]] std::string problem() const {
    return found.empty() ? "" : to_text(found.listed().front());
  }

  JsonDocument document;
  Problems found;
  Sample value;
  bool good{};
};

/// The first problem when `key` has this value.
std::string problem_of(const std::string& key_and_value) {
  return Reading{R"({"large": 1, )" + key_and_value + "}"}.problem();
}

}  // namespace

TEST_CASE("what is not given keeps the default", "[scenario][codec]") {
  const Reading in{R"({"large": 1})"};
  CHECK(in.problem().empty());
  CHECK(in.value.small == 3);
  CHECK(in.value.flag);
  CHECK_FALSE(in.value.maybe);
  CHECK(in.value.origin == NodeId{0});
}

TEST_CASE("integers are taken at both ends of their range and not outside", "[scenario][codec]") {
  CHECK(Reading{R"({"large": 18446744073709551615})"}.value.large == 18446744073709551615U);
  CHECK(problem_of(R"("small": 1)").empty());
  CHECK(problem_of(R"("small": 255)").empty());
  CHECK(problem_of(R"("small": 0)") ==
        "f:1:14: /small: found 0, expected an integer from 1 to 255; a small number");
  CHECK_FALSE(problem_of(R"("small": 256)").empty());  // would be 0 in 8 bits
  CHECK_FALSE(problem_of(R"("small": -1)").empty());
  CHECK_FALSE(problem_of(R"("small": 4294967297)").empty());  // would be 1 in 32 bits
  CHECK_FALSE(problem_of(R"("small": 18446744073709551617)").empty());
}

TEST_CASE("an integer has neither fraction nor exponent", "[scenario][codec]") {
  CHECK(problem_of(R"("small": 2.0)").find("without a fraction and without an exponent") !=
        std::string::npos);
  CHECK(problem_of(R"("small": 2e0)").find("without a fraction and without an exponent") !=
        std::string::npos);
  CHECK(problem_of(R"("small": "2")").find("found \"2\"") != std::string::npos);
  CHECK(problem_of(R"("small": true)").find("found true") != std::string::npos);
  CHECK(problem_of(R"("small": null)").find("found null") != std::string::npos);
}

TEST_CASE("a real number may be written as an integer", "[scenario][codec]") {
  CHECK(problem_of(R"("share": 1)").empty());
  CHECK(problem_of(R"("share": 0)").empty());
  CHECK_FALSE(problem_of(R"("share": 1.0000001)").empty());
  CHECK_FALSE(problem_of(R"("share": -0.1)").empty());
  CHECK_FALSE(problem_of(R"("share": "0.5")").empty());
}

TEST_CASE("texts have a length in characters and no control characters", "[scenario][codec]") {
  CHECK(problem_of(R"("name": "äöü")").empty());  // three characters in six bytes
  CHECK_FALSE(problem_of(R"("name": "abcd")").empty());
  CHECK_FALSE(problem_of(R"("name": "")").empty());
  CHECK_FALSE(problem_of(R"("name": "a\n")").empty());
  CHECK_FALSE(problem_of(R"("name": "\u007f")").empty());
}

TEST_CASE("a misspelt word is no other word and gets a suggestion", "[scenario][codec]") {
  CHECK(Reading{R"({"large": 1, "colour": "green"})"}.value.colour == Colour::green);
  CHECK(problem_of(R"("colour": "gren")") ==
        "f:1:14: /colour: found \"gren\", expected \"red\" or \"green\"; did you mean \"green\"?");
  CHECK_FALSE(problem_of(R"("colour": 0)").empty());
}

TEST_CASE("unknown, later and missing keys are told apart", "[scenario][codec]") {
  CHECK(problem_of(R"("smal": 1)") ==
        "f:1:14: /smal: unknown key \"smal\"; did you mean \"small\"?");
  CHECK(problem_of(R"("later": 1)") ==
        "f:1:14: /later: \"later\" is not modelled yet; for later: leave it out");
  CHECK(Reading{R"({"large": 1, "later": 1})"}.found.listed()[0].code == ErrorCode::not_modelled);
  CHECK(Reading{"{}"}.problem() ==
        "f:1:1: the key \"large\" is missing, expected an integer from 0 to 18446744073709551615; "
        "large: a large "
        "number");
}

TEST_CASE("all problems of an object are found at once", "[scenario][codec]") {
  CHECK(Reading{R"({"small": 0, "flag": 1, "share": 2, "x": 1, "list": [1, -1, 2], "maybe": 10})"}
            .found.count() == 7);
}

TEST_CASE("a list has a length, and its elements are checked each", "[scenario][codec]") {
  CHECK(problem_of(R"("list": [1, 2])").empty());
  CHECK_FALSE(problem_of(R"("list": [1, 2, 3])").empty());
  CHECK(problem_of(R"("list": [1, 10])").starts_with("f:1:26: /list/1: found 10"));
  CHECK_FALSE(problem_of(R"("list": {})").empty());
}

TEST_CASE("a rule over several keys is asked when each key is right", "[scenario][codec]") {
  CHECK(problem_of(R"("small": 13)") == "f:1:1: thirteen");
  CHECK(Reading{R"({"small": 13, "large": -1})"}.found.count() == 1);
}

TEST_CASE("what is written is read back, with every key in the order of the table",
          "[scenario][codec]") {
  Sample value;
  value.large = 18446744073709551615U;
  value.share = 0.1;
  value.colour = Colour::green;
  value.list = {4, 5};
  const std::string text = written(sample_codec(), value);
  CHECK(
      text ==
      R"({"small":3,"large":18446744073709551615,"flag":true,"share":0.1,"name":"n","colour":"green","list":[4,5]})");
  CHECK(written(sample_codec(), Reading{text}.value) == text);
}

TEST_CASE("only what was read well is translated", "[scenario][codec]") {
  // Elements of a list stay in their places when they are wrong, as values that no word stands for.
  std::vector<std::vector<Colour>> translated;
  const auto codec = mapped<std::size_t, std::vector<Colour>>(
      list_of(one_of<Colour>({{"red", Colour::red}, {"green", Colour::green}})),
      [&](const std::vector<Colour>& in) {
        translated.push_back(in);
        return in.size();
      },
      [](const std::size_t& size) { return std::vector<Colour>(size); });
  for (const char* given :
       {R"(["red", "green"])", R"(["red", "blue"])", R"([1])", R"({"red": 1})", R"("red")", "[]"}) {
    Problems found;
    JsonDocument document;
    const NodeId top = document.parse(given, "f", true, JsonLimits::kDepth, found);
    ReadContext in{document, found};
    std::size_t value = 99;
    CAPTURE(given);
    const bool good = codec->read(in, top, value);
    CHECK(good == (value != 99));
  }
  CHECK(translated == std::vector<std::vector<Colour>>{{Colour::red, Colour::green}, {}});
}

TEST_CASE("a register value is a number or hexadecimal", "[scenario][codec]") {
  const auto read = [](const std::string& text) -> std::optional<RegValue> {
    Problems found;
    JsonDocument document;
    const NodeId top = document.parse(text, "f", true, JsonLimits::kDepth, found);
    ReadContext in{document, found};
    RegValue value = 0;
    return register_value()->read(in, top, value) ? std::optional{value} : std::nullopt;
  };
  CHECK(read("17") == 17);
  CHECK(read(R"("0x1F")") == 31);
  CHECK(read(R"("0Xffffffffffffffff")") == ~RegValue{0});
  CHECK(read(R"("0x000000000000000000001f")") == 31);
  for (const char* wrong : {R"("0x")",
                            R"("0x10000000000000000")",
                            R"("1f")",
                            R"("0x-1")",
                            R"("0x1g")",
                            R"(" 0x1")",
                            "-1",
                            "18446744073709551616",
                            "1.5",
                            "null",
                            R"("")"}) {
    CAPTURE(wrong);
    CHECK_FALSE(read(wrong));
  }
  CHECK(written(*register_value(), RegValue{255}) == R"("0xff")");
}
