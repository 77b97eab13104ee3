// SPDX-License-Identifier: Apache-2.0
// What is at a place: the facts behind hovering, selecting and going from one thing to the next.

/** How near a pointer must come to something narrow, in pixels. */
const REACH = 4;

/** A thing in a row: where it is, and what to say of it as [name, value] pairs. */
function itemOf(block, rowIndex, first, end, title, pairs, extra = {}) {
  return {cpu: block.index, row: rowIndex, rowIs: block.rows[rowIndex], first, end, title, pairs, ...extra};
}

function intervalPairs(cpu, first, end) {
  return [
    ["cycles", end - first === 1 ? grouped(first) : `${grouped(first)} to ${grouped(end - 1)}`],
    ["length", `${plural(end - first, "cycle")}, ${exactNs(picosecondsOf(cpu, end) - picosecondsOf(cpu, first))}`],
  ];
}

/** The CPU, and where and in what task it is at `cycle`. */
function placePairs(run, cpu, cycle) {
  const pairs = [["at", `${cpu.name} cycle ${grouped(cycle)}, ${exactNs(picosecondsOf(cpu, cycle))}`]];
  const i = cpu.contexts.indexAt(cycle);
  if (i >= 0) {
    const packed = cpu.contexts.extra[i];
    pairs.push(["context", `${contextName(packed)}, ${SECURITY_STATES[(packed >> 2) & 3]}`]);
    pairs.push(["task", run.tasks[cpu.tasks.extra[cpu.tasks.indexAt(cycle)]]]);
  }
  return pairs;
}

function windowItem(run, block, rowIndex, event, i) {
  const {cpu} = block;
  const windows = cpu.windows[event];
  const kind = KINDS[windows.kind[i]];
  const first = windows.start[i];
  const end = windows.end[i];
  return itemOf(block, rowIndex, first, end, `${kind}: ${run.events[event].name}`, [
    ["cause", run.texts[windows.cause[i]]],
    [windows.kind[i] === 0 ? "lost" : "leaked", plural(windows.count[i], "occurrence")],
    ["where", run.texts[windows.context[i]]],
    ...intervalPairs(cpu, first, end),
  ], {window: {event, index: i, kind, cause: windows.cause[i]}});
}

/** The span of a context or task. */
function spanItem(block, rowIndex, spans, cycle, titleOf) {
  const i = spans.indexAt(cycle);
  if (i < 0) {
    return null;
  }
  const {start, end, extra} = spans;
  return itemOf(block, rowIndex, start[i], end[i], titleOf(extra[i]), intervalPairs(block.cpu, start[i], end[i]));
}

function counterItem(run, block, rowIndex, row, cycle) {
  const {cpu} = block;
  const track = cpu.tracks[row.track];
  const name = run.events[row.event].name;
  const {spans} = track;
  const i = spans.indexAt(cycle);
  if (i < 0) {
    const next = spans.firstEndingAfter(cycle);
    const first = next > 0 ? spans.end[next - 1] : 0;
    const end = next < spans.length ? spans.start[next] : cpu.end;
    return itemOf(block, rowIndex, first, end, name,
      [["state", "has no counter"], ...intervalPairs(cpu, first, end)]);
  }
  const state = ["not enabled", "enabled, does not count here", "counting"][spans.group[i]];
  return itemOf(block, rowIndex, spans.start[i], spans.end[i], name, [
    ["state", state],
    ["counted", `${grouped(spans.count[i])} in this span`],
    ["counter", track.counter],
    ...intervalPairs(cpu, spans.start[i], spans.end[i]),
  ]);
}

function interruptItem(block, rowIndex, i) {
  const {cpu} = block;
  const {line, raised, taken} = cpu.interrupts;
  const waited = picosecondsOf(cpu, taken[i]) - picosecondsOf(cpu, raised[i]);
  return itemOf(block, rowIndex, raised[i], taken[i] + 1, `interrupt: ${LINES[line[i]]}`, [
    ["raised", `cycle ${grouped(raised[i])}`],
    ["taken", `cycle ${grouped(taken[i])}`],
    ["waited", `${plural(taken[i] - raised[i], "cycle")}, ${exactNs(waited)}`],
  ]);
}

