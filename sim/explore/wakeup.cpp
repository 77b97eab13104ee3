// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/wakeup.h"

#include <array>

#include <fmt/format.h>

#include "sim/explore/condition.h"
#include "sim/explore/protocol_program.h"

namespace pmusim::explore {

Result<WakeupVerdict> explore_wakeup(kernel::WakeupOrder kernel,
                                     kernel::WakeupOrder reader,
                                     const memory::ExploreLimits& limits) {
  using Registers = std::array<std::pair<unsigned, std::uint64_t>, 2>;
  ProtocolProgram program;
  const std::uint64_t head = program.word("data_head");
  const std::uint64_t asleep = program.word("asleep");
  program.thread("kernel", kernel::ring_waker_program(kernel), Registers{{{2, head}, {4, asleep}}});
  program.thread(
      "reader", kernel::ring_sleeper_program(reader), Registers{{{2, asleep}, {4, head}}});
  auto missed = program.ask(holds({{0, 0, 0}, {1, 0, 0}}), {}, limits);
  if (!missed) {
    return tl::unexpected{std::move(missed.error())};
  }
  const std::string_view kernel_text = kernel::to_text(kernel);
  const std::string_view reader_text = kernel::to_text(reader);
  return WakeupVerdict{.name = fmt::format("{}, {}", kernel_text, reader_text),
                       .kernel = std::string{kernel_text},
                       .reader = std::string{reader_text},
                       .missed = std::move(*missed)};
}

}  // namespace pmusim::explore
