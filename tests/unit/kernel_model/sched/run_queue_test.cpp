// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/sched/run_queue.h"

#include <array>

#include <catch2/catch.hpp>

using namespace pmusim::kernel;

namespace {

struct Tasks {
  Tasks() {
    for (TaskIndex i = 0; i < tasks.size(); ++i) {
      tasks[i].index = i;
    }
  }

  Task* task(std::size_t i) { return &tasks[i]; }

  std::array<Task, 4> tasks;
  RunQueue queue;
};

}  // namespace

TEST_CASE("whoever has run least goes first, of equals the first in the list", "[sched]") {
  Tasks t;
  t.tasks[0].vruntime_ns = 30;
  t.tasks[1].vruntime_ns = 10;
  t.tasks[2].vruntime_ns = 20;
  t.tasks[3].vruntime_ns = 10;
  for (const std::size_t i : {3U, 0U, 2U, 1U}) {
    t.queue.enqueue(t.tasks[i]);
  }
  for (const TaskIndex wanted : {1U, 3U, 2U, 0U}) {
    CHECK(t.queue.take_next()->index == wanted);
  }
  CHECK(t.queue.take_next() == nullptr);
}

TEST_CASE("a task that slept gets no credit for it", "[sched]") {
  Tasks t;
  t.tasks[0].vruntime_ns = 1000;
  t.queue.enqueue(t.tasks[0]);
  REQUIRE(t.queue.take_next() == t.task(0));
  t.tasks[0].vruntime_ns = 1500;
  t.queue.enqueue(t.tasks[0]);
  t.queue.enqueue(t.tasks[1]);  // has run for 0 so far
  CHECK(t.tasks[1].vruntime_ns == 1000);
  CHECK(t.queue.take_next() == t.task(1));
}

TEST_CASE("a sleeper wakes when its time has come, and not before", "[sched]") {
  Tasks t;
  t.tasks[0].wake_at_ns = 100;
  t.tasks[1].wake_at_ns = 50;
  t.queue.put_to_sleep(t.tasks[0]);
  t.queue.put_to_sleep(t.tasks[1]);
  CHECK(t.queue.take_woken(49) == nullptr);
  CHECK(t.queue.take_woken(50) == t.task(1));
  CHECK(t.queue.take_woken(99) == nullptr);
  CHECK(t.queue.has_sleepers());
  CHECK(t.queue.take_woken(100) == t.task(0));
  CHECK_FALSE(t.queue.has_sleepers());
}

TEST_CASE("of several whose time has come the one that went to sleep first wakes first",
          "[sched]") {
  Tasks t;
  t.tasks[0].wake_at_ns = 30;
  t.tasks[1].wake_at_ns = 10;
  t.tasks[2].wake_at_ns = 20;
  for (Task& task : t.tasks) {
    t.queue.put_to_sleep(task);  // the last one at 0: at once
  }
  CHECK(t.queue.take_woken(20) == t.task(1));
  CHECK(t.queue.take_woken(30) == t.task(0));  // due by now, and before the others asleep
  CHECK(t.queue.take_woken(30) == t.task(2));
  CHECK(t.queue.take_woken(30) == t.task(3));
  CHECK_FALSE(t.queue.has_sleepers());
}

TEST_CASE("a task that changes its CPU competes by what it has run relative to others, on both",
          "[sched][migration]") {
  Tasks from;
  Tasks to;
  from.tasks[0].vruntime_ns = 400;
  from.queue.enqueue(from.tasks[0]);
  REQUIRE(from.queue.take_next() == from.task(0));  // 400 is the least there
  from.tasks[0].vruntime_ns = 410;                  // it has run for 10 more
  to.tasks[1].vruntime_ns = 5;
  to.queue.enqueue(to.tasks[1]);
  REQUIRE(to.queue.take_next() == to.task(1));
  to.queue.enqueue(to.tasks[1]);

  from.queue.detach(from.tasks[0]);
  CHECK(from.tasks[0].vruntime_ns == 10);
  to.queue.attach(from.tasks[0]);
  CHECK(from.tasks[0].vruntime_ns == 15);
  CHECK(to.queue.take_next() == to.task(1));
}
