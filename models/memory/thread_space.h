// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/memory/budget.h"
#include "models/memory/outlook.h"
#include "models/memory/settle.h"

namespace pmusim::memory {

/// All states of one thread that an exploration has met, each with a number, and how one leads to
/// another. A thread's part of a step does not depend on the other threads, so it is worked out
/// once for each of its states, however many states of the whole it appears in.
class ThreadSpace {
 public:
  using Id = std::uint32_t;

  struct Way {
    Id to{};
    std::vector<FinalRegister> finals{};  ///< registers that become final on the way
  };

  ThreadSpace(ThreadProgram program,
              const LocationTable& locations,
              unsigned instances,
              const Reductions& reductions,
              Budget& budget);

  [[nodiscard]] const ThreadProgram& program() const { return program_; }

  /// The states that the thread may start in.
  [[nodiscard]] std::vector<Way> start();

  /// At least what a glance shows. Offers keep their numbers.
  [[nodiscard]] const Outlook& outlook(Id id);

  /// Makes the outlook complete.
  void look_beyond(Id id);

  /// Where the thread may stand after offer number `offer` of its outlook; a read takes `value`.
  [[nodiscard]] const std::vector<Way>& take(Id id, unsigned offer, std::uint64_t value);

  /// What a write of another thread does to this one.
  struct Reaction {
    enum class Kind : std::uint8_t {
      stands,  ///< as `to`
      blocks,  ///< the write cannot take place now
      doomed,  ///< no execution goes on from there
    };

    Kind kind{Kind::stands};
    Id to{};
  };

  [[nodiscard]] Reaction foreign_write(Id id, unsigned location);

  [[nodiscard]] bool has_ended(Id id) const;
  [[nodiscard]] bool has_faulted(Id id) const;
  /// Why a state has faulted.
  [[nodiscard]] Error fault(Id id) const;
  [[nodiscard]] ThreadState state(Id id) const;

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  struct Taken {
    std::uint64_t value{};
    std::vector<Way> ways;
  };

  struct Reacted {
    unsigned location{};
    Reaction reaction;
  };

  struct Node {
    std::string code;  ///< the state, encoded
    Standing standing{};
    bool ended{};
    std::unique_ptr<Outlook> outlook;
    std::vector<std::vector<Taken>> taken;  ///< by offer, then by value
    std::vector<Reacted> reactions;
  };

  void make_room(Node& node);
  [[nodiscard]] Id number(const ThreadState& state);
  [[nodiscard]] std::vector<Way> number(const std::vector<Settled>& settled);
  [[nodiscard]] Reaction react(Id id, unsigned location);

  ThreadProgram program_;
  const LocationTable& locations_;
  Settler settler_;
  OutlookFinder finder_;
  Budget& budget_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::unordered_map<std::string_view, Id> ids_;
  std::string code_;
  std::uint64_t bytes_{};
};

}  // namespace pmusim::memory
