// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/json_writer.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <vector>

namespace pmusim::scenario {
namespace {

/// The place after the string that starts at `i`, or after the single character there.
std::size_t token_end(std::string_view json, std::size_t i) {
  if (json[i] != '"') {
    return i + 1;
  }
  for (++i; json[i] != '"'; ++i) {
    i += json[i] == '\\' ? 1U : 0U;
  }
  return i + 1;
}

/// For every bracket that opens: where its partner stands.
std::vector<std::size_t> partners(std::string_view json) {
  std::vector<std::size_t> partner(json.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < json.size(); i = token_end(json, i)) {
    if (json[i] == '{' || json[i] == '[') {
      open.push_back(i);
    } else if (json[i] == '}' || json[i] == ']') {
      partner[open.back()] = i;
      open.pop_back();
    }
  }
  return partner;
}

/// Compact JSON with a space after each comma and colon.
std::string on_one_line(std::string_view json) {
  std::string line;
  for (std::size_t i = 0; i < json.size();) {
    const std::size_t end = token_end(json, i);
    line += json.substr(i, end - i);
    line += json[i] == ',' || json[i] == ':' ? " " : "";
    i = end;
  }
  return line;
}

class Layout {
 public:
  Layout(std::string_view json, std::size_t width)
      : json_{json}, width_{width}, partner_{partners(json)} {}

  std::string run() {
    for (std::size_t i = 0; i < json_.size();) {
      i = step(i);
    }
    out_ += '\n';
    return std::move(out_);
  }

 private:
  std::size_t step(std::size_t i) {
    switch (json_[i]) {
      case '{':
      case '[':
        return open(i);
      case '}':
      case ']':
        --level_;
        new_line();
        out_ += json_[i];
        return i + 1;
      case ',':
        out_ += ',';
        new_line();
        return i + 1;
      case ':':
        out_ += ": ";
        return i + 1;
      default: {
        const std::size_t end = token_end(json_, i);
        out_ += json_.substr(i, end - i);
        return end;
      }
    }
  }

  std::size_t open(std::size_t i) {
    const std::size_t length = partner_[i] + 1 - i;
    if (length < width_) {
      const std::string line = on_one_line(json_.substr(i, length));
      if (out_.size() - line_start_ + line.size() < width_) {
        out_ += line;
        return i + length;
      }
    }
    out_ += json_[i];
    ++level_;
    new_line();
    return i + 1;
  }

  void new_line() {
    out_ += '\n';
    line_start_ = out_.size();
    out_.append(2 * level_, ' ');
  }

  std::string_view json_;
  std::size_t width_;
  std::vector<std::size_t> partner_;
  std::string out_;
  std::size_t level_{};
  std::size_t line_start_{};
};

}  // namespace

void JsonWriter::key(std::string_view name) {
  text(name);
  out_ += ':';
}

void JsonWriter::text(std::string_view value) {
  separate();
  quote(value);
}

void JsonWriter::real(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
}

void JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
}

void JsonWriter::close(char bracket) {
  out_ += bracket;
}

void JsonWriter::separate() {
  const bool first = out_.empty() || out_.back() == '{' || out_.back() == '[' || out_.back() == ':';
  if (!first) {
    out_ += ',';
  }
}

void JsonWriter::quote(std::string_view value) {
  out_ += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
      out_ += escape.data();
    } else {
      out_ += c;
    }
  }
  out_ += '"';
}

std::string pretty_json(std::string_view compact, std::size_t line_width) {
  return Layout{compact, line_width}.run();
}

}  // namespace pmusim::scenario
