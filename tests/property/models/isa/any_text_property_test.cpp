// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "models/isa/encoding.h"
#include "models/isa/program.h"
#include "tests/property/models/isa/random_instruction.h"

using namespace pmusim;
using namespace pmusim::isa;
using namespace pmusim::test;

namespace {

/// The text of an instruction, mostly with characters changed, put in or taken out.
std::string spoilt_text(Draw& draw) {
  constexpr std::string_view kCharacters{"XWSPLA0123456789#,[]!.:+-/ \t\x01\xFF"};
  const auto forms = all_forms();
  std::string text = to_text(random_instruction(forms[draw.below(forms.size())], draw));
  for (auto changes = draw.below(4); changes != 0; --changes) {
    const std::size_t at = draw.below(text.size() + 1);
    const char c = kCharacters[draw.below(kCharacters.size())];
    text = text.substr(0, at) + (draw.one_in(3) ? "" : std::string{c}) +
           text.substr(std::min(text.size(), at + draw.below(2)));
  }
  return text;
}

}  // namespace

TEST_CASE("whatever is written is instructions that have words, or errors with place and remedy",
          "[isa][property]") {
  std::uint64_t good = 0;
  std::uint64_t bad = 0;
  CHECK(rc::check("spoilt texts", [&] {
    Draw draw{*any_seed()};
    repeat(200, [&] {
      const std::string text = spoilt_text(draw);
      const auto program = assemble_text(text, "text");
      if (!program) {
        ++bad;
        for (const Error& error : program.error()) {
          RC_ASSERT(error.where.starts_with("text:1:"));
          RC_ASSERT(!error.what.empty());
          RC_ASSERT(!error.hint.empty());
        }
        return;
      }
      for (const Instruction& instruction : program->code) {
        ++good;
        RC_LOG(text);
        RC_ASSERT(encode(instruction).has_value());
      }
    });
  }));
  CHECK(good >= 5'000);
  CHECK(bad >= 5'000);
}
