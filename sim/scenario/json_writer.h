// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace pmusim::scenario {

/// Writes compact JSON in the order of the calls. Commas and colons come by themselves.
class JsonWriter {
 public:
  void begin_object() { open('{'); }

  void end_object() { close('}'); }

  void begin_list() { open('['); }

  void end_list() { close(']'); }

  void key(std::string_view name);
  void text(std::string_view value);

  void integer(std::uint64_t value) { raw(std::to_string(value)); }

  void boolean(bool value) { raw(value ? "true" : "false"); }

  /// The shortest decimal that reads back as `value`.
  void real(double value);
  /// A value that is JSON already.
  void raw(std::string_view json);

  /// What was written so far; the writer is empty afterwards.
  [[nodiscard]] std::string take() { return std::exchange(out_, {}); }

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  void quote(std::string_view value);

  std::string out_;
};

/// Lays compact JSON out for people: what fits into a line stays on one, the rest is broken and
/// indented by two. Ends with a line feed.
[[nodiscard]] std::string pretty_json(std::string_view compact, std::size_t line_width = 120);

}  // namespace pmusim::scenario
