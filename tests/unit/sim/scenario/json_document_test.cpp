// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/json_document.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

struct Parsed {
  explicit Parsed(const std::string& text) {
    top = document.parse(text, "f.json", true, JsonLimits::kDepth, problems);
  }

  [[nodiscard]] std::string problem() const {
    return problems.empty() ? "" : to_text(problems.listed().front());
  }

  Problems problems;
  JsonDocument document;
  NodeId top{kNoNode};
};

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

}  // namespace

TEST_CASE("every value knows line, column and pointer; a member's place is its key",
          "[scenario][json]") {
  const Parsed in{"{\n  \"a\": [1, {\"b/~\": true}],\n\t\"c\" : \"x\"\n}"};
  REQUIRE(in.problem().empty());
  const JsonDocument& document = in.document;
  const NodeId list = document.member(in.top, "a");
  CHECK(document.where(in.top) == "f.json:1:1");
  CHECK(document.where(list) == "f.json:2:3: /a");
  CHECK(document.where(document.element(list, 0)) == "f.json:2:9: /a/0");
  const NodeId object = document.element(list, 1);
  CHECK(document.where(object) == "f.json:2:12: /a/1");
  CHECK(document.where(document.member(object, "b/~")) == "f.json:2:13: /a/1/b~1~0");  // RFC 6901
  CHECK(document.where(document.member(in.top, "c")) == "f.json:3:2: /c");
}

TEST_CASE("columns count characters, not bytes", "[scenario][json]") {
  const Parsed in{"[\"\xC3\xA4\xC3\xB6\", 1]"};  // two letters of two bytes each
  CHECK(in.document.where(in.document.element(in.top, 1)) == "f.json:1:8: /1");
}

TEST_CASE("numbers keep what 64 bits and a double cannot", "[scenario][json]") {
  const Parsed in{"[18446744073709551615, -9223372036854775808, 18446744073709551616, -1, 1.50]"};
  const auto& document = in.document;
  CHECK(document[document.element(in.top, 0)].magnitude == 18446744073709551615U);
  CHECK(document[document.element(in.top, 1)].negative);
  CHECK(document[document.element(in.top, 1)].magnitude == 9223372036854775808U);
  CHECK(document[document.element(in.top, 2)].kind == JsonKind::real);
  CHECK(document.to_json(in.top) ==
        "[18446744073709551615,-9223372036854775808,18446744073709551616,-1,1.50]");
}

TEST_CASE("wrong JSON gives its line and column", "[scenario][json]") {
  CHECK(Parsed{"{\n \"a\": tru }"}.problem().starts_with("f.json:2:10: not JSON: "));
  CHECK(Parsed{"{\"a\": 1,}"}.problem().starts_with("f.json:1:9: not JSON: "));
  CHECK(Parsed{"[1, 2"}.problem().starts_with("f.json:1:6: not JSON: "));
  CHECK(Parsed{"[01]"}.problem().starts_with("f.json:1:3: not JSON: "));
  CHECK(Parsed{"[\"a\nb\"]"}.top == kNoNode);
  CHECK(Parsed{"[NaN]"}.top == kNoNode);
}

TEST_CASE("an empty text is called empty", "[scenario][json]") {
  CHECK(Parsed{""}.problem() == "f.json:1:1: nothing in it; expected a JSON object");
  CHECK(Parsed{" \n\t "}.problem() == "f.json:1:1: nothing in it; expected a JSON object");
}

TEST_CASE("bytes that are not UTF-8 are refused, in strings and outside", "[scenario][json]") {
  CHECK(Parsed{"[\"\xC3\x28\"]"}.problem().find("ill-formed UTF-8") != std::string::npos);
  CHECK(Parsed{"[\"\xED\xA0\x80\"]"}.problem().find("ill-formed UTF-8") !=
        std::string::npos);  // a surrogate
  CHECK(Parsed{"[\xFF]"}.top == kNoNode);
  for (const char c : Parsed{"[\"\xFF\xFE\xFD\"]"}.problem()) {
    CHECK(static_cast<unsigned char>(c) < 0x80);  // the message itself is clean
  }
}

TEST_CASE("a NUL byte does not end the text early", "[scenario][json]") {
  using namespace std::string_literals;
  CHECK(Parsed{"[1]\0garbage"s}.problem() == "f.json:1:4: a NUL byte; expected JSON text in UTF-8");
  CHECK(Parsed{"[\"a\0b\"]"s}.problem() == "f.json:1:4: a NUL byte; expected JSON text in UTF-8");
}

TEST_CASE("a byte order mark is skipped in UTF-8 and named in UTF-16", "[scenario][json]") {
  const Parsed marked{"\xEF\xBB\xBF[1]"};
  CHECK(marked.problem().empty());
  CHECK(marked.document.where(marked.top) == "f.json:1:1");
  CHECK(Parsed{"\xFF\xFE[\1]\1"}.problem() == "f.json:1:1: written in UTF-16; save it as UTF-8");
}

TEST_CASE("a duplicate key names both places and parsing goes on", "[scenario][json]") {
  const Parsed in{"{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3,\n \"a\": 4}"};
  REQUIRE(in.top != kNoNode);
  REQUIRE(in.problems.count() == 2);
  CHECK(in.problem() == "f.json:3:2: /a: duplicate key \"a\"; it already stands at f.json:1:2");
}

TEST_CASE("64 levels are read and 65 are not", "[scenario][json]") {
  CHECK(Parsed{nested(64)}.problem().empty());
  CHECK(Parsed{nested(65)}.problem() ==
        "f.json:1:65: lists and objects are nested deeper than 64 levels");
  CHECK(Parsed{std::string(1'000'000, '[')}.problems.count() == 1);
}

TEST_CASE("a million values are read and one more is not", "[scenario][json][slow]") {
  std::string text = "[0";
  for (std::size_t i = 2; i < JsonLimits::kNodes; ++i) {
    text += ",0";
  }
  CHECK(Parsed{text + "]"}.problem().empty());
  CHECK(Parsed{text + ",0]"}.problem().find("more than 1000000 values") != std::string::npos);
}

TEST_CASE("an excerpt is short and printable", "[scenario][json]") {
  const Parsed in{"[\"" + std::string(1'000, 'x') + R"(", [], {}, [1,2], "\u0001\u00e4"])"};
  const auto excerpt = [&](std::size_t i) {
    return in.document.excerpt(in.document.element(in.top, i));
  };
  CHECK(excerpt(0) == "\"" + std::string(60, 'x') + "...\"");
  CHECK(excerpt(1) == "an empty list");
  CHECK(excerpt(2) == "an object");
  CHECK(excerpt(3) == "a list of 2");
  CHECK(excerpt(4) == "\"\\x01\\xc3\\xa4\"");
}
