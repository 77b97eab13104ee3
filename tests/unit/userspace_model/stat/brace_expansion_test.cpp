// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "userspace_model/stat/event_parser.h"

namespace {

using Texts = std::vector<std::string>;

Texts expanded(const std::string& text) {
  const auto texts = pmusim::userspace::expand_braces(text);
  INFO(text << ": " << (texts ? "" : texts.error().what));
  REQUIRE(texts);
  return *texts;
}

std::string where(const std::string& text) {
  const auto texts = pmusim::userspace::expand_braces(text);
  INFO(text);
  REQUIRE_FALSE(texts);
  CHECK(texts.error().code == pmusim::ErrorCode::invalid_input);
  return texts.error().where.substr(texts.error().where.rfind(' ') + 1);
}

}  // namespace

// Expectations are what bash prints for echo with the same word.

TEST_CASE("text without braces stands for itself", "[stat][braces]") {
  CHECK(expanded("cycles:k") == Texts{"cycles:k"});
  CHECK(expanded("a,b") == Texts{"a,b"});
  CHECK(expanded("") == Texts{""});
}

TEST_CASE("a list stands for each of its choices, in order", "[stat][braces]") {
  CHECK(expanded("{a,b}") == Texts{"a", "b"});
  CHECK(expanded("x{a,b,c}y") == Texts{"xay", "xby", "xcy"});
  CHECK(expanded("x{,a}") == Texts{"x", "xa"});
  CHECK(expanded("{a,b}{c,d}") == Texts{"ac", "ad", "bc", "bd"});
  CHECK(expanded("{a,{b,c}d}e") == Texts{"ae", "bde", "cde"});
}

TEST_CASE("a range stands for its numbers, both ends included", "[stat][braces]") {
  CHECK(expanded("{0..3}") == Texts{"0", "1", "2", "3"});
  CHECK(expanded("{0..8..2}") == Texts{"0", "2", "4", "6", "8"});
  CHECK(expanded("{0..7..3}") == Texts{"0", "3", "6"});
  CHECK(expanded("{3..1}") == Texts{"3", "2", "1"});
  CHECK(expanded("{-1..1}") == Texts{"-1", "0", "1"});
  CHECK(expanded("{5..5}") == Texts{"5"});
  CHECK(expanded("{08..10}") == Texts{"08", "09", "10"});
  CHECK(expanded("{a..e..2}") == Texts{"a", "c", "e"});
}

TEST_CASE("one line names every threshold", "[stat][braces]") {
  const auto texts =
      expanded("armv8_pmuv3/stall_slot,threshold={1..8},threshold_compare={0..3}/{u,k}");
  CHECK(texts.size() == 8UL * 4 * 2);
  CHECK(texts.front() == "armv8_pmuv3/stall_slot,threshold=1,threshold_compare=0/u");
  CHECK(texts.back() == "armv8_pmuv3/stall_slot,threshold=8,threshold_compare=3/k");
}

TEST_CASE("wrong braces are refused at their place", "[stat][braces]") {
  CHECK(where("x{a,b") == "2");
  CHECK(where("a}b") == "2");
  CHECK(where("{a,{b}") == "1");
  CHECK(where("{a,{b}}") == "4");
  CHECK(where("x{}") == "2");
  CHECK(where("x{a}") == "2");
  CHECK(where("{..}") == "1");
  CHECK(where("{1..}") == "1");
  CHECK(where("{1..b}") == "1");
  CHECK(where("{1..5..0}") == "1");
  CHECK(where("{1..5..x}") == "1");
  CHECK(where("{1..99999999999999999999}") == "1");
}

TEST_CASE("10,000 results are possible, more are refused without being made", "[stat][braces]") {
  CHECK(expanded("{1..10000}").size() == 10'000);
  CHECK(where("{1..10001}") == "1");
  CHECK(expanded("{1..100}{1..100}").size() == 10'000);
  CHECK(where("{1..100}{1..101}") == "9");
  CHECK(where("{1..2000000000}") == "1");
  CHECK(where("{{1..6000},{1..6000}}") == "1");
  std::string doubling;
  for (int i = 0; i < 100; ++i) {
    doubling += "{a,b}";
  }
  CHECK(where(doubling) == std::to_string(13 * 5 + 1));  // 2^14 exceeds 10,000
}

TEST_CASE("deep nesting and long text are refused", "[stat][braces]") {
  CHECK_FALSE(
      pmusim::userspace::expand_braces(std::string(100, '{') + "a,b" + std::string(100, '}')));
  std::string nested = "b";
  for (int i = 0; i < 40; ++i) {
    nested = "{a," + nested + "}";
  }
  CHECK_FALSE(pmusim::userspace::expand_braces(nested));
  CHECK_FALSE(pmusim::userspace::expand_braces(std::string(20'000, 'a')));
  CHECK_FALSE(pmusim::userspace::expand_braces(std::string(5000, 'a') + "{1..9999}"));
}
