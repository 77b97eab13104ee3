// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/json_writer.h"

#include <catch2/catch.hpp>

using namespace pmusim::scenario;

TEST_CASE("the writer puts commas between values and escapes texts", "[scenario][json]") {
  JsonWriter out;
  out.begin_object();
  out.key("a\"b");
  out.begin_list();
  out.integer(18446744073709551615U);
  out.boolean(false);
  out.text("line\nback\\slash");
  out.begin_object();
  out.end_object();
  out.end_list();
  out.key("b");
  out.raw("null");
  out.end_object();
  CHECK(out.take() ==
        R"({"a\"b":[18446744073709551615,false,"line\u000aback\\slash",{}],"b":null})");
}

TEST_CASE("a real number is written as short as it can be read back", "[scenario][json]") {
  JsonWriter out;
  out.begin_list();
  out.real(0.1);
  out.real(0.6);
  out.real(1.0);
  out.end_list();
  CHECK(out.take() == "[0.1,0.6,1]");
}

TEST_CASE("what fits stays on a line, the rest is broken and indented", "[scenario][json]") {
  const std::string compact = R"({"short":[1,2],"a text, with: marks":{"b":"x","c":{}}})";
  CHECK(pretty_json(compact, 100) ==
        "{\"short\": [1, 2], \"a text, with: marks\": {\"b\": \"x\", \"c\": {}}}\n");
  CHECK(pretty_json(compact, 30) ==
        "{\n"
        "  \"short\": [1, 2],\n"
        "  \"a text, with: marks\": {\n"
        "    \"b\": \"x\",\n"
        "    \"c\": {}\n"
        "  }\n"
        "}\n");
}

TEST_CASE("layout looks at no bracket inside a text", "[scenario][json]") {
  CHECK(pretty_json(R"(["}\"]",1])", 100) == "[\"}\\\"]\", 1]\n");
}
