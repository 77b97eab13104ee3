// SPDX-License-Identifier: Apache-2.0
#include "sim/report/perfetto/protobuf.h"

#include "sim/report/byte_stream.h"

namespace pmusim::report {
namespace {

// https://protobuf.dev/programming-guides/encoding: a field's key is number << 3 | wire type.
constexpr unsigned kTypeBits = 3;
constexpr std::uint64_t kVarint = 0;
constexpr std::uint64_t kLengthDelimited = 2;

std::uint64_t key(std::uint32_t field, std::uint64_t type) {
  return static_cast<std::uint64_t>(field) << kTypeBits | type;
}

}  // namespace

void ProtobufMessage::integer(std::uint32_t field, std::uint64_t value) {
  append_varint(bytes_, key(field, kVarint));
  append_varint(bytes_, value);
}

void ProtobufMessage::bytes(std::uint32_t field, std::string_view value) {
  append_varint(bytes_, key(field, kLengthDelimited));
  append_varint(bytes_, value.size());
  bytes_ += value;
}

}  // namespace pmusim::report
