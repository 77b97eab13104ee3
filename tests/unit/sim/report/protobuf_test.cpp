// SPDX-License-Identifier: Apache-2.0
#include "sim/report/perfetto/protobuf.h"

#include <catch2/catch.hpp>

using pmusim::report::ProtobufMessage;
using namespace std::string_literals;

// The examples of https://protobuf.dev/programming-guides/encoding.

TEST_CASE("an integer field is a varint", "[report][protobuf]") {
  ProtobufMessage message;
  message.integer(1, 150);
  CHECK(message.bytes() == "\x08\x96\x01");
}

TEST_CASE("text and messages have a length", "[report][protobuf]") {
  ProtobufMessage text;
  text.bytes(2, "testing");
  CHECK(text.bytes() == "\x12\x07testing");

  ProtobufMessage inner;
  inner.integer(1, 150);
  ProtobufMessage outer;
  outer.message(3, inner);
  CHECK(outer.bytes() == "\x1a\x03\x08\x96\x01");
}

TEST_CASE("a field number above 15 takes two bytes", "[report][protobuf]") {
  ProtobufMessage message;
  message.integer(60, 0);
  CHECK(message.bytes() == "\xe0\x03\x00"s);
}

TEST_CASE("a cleared message is empty", "[report][protobuf]") {
  ProtobufMessage message;
  message.integer(1, 1);
  message.clear();
  CHECK(message.bytes().empty());
}
