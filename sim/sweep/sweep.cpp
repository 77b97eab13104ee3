// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/sweep.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "models/common/expect.h"
#include "sim/scenario/input_file.h"
#include "sim/sweep/journal.h"
#include "sim/sweep/journal_lines.h"
#include "sim/sweep/worker_pool.h"

namespace pmusim::sweep {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> io_error(const std::string& path, const std::error_code& error) {
  return fail(ErrorCode::io, path, error.message());
}

/// The journals that a whole sweep takes points from, but not its own.
Result<std::vector<std::string>> journals_of_shards(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator entry{folder, error}; !error && entry != fs::directory_iterator{};
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (is_journal_name(name) && name != Shard{}.journal_name()) {
      paths.push_back(entry->path().string());
    }
  }
  if (error) {
    return io_error(folder, error);
  }
  std::ranges::sort(paths);
  return paths;
}

Result<void> not_being_written(const std::string& path) {
  if (is_being_written(path)) {
    return fail(ErrorCode::usage,
                path,
                "another pmusim sweep is writing to it",
                "wait until all shards are finished");
  }
  return {};
}

Result<void> discard(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (const auto quiet = not_being_written(path); !quiet) {
      return quiet;
    }
  }
  for (const std::string& path : paths) {
    std::error_code error;
    if (fs::remove(path, error); error) {
      return io_error(path, error);
    }
  }
  return {};
}

Result<void> take_over(const std::string& path,
                       std::string_view identity,
                       std::size_t points,
                       const TakePoint& take) {
  if (const auto quiet = not_being_written(path); !quiet) {
    return quiet;
  }
  constexpr std::size_t kNoLimit = SIZE_MAX;
  const Result<std::string> text = scenario::read_regular_file(path, kNoLimit);
  if (!text) {
    return fail(ErrorCode::io, path, text.error().what);
  }
  const auto content = read_journal(*text, path, identity, points, take);
  return content ? Result<void>{} : tl::unexpected{content.error()};
}

/// Opens the journal of this call and collects what is known already.
Result<Journal> open_journals(const Plan& plan, Results& results) {
  std::error_code error;
  if (fs::create_directories(plan.folder, error); error) {
    return io_error(plan.folder, error);
  }
  const std::string own = (fs::path{plan.folder} / plan.shard.journal_name()).string();
  const std::string identity = to_json(plan.identity);
  const TakePoint take = [&](const PointResult& result) { results.add(result); };
  std::vector<std::string> others;
  if (plan.shard.is_whole()) {
    auto found = journals_of_shards(plan.folder);
    if (!found) {
      return tl::unexpected{found.error()};
    }
    others = std::move(*found);
  }
  if (plan.restart) {
    std::vector<std::string> all = others;
    all.push_back(own);
    if (const auto gone = discard(all); !gone) {
      return tl::unexpected{gone.error()};
    }
    others.clear();
  }
  Result<Journal> journal = Journal::open(own, identity, plan.grid.size(), take);
  for (const std::string& path : others) {
    if (!journal) {
      break;
    }
    if (const auto taken = take_over(path, identity, plan.grid.size(), take); !taken) {
      return tl::unexpected{taken.error()};
    }
  }
  return journal;
}

// What a worker hands back: a result in the form of the journal, or nothing.

std::string packed(const std::optional<PointResult>& result) {
  return result ? measures_json(measures_of(*result)) + "\n" + point_json(*result, 0)
                : std::string{};
}

PointResult unpacked(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  const auto heading = parse_line(bytes.substr(0, end));
  auto point = parse_line(bytes.substr(end + 1));
  PMUSIM_EXPECT(heading.has_value() && heading->measures.has_value(), "a worker gave no measures");
  PMUSIM_EXPECT(point.has_value() && point->result.values.size() == heading->measures->size(),
                "a worker gave no result");
  for (std::size_t i = 0; i < point->result.values.size(); ++i) {
    point->result.values[i].measure = (*heading->measures)[i];
  }
  return std::move(point->result);
}

class Sweep {
 public:
  Sweep(const Plan& plan,
        const Hooks& hooks,
        Journal& journal,
        Results& results,
        const std::atomic<bool>& stop)
      : plan_{plan}, hooks_{hooks}, journal_{journal}, results_{results}, stop_{stop} {}

  Result<void> run() {
    const Pool pool{.workers = plan_.jobs,
                    .next = [this] { return next(); },
                    .work = [this](std::size_t point) { return packed(hooks_.work(point)); },
                    .take = [this](const Answer& answer) { return take(answer); },
                    .idle =
                        [this] {
                          if (hooks_.idle) {
                            hooks_.idle(results_);
                          }
                        }};
    const Result<void> ran = run_pool(pool, stop_);
    const Result<void> synced = journal_.sync();
    return ran ? synced : ran;
  }

 private:
  std::optional<std::size_t> next() {
    while (at_ < plan_.grid.size() && (!plan_.shard.has(at_) || results_.has(at_))) {
      ++at_;
    }
    return at_ < plan_.grid.size() ? std::optional{at_++} : std::nullopt;
  }

  Result<void> take(const Answer& answer) {
    if (!answer.bytes && stop_.load(std::memory_order_relaxed)) {
      return {};  // the signal that stops the sweep may have ended the worker
    }
    if (!answer.bytes) {
      return keep({answer.task,
                   PointStatus::fault,
                   {},
                   fmt::format("the worker of this point ended early with {}", answer.death)});
    }
    return answer.bytes->empty() ? Result<void>{} : keep(unpacked(*answer.bytes));
  }

  Result<void> keep(const PointResult& result) {
    if (is_final(result.status)) {
      if (const auto written = journal_.append(result); !written) {
        return written;
      }
    }
    results_.add(result);
    if (hooks_.finished) {
      hooks_.finished(result, results_);
    }
    return {};
  }

  const Plan& plan_;
  const Hooks& hooks_;
  Journal& journal_;
  Results& results_;
  const std::atomic<bool>& stop_;
  std::size_t at_{};
};

}  // namespace

Result<Results> run_sweep(const Plan& plan, const Hooks& hooks, const std::atomic<bool>& stop) {
  Results results{plan.grid.size()};
  Result<Journal> journal = open_journals(plan, results);
  if (!journal) {
    return tl::unexpected{journal.error()};
  }
  if (const auto ran = Sweep{plan, hooks, *journal, results, stop}.run(); !ran) {
    return tl::unexpected{ran.error()};
  }
  return results;
}

}  // namespace pmusim::sweep
