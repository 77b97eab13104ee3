// SPDX-License-Identifier: Apache-2.0
// Intervals by the hundred thousand: found by binary search, summed from running totals.

const CONTEXT_CLASSES = 16;  // world * 4 + Exception level
const TASK_CLASSES = 9;      // eight colours in turn, and idle
const COUNTER_CLASSES = 3;   // not enabled, enabled, counting

/** Every so many spans the totals up to there are kept. */
const BLOCK = 32;

/** The first index in [low, high) for which `is` holds, which it does from there on; `high` if for none. */
function firstIndex(low, high, is) {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (is(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** As firstIndex from `low` on, quick when the answer is near. */
function firstIndexFrom(low, length, is) {
  if (low >= length || is(low)) {
    return low;
  }
  let step = 1;
  while (low + step < length && !is(low + step)) {
    low += step;
    step *= 2;
  }
  return firstIndex(low + 1, Math.min(length, low + step), is);
}

/** Intervals of cycles that do not overlap, in order, each of one group. */
class Spans {
  constructor(length, groups) {
    this.length = length;
    this.groups = groups;
    this.start = new Float64Array(length);
    this.end = new Float64Array(length);
    this.group = new Uint8Array(length);
    this.extra = new Uint32Array(length);  // of a context: level, security, world; the task; of a counter: flags
    this.count = null;
    this.totals = null;
    this.countTotals = null;
  }

  /** Makes the running totals, once all spans are there. */
  summarize() {
    const blocks = Math.floor(this.length / BLOCK) + 1;
    const {groups, start, end, group, count} = this;
    this.totals = new Float64Array(blocks * groups);
    this.countTotals = count ? new Float64Array(blocks) : null;
    const sums = new Float64Array(groups);
    let counted = 0;
    for (let i = 0; i < this.length; ++i) {
      if (i % BLOCK === 0) {
        this.totals.set(sums, (i / BLOCK) * groups);
        if (count) {
          this.countTotals[i / BLOCK] = counted;
        }
      }
      sums[group[i]] += end[i] - start[i];
      counted += count ? count[i] : 0;
    }
    if (this.length % BLOCK === 0) {
      this.totals.set(sums, (blocks - 1) * groups);
      if (count) {
        this.countTotals[blocks - 1] = counted;
      }
    }
    this.counted = counted;
    this.sums = sums;
  }

  /** The first span that ends after `cycle`, of those from `low` on. Written out: drawing lives on it. */
  firstEndingAfter(cycle, low = 0) {
    const {end, length} = this;
    if (low >= length || end[low] > cycle) {
      return low;
    }
    let step = 1;
    while (low + step < length && end[low + step] <= cycle) {
      low += step;
      step *= 2;
    }
    let high = Math.min(length, low + step);
    ++low;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (end[middle] > cycle) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** The span that contains `cycle`, or -1. */
  indexAt(cycle) {
    const i = this.firstEndingAfter(cycle);
    return i < this.length && this.start[i] <= cycle ? i : -1;
  }

  /**
   * Puts into `sums` the cycles of each group in [from, to), and after them the occurrences counted there, those
   * of a span evenly over it.
   * @param i  the first span that ends after `from`
   * @returns the first span that ends after `to`
   */
  sumUp(from, to, i, sums) {
    const last = this.firstEndingAfter(to, i);
    sums.fill(0);
    if (last === i) {
      this.addPart(from, to, i, sums);
      return last;
    }
    this.addPart(from, to, i, sums);
    let low = i + 1;
    if (last - i > 2 * BLOCK) {
      for (; low % BLOCK !== 0; ++low) {
        this.addWhole(low, sums);
      }
      const high = last - (last % BLOCK);
      this.addBlocks(low / BLOCK, high / BLOCK, sums);
      low = high;
    }
    for (; low < last; ++low) {
      this.addWhole(low, sums);
    }
    this.addPart(from, to, last, sums);
    return last;
  }

  addWhole(i, sums) {
    sums[this.group[i]] += this.end[i] - this.start[i];
    sums[this.groups] += this.count ? this.count[i] : 0;
  }

  addBlocks(low, high, sums) {
    const {groups, totals, countTotals} = this;
    for (let group = 0; group < groups; ++group) {
      sums[group] += totals[high * groups + group] - totals[low * groups + group];
    }
    sums[groups] += countTotals ? countTotals[high] - countTotals[low] : 0;
  }

  addPart(from, to, i, sums) {
    if (i >= this.length) {
      return;
    }
    const start = this.start[i];
    const end = this.end[i];
    const overlap = (to < end ? to : end) - (from > start ? from : start);
    if (overlap > 0) {
      sums[this.group[i]] += overlap;
      sums[this.groups] += this.count ? (this.count[i] * overlap) / (end - start) : 0;
    }
  }
}
