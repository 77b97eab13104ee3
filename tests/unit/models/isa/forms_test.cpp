// SPDX-License-Identifier: Apache-2.0
#include "models/isa/forms.h"

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

using namespace pmusim::isa;

TEST_CASE("no two slots of a form share a bit, and none takes a bit that the form fixes", "[isa]") {
  for (const Form& form : all_forms()) {
    CAPTURE(form.mnemonic, form.value);
    std::uint32_t taken = form.value;
    for (const Slot& slot : form.slots) {
      const std::uint32_t bits = slot.layout != nullptr ? slot.layout->mask : 0;
      CHECK((taken & bits) == 0);
      taken |= bits;
    }
  }
}

TEST_CASE("the width stands before the slots that depend on it", "[isa]") {
  for (const Form& form : all_forms()) {
    CAPTURE(form.mnemonic, form.value);
    for (std::size_t i = 1; i < form.slots.size(); ++i) {
      const Layout* const layout = form.slots.at(i).layout;
      CHECK((layout != &kWidthLayout<30> && layout != &kWidthLayout<31> &&
             layout != &kWidthAndNLayout));
    }
  }
}

TEST_CASE("every operation has a form", "[isa]") {
  std::set<Op> ops;
  for (const Form& form : all_forms()) {
    ops.insert(form.like.op);
  }
  CHECK(ops.size() == static_cast<std::size_t>(Op::nop) + 1);
}

TEST_CASE("every operand that is written says how", "[isa]") {
  for (const Form& form : all_forms()) {
    CAPTURE(form.mnemonic);
    for (const Slot& slot : form.slots) {
      CHECK((slot.notation == nullptr || !slot.notation->description.empty()));
    }
  }
}

TEST_CASE("the README lists every mnemonic", "[isa]") {
  std::ifstream file{PMUSIM_SOURCE_DIR "/models/isa/README.md"};
  std::ostringstream readme;
  readme << file.rdbuf();
  for (const Form& form : all_forms()) {
    // Of atomics the name without the letters of its order.
    std::string name{form.mnemonic};
    if (kind_of(form.like.op) == OpKind::memory && form.like.op >= Op::cas) {
      name.erase(name.find_last_not_of(form.like.release ? "L" : "") + 1);
      name.erase(name.find_last_not_of(form.like.acquire == Acquire::acquire ? "A" : "") + 1);
    }
    CAPTURE(name);
    CHECK(std::regex_search(readme.str(), std::regex{"\\b" + name + "\\b"}));
  }
}