function nearestInterrupt(interrupts, cycle, reach) {
  const {taken, raised, length} = interrupts;
  const after = firstIndex(0, length, (i) => taken[i] >= cycle);
  const distance = (i) => Math.max(raised[i] - cycle, cycle - taken[i], 0);
  return [after, after - 1].filter((i) => i >= 0 && i < length && distance(i) <= reach)
    .sort((a, b) => distance(a) - distance(b))[0] ?? -1;
}

/** The nearest window of any shown event, as {event, index}. */
function nearestWindow(block, cycle, reach, state) {
  for (const layer of ["others", "waiting"]) {
    let best = null;
    block.windows.forEach((windows, event) => {
      const found = state.events[event] ? windows[layer].nearest(cycle, reach) : null;
      if (found && found.distance < (best?.distance ?? Infinity)) {
        best = {event, ...found};
      }
    });
    if (best) {
      return best;
    }
  }
  return null;
}

/** What is in `row` of `block` at `ns`; `nsPerPixel` tells how near is near enough. Null if nothing. */
function itemAt(run, state, block, rowIndex, ns, nsPerPixel) {
  const {cpu} = block;
  const row = block.rows[rowIndex];
  const cycle = Math.floor(cycleOf(cpu, ns) + 1e-7);
  if (!row || cycle < 0 || cycle >= cpu.end) {
    return null;
  }
  const reach = cycleOf(cpu, nsPerPixel) * REACH;
  switch (row.kind) {
    case "context":
      return spanItem(block, rowIndex, cpu.contexts, cycle, contextName);
    case "task":
      return spanItem(block, rowIndex, cpu.tasks, cycle, (task) => run.tasks[task]);
    case "interrupts": {
      const i = nearestInterrupt(cpu.interrupts, cycle, reach);
      return i >= 0 ? interruptItem(block, rowIndex, i) : null;
    }
    case "windows": {
      const found = nearestWindow(block, cycle, reach, state);
      return found && windowItem(run, block, rowIndex, found.event, found.index);
    }
    default: {
      const found = block.windows[row.event].nearest(cycle, reach);
      return found ? windowItem(run, block, rowIndex, row.event, found.index)
        : counterItem(run, block, rowIndex, row, cycle);
    }
  }
}

/** The windows that are shown, as a sequence in time: by start, then CPU, then event. */
class WindowOrder {
  /** @param filter  a further condition, asked as filter(windows, index); nothing for none */
  constructor(blocks, state, filter = null) {
    this.filter = filter;
    this.lists = [];
    for (const block of blocks) {
      block.windows.forEach(({all}, event) => {
        if (block.shown && state.events[event] && all.length > 0) {
          this.lists.push({block, event, windows: all});
        }
      });
    }
  }

  /** -1 if a comes before b, 1 if after, 0 if they are the same. */
  static compare(a, b) {
    return Math.sign(a.ns - b.ns || a.cpu - b.cpu || a.event - b.event || a.index - b.index);
  }

  place({block, event, windows}, i) {
    return {ns: nsOf(block.cpu, windows.start[i]), cpu: block.index, event, index: windows.index[i]};
  }

  accepts({block, event, windows}, i) {
    return !this.filter || this.filter(block.cpu.windows[event], windows.index[i]);
  }

  /** The nearest window after `from` (direction 1) or before it (-1); null at the end. */
  next(from, direction) {
    let best = null;
    for (const list of this.lists) {
      const place = this.nextIn(list, from, direction);
      if (place && (!best || WindowOrder.compare(place, best) === -direction)) {
        best = place;
      }
    }
    return best;
  }

  nextIn(list, from, direction) {
    const {length} = list.windows;
    const after = firstIndex(0, length, (i) => WindowOrder.compare(this.place(list, i), from) > 0);
    let i = direction > 0 ? after : after - 1;
    if (direction < 0 && i >= 0 && WindowOrder.compare(this.place(list, i), from) === 0) {
      --i;
    }
    while (i >= 0 && i < length && !this.accepts(list, i)) {
      i += direction;
    }
    return i >= 0 && i < length ? this.place(list, i) : null;
  }
}
