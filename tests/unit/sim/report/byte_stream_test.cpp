// SPDX-License-Identifier: Apache-2.0
#include "sim/report/byte_stream.h"

#include <catch2/catch.hpp>

using namespace pmusim::report;
using namespace std::string_literals;

namespace {

std::string varint(std::uint64_t value) {
  std::string bytes;
  append_varint(bytes, value);
  return bytes;
}

}  // namespace

TEST_CASE("a varint has seven bits a byte, the lowest first", "[report][byte_stream]") {
  CHECK(varint(0) == "\0"s);
  CHECK(varint(127) == "\x7f");
  CHECK(varint(128) == "\x80\x01");
  // The example of DWARF 5, figure 22, and of the Protocol Buffers encoding guide.
  CHECK(varint(12857) == "\xb9\x64");
  CHECK(varint(150) == "\x96\x01");
  CHECK(varint(~std::uint64_t{0}) == "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

TEST_CASE("varints are appended", "[report][byte_stream]") {
  std::string bytes = "x";
  append_varint(bytes, 1);
  append_varint(bytes, 300);
  CHECK(bytes == "x\x01\xac\x02");
}

TEST_CASE("base 64 is that of RFC 4648, section 10", "[report][byte_stream]") {
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foob") == "Zm9vYg==");
  CHECK(base64("fooba") == "Zm9vYmE=");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xfb\xff\xfe") == "+//+");
}
