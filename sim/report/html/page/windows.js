// SPDX-License-Identifier: Apache-2.0
// Windows: runs of cycles in which an event counted something else than intended, and which of them are shown.

/** An event that waits for a counter is no news: such windows are long, and drawn pale, below the others. */
const WAITING = "not_scheduled";

/** Windows of one event on one CPU, by first cycle. They may overlap. */
class Windows {
  constructor(rows) {
    const length = rows.length / 6;
    this.length = length;
    this.start = new Float64Array(length);
    this.end = new Float64Array(length);  // exclusive
    this.kind = new Uint8Array(length);
    this.cause = new Uint32Array(length);
    this.context = new Uint32Array(length);
    this.count = new Float64Array(length);
    for (let i = 0, at = 0; i < length; ++i) {
      this.start[i] = rows[at++];
      this.end[i] = rows[at++];
      this.kind[i] = rows[at++];
      this.cause[i] = rows[at++];
      this.context[i] = rows[at++];
      this.count[i] = rows[at++];
    }
  }
}

/** Some windows of one event, to be searched by time. `index` has their places in `Windows`. */
class WindowList {
  constructor(windows, index) {
    const {length} = index;
    this.length = length;
    this.index = index;
    this.start = new Float64Array(length);
    this.end = new Float64Array(length);
    this.kind = new Uint8Array(length);
    this.furthest = new Float64Array(length);   // the greatest end up to and with this one
    this.leaks = new Uint32Array(length + 1);   // how many of the ones before are leaks
    for (let i = 0; i < length; ++i) {
      this.start[i] = windows.start[index[i]];
      this.end[i] = windows.end[index[i]];
      this.kind[i] = windows.kind[index[i]];
      this.furthest[i] = i > 0 ? Math.max(this.furthest[i - 1], this.end[i]) : this.end[i];
      this.leaks[i + 1] = this.leaks[i] + this.kind[i];
    }
  }

  /** The first window of which a part, or one that comes later, may lie after `cycle`. */
  firstReaching(cycle) {
    return firstIndex(0, this.length, (i) => this.furthest[i] > cycle);
  }

  firstStartingAt(cycle) {
    return firstIndex(0, this.length, (i) => this.start[i] >= cycle);
  }

  /** The window nearest to `cycle`, at most `reach` cycles away, as {index, distance}; null if none. */
  nearest(cycle, reach) {
    let best = null;
    const low = this.firstReaching(cycle - reach);
    const high = Math.min(this.firstStartingAt(cycle + reach + 1), low + 10000);
    for (let i = low; i < high; ++i) {
      const distance = Math.max(this.start[i] - cycle, cycle - this.end[i] + 1, 0);
      if (distance <= reach && distance <= (best?.distance ?? Infinity)) {
        best = {index: this.index[i], distance};
      }
    }
    return best;
  }
}

/** The windows of one event on one CPU that are shown. */
class ShownWindows {
  /**
   * @param isShown    of a kind and a cause
   * @param isWaiting  of a cause
   */
  constructor(windows, isShown, isWaiting) {
    const all = new Uint32Array(windows.length);
    const waiting = new Uint32Array(windows.length);
    const others = new Uint32Array(windows.length);
    let [shown, wait, other] = [0, 0, 0];
    for (let i = 0; i < windows.length; ++i) {
      if (isShown(windows.kind[i], windows.cause[i])) {
        all[shown++] = i;
        if (isWaiting(windows.cause[i])) {
          waiting[wait++] = i;
        } else {
          others[other++] = i;
        }
      }
    }
    this.all = new WindowList(windows, all.subarray(0, shown));
    this.waiting = new WindowList(windows, waiting.subarray(0, wait));
    this.others = new WindowList(windows, others.subarray(0, other));
  }

  /** Of the window at `cycle`, or near it: what hides behind a long wait is what one looks for. */
  nearest(cycle, reach) {
    return this.others.nearest(cycle, reach) ?? this.waiting.nearest(cycle, reach);
  }
}
