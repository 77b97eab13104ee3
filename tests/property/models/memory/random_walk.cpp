// SPDX-License-Identifier: Apache-2.0
#include "tests/property/models/memory/random_walk.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "models/common/random.h"

namespace pmusim::memory {
namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_{seed} {}

  std::string make() {
    for (unsigned number = 0; number < kFree; ++number) {
      line(fmt::format("MOVZ X{}, #{}", free_register(number), below(65536)));
    }
    block(4 + below(40));
    return std::move(text_);
  }

 private:
  static constexpr unsigned kFree = 15;

  std::uint64_t below(std::uint64_t limit) { return random_.at(drawn_++) % limit; }

  bool chance(unsigned percent) { return below(100) < percent; }

  /// X0, X2 to X15: X1 is the data area.
  static unsigned free_register(std::uint64_t number) {
    return static_cast<unsigned>(number == 0 ? 0 : number + 1);
  }

  /// The next free register; of the last one the one before.
  static unsigned other_than(unsigned reg) {
    if (reg == free_register(kFree - 1)) {
      return reg - 1;
    }
    return reg == 0 ? free_register(1) : reg + 1;
  }

  unsigned reg() { return free_register(below(kFree)); }

  void line(const std::string& text) { text_ += text + '\n'; }

  template <std::size_t N>
  std::string_view one_of(const std::array<std::string_view, N>& texts) {
    return texts[below(N)];
  }

  void block(std::uint64_t instructions) {
    for (std::uint64_t i = 0; i < instructions; ++i) {
      const std::uint64_t kind = below(100);
      if (kind < 40) {
        arithmetic();
      } else if (kind < 75) {
        access();
      } else if (kind < 85) {
        skip();
      } else if (kind < 90) {
        call();
      } else if (kind < 95) {
        line(std::string{one_of<4>({"DMB ISH", "DMB ISHLD", "DSB SY", "ISB"})});
      } else if (depth_ == 0) {
        loop();
      }
    }
  }

  void arithmetic() {
    const unsigned d = reg();
    const unsigned n = reg();
    const unsigned m = reg();
    switch (below(7)) {
      case 0:
        line(fmt::format("{} X{}, X{}, X{}, LSL #{}",
                         one_of<8>({"ADD", "SUBS", "AND", "ORR", "EOR", "BICS", "ADDS", "ORN"}),
                         d,
                         n,
                         m,
                         below(64)));
        break;
      case 1:
        line(fmt::format(
            "{} W{}, W{}, #{}", one_of<4>({"ADD", "SUB", "ADDS", "SUBS"}), d, n, below(4096)));
        break;
      case 2:
        line(fmt::format("UBFX X{}, X{}, #{}, #{}", d, n, below(32), 1 + below(32)));
        break;
      case 3:
        line(fmt::format("CMP X{}, X{}", n, m));
        line(fmt::format("CSEL X{}, X{}, X{}, {}", d, n, m, one_of<4>({"EQ", "HI", "LT", "GE"})));
        break;
      case 4:
        line(fmt::format("MOVK X{}, #{}, LSL #16", d, below(65536)));
        break;
      case 5:
        line(fmt::format("ADD X{}, X{}, W{}, SXTW #2", d, n, m));
        break;
      default:
        line(fmt::format("BFI X{}, X{}, #{}, #8", d, n, below(56)));
        break;
    }
  }

  /// Mostly one of eight words, so that accesses meet.
  std::uint64_t word_offset() { return below(chance(70) ? 8 : kAreaBytes / 8 - 1) * 8; }

  void access() {
    const unsigned t = reg();
    const unsigned other = other_than(t);
    switch (below(9)) {
      case 0:
      case 1:
        line(fmt::format("{} X{}, [X1, #{}]", one_of<2>({"LDR", "STR"}), t, word_offset()));
        break;
      case 2:
        line(fmt::format("{} W{}, [X1, #{}]", one_of<2>({"LDR", "STR"}), t, word_offset() + 4));
        break;
      case 3:
        // The address comes late: younger accesses may have run ahead of it.
        line(fmt::format("LDR X17, [X1, #{}]", word_offset()));
        line("AND X17, X17, #0x38");
        line(fmt::format("{} X{}, [X1, X17]", one_of<2>({"LDR", "STR"}), t));
        line(fmt::format("LDR X{}, [X1, #{}]", other, word_offset()));
        break;
      case 4:
        line(fmt::format(
            "{} X{}, X{}, [X1, #{}]", one_of<2>({"LDP", "STP"}), t, other, word_offset()));
        break;
      case 5:
        line(fmt::format("ADD X17, X1, #{}", word_offset()));
        line(fmt::format("{} X{}, [X17], #8", one_of<2>({"LDR", "STR"}), t));
        line(fmt::format("EOR X{}, X{}, X17", other, t));
        break;
      case 6:
        line(fmt::format("ADD X17, X1, #{}", word_offset()));
        line(fmt::format("{} X{}, X{}, [X17]",
                         one_of<6>({"LDADD", "LDADDAL", "SWPA", "LDSETL", "LDCLR", "CAS"}),
                         t,
                         other));
        break;
      case 7:
        line(fmt::format("ADD X17, X1, #{}", word_offset()));
        line(fmt::format("LDAXR X{}, [X17]", t));
        line(fmt::format("STXR W18, X{}, [X17]", other));
        line(fmt::format("ADD X{}, X{}, X18", t, t));
        break;
      default:
        line(fmt::format("ADD X17, X1, #{}", word_offset()));
        line(fmt::format("{} X{}, [X17]", one_of<3>({"LDAR", "STLR", "LDAPR"}), t));
        break;
    }
  }

  /// A branch over the next few instructions.
  void skip() {
    const unsigned label = labels_++;
    const unsigned tested = reg();
    switch (below(3)) {
      case 0:
        line(fmt::format("CBZ W{}, l{}", tested, label));
        break;
      case 1:
        line(fmt::format("TBNZ X{}, #{}, l{}", tested, below(16), label));
        break;
      default:
        line(fmt::format("B.{} l{}", one_of<4>({"NE", "CS", "MI", "GT"}), label));
        break;
    }
    for (std::uint64_t i = below(4); i > 0; --i) {
      chance(50) ? arithmetic() : access();
    }
    line(fmt::format("l{}:", label));
  }

  void call() {
    const unsigned label = labels_;
    labels_ += 2;
    line(fmt::format("BL l{}", label));
    line(fmt::format("B l{}", label + 1));
    line(fmt::format("l{}:", label));
    arithmetic();
    access();
    line("RET");
    line(fmt::format("l{}:", label + 1));
  }

  void loop() {
    const unsigned label = labels_++;
    ++depth_;
    line(fmt::format("MOV X20, #{}", 1 + below(12)));
    line(fmt::format("l{}:", label));
    block(1 + below(8));
    line("SUB X20, X20, #1");
    line(fmt::format("CBNZ X20, l{}", label));
    --depth_;
  }

  CounterRandom random_;
  std::uint64_t drawn_{};
  std::string text_;
  unsigned labels_{};
  unsigned depth_{};
};

}  // namespace

std::string random_walk(std::uint64_t seed) {
  return Generator{seed}.make();
}

}  // namespace pmusim::memory
