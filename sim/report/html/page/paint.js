// SPDX-License-Identifier: Apache-2.0
// Rows as pixels. The work depends on the width of the screen, not on the number of spans: every
// column of pixels asks how many of its cycles belong to what.

/** Pixels of one canvas. */
class Surface {
  constructor(context, width, height) {
    this.context = context;
    this.width = width;
    this.height = height;
    this.image = context.createImageData(Math.max(1, width), Math.max(1, height));
    this.words = new Uint32Array(this.image.data.buffer);
  }

  fill(word) {
    this.words.fill(word);
  }

  /** The box [left, right) x [top, bottom), clipped. */
  box(left, right, top, bottom, word) {
    const from = Math.max(0, left);
    const to = Math.min(this.width, right);
    if (from >= to) {
      return;
    }
    const {words, width} = this;
    const end = Math.min(this.height, bottom) * width;
    for (let line = Math.max(0, top) * width; line < end; line += width) {
      if (to - from > 8) {
        words.fill(word, line + from, line + to);
      } else {
        for (let x = from; x < to; ++x) {
          words[line + x] = word;
        }
      }
    }
  }

  /** Diagonal stripes of `word` over `ground`. */
  stripes(left, right, top, bottom, word, ground, period) {
    for (let y = Math.max(0, top), end = Math.min(this.height, bottom); y < end; ++y) {
      for (let x = Math.max(0, left), to = Math.min(this.width, right); x < to; ++x) {
        this.words[y * this.width + x] = (x + y) % period < period / 2 ? word : ground;
      }
    }
  }

  show() {
    this.context.putImageData(this.image, 0, 0);
  }
}

/** Which cycles of a CPU the columns of pixels show. */
class Columns {
  constructor(cpu, view, width) {
    this.first = cycleOf(cpu, view.from);
    this.perColumn = cycleOf(cpu, view.to - view.from) / width;
    this.width = width;
  }

  /** Where `cycle` starts, in pixels, not rounded. */
  at(cycle) {
    return (cycle - this.first) / this.perColumn;
  }

  cycleAt(column) {
    return this.first + column * this.perColumn;
  }
}

/**
 * Paints a row of spans. A span that fills whole columns of pixels has its colour there; in the other columns
 * each group has its share of the height, the last lowest.
 *
 * @param rate    colour of the bars that show how often an event occurs while it is counted (group 2), the
 *                full height being twice the mean of the run; nothing for no bars
 * @param onFull  called as onFull(left, right, index) for columns that one span fills
 */
function paintSpans(surface, spans, columns, {top, bottom}, words, {rate, onFull}) {
  const sums = new Float64Array(spans.groups + 1);
  const mean = spans.counted / spans.sums[2];
  const perOccurrence = rate !== undefined && mean > 0 ? (bottom - top) / (2 * mean) : 0;
  const bar = (left, right, often) => {
    if (often > 0) {
      const height = Math.max(1, Math.round(often * perOccurrence));
      surface.box(left, right, Math.max(top, bottom - height), bottom, rate);
    }
  };
  let i = spans.firstEndingAfter(columns.first);
  for (let x = 0; x < columns.width && i < spans.length;) {
    const from = columns.cycleAt(x);
    const to = columns.cycleAt(x + 1);
    if (spans.start[i] >= to) {
      x = Math.max(x + 1, Math.floor(columns.at(spans.start[i])));
      i = spans.firstEndingAfter(columns.cycleAt(x), i);
    } else if (spans.start[i] <= from && spans.end[i] >= to) {
      const right = Math.min(columns.width, Math.max(x + 1, Math.floor(columns.at(spans.end[i]))));
      surface.box(x, right, top, bottom, words[spans.group[i]]);
      onFull?.(x, right, i);
      if (perOccurrence > 0) {
        bar(x, right, spans.count[i] / (spans.end[i] - spans.start[i]));
      }
      x = right;
      i = spans.firstEndingAfter(columns.cycleAt(x), i);
    } else {
      i = spans.sumUp(from, to, i, sums);
      paintColumn(surface, x, sums, columns.perColumn, {top, bottom}, words);
      if (perOccurrence > 0 && sums[2] > 0) {
        bar(x, x + 1, sums[spans.groups] / sums[2]);
      }
      ++x;
    }
  }
}

function paintColumn(surface, x, sums, cycles, {top, bottom}, words) {
  let below = 0;
  let y = bottom;
  for (let group = words.length - 1; group >= 0; --group) {
    if (sums[group] > 0) {
      below += sums[group];
      const next = Math.max(top, bottom - Math.round(((bottom - top) * below) / cycles));
      surface.box(x, x + 1, next, y, words[group]);
      y = next;
    }
  }
}

/** Calls mark(column, numbers) for the columns that windows touch; numbers are [blackouts, leaks]. */
function forWindowColumns(windows, columns, mark) {
  const {length, furthest, start, leaks} = windows;
  const numbers = [0, 0];
  let low = 0;
  let high = 0;
  for (let x = 0; x < columns.width; ++x) {
    const from = columns.cycleAt(x);
    low = firstIndexFrom(low, length, (i) => furthest[i] > from);
    if (low >= length) {
      return;
    }
    x = Math.max(x, Math.floor(columns.at(start[low])));
    const to = columns.cycleAt(x + 1);
    high = firstIndexFrom(Math.max(low, high), length, (i) => start[i] >= to);
    if (x < columns.width && high > low) {
      numbers[1] = leaks[high] - leaks[low];
      numbers[0] = high - low - numbers[1];
      mark(x, numbers);
    }
  }
}

/** Windows of one event over its row: one that is narrower than a mark is as wide as a mark. */
function paintWindows(surface, windows, columns, {top, bottom}, colors, markWidth) {
  const low = windows.firstReaching(columns.first);
  const high = windows.firstStartingAt(columns.cycleAt(columns.width));
  if (high - low > columns.width / 4) {
    paintCrowdedWindows(surface, windows, columns, {top, bottom}, colors, markWidth);
    return;
  }
  for (let i = low; i < high; ++i) {
    if (windows.end[i] > columns.first) {
      const left = Math.floor(columns.at(windows.start[i]));
      const right = Math.max(left + markWidth, Math.round(columns.at(windows.end[i])));
      paintWindow(surface, left, right, {top, bottom}, windows.kind[i], colors, markWidth);
    }
  }
}

/** A blackout is solid, a leak striped, in an outline; a narrow one is all outline. */
function paintWindow(surface, left, right, {top, bottom}, kind, colors, markWidth) {
  const strong = wordOf(colors.windows[kind]);
  surface.box(left, right, top, bottom, strong);
  if (kind === 1 && right - left > 5 * markWidth) {
    const edge = Math.max(1, markWidth >> 1);
    surface.stripes(left + edge, right - edge, top + edge, bottom - edge, strong,
      wordOf(colors.softWindows[kind]), 4 * markWidth);
  }
}

/** So many windows that they would hide the row: marks in its upper part only, half of that for each kind if both. */
function paintCrowdedWindows(surface, windows, columns, {top, bottom}, colors, markWidth) {
  const height = Math.max(2, Math.round((bottom - top) * 0.45));
  const words = colors.windows.map(wordOf);
  forWindowColumns(windows, columns, (x, numbers) => {
    const both = numbers[0] > 0 && numbers[1] > 0;
    const middle = top + (both ? height >> 1 : 0);
    if (numbers[1] > 0) {
      surface.box(x, x + markWidth, middle, top + height, words[1]);
    }
    if (numbers[0] > 0) {
      surface.box(x, x + markWidth, top, both ? middle : top + height, words[0]);
    }
  });
}

/** The ground of an event's row where it waits for a counter: what it counts in the same columns stands before it. */
function paintWaiting(surface, windows, columns, {top, bottom}, colors, markWidth) {
  const word = wordOf(colors.waiting);
  forWindowColumns(windows, columns, (x) => surface.box(x, x + markWidth, top, bottom, word));
}

/** What is painted one after the other where windows of all events share a row. */
const WINDOW_LAYERS = [
  {of: ({waiting}) => waiting, colors: ({waiting}) => [waiting, waiting]},
  {of: ({others}) => others, colors: ({windows}) => windows},
];

/** Windows of a CPU in one row: blackouts rise from the middle, leaks hang from it, longer where there are more. */
function paintAllWindows(surface, shown, columns, {top, bottom}, colors, markWidth, layer) {
  const middle = (top + bottom) >> 1;
  const [blackout, leak] = layer.colors(colors).map(wordOf);
  const [up, down] = heightsOf(shown.map(layer.of), columns, middle - top);
  surface.box(0, columns.width, middle, middle + 1, wordOf(colors.line));
  for (let x = 0; x < columns.width; ++x) {
    surface.box(x, x + markWidth, middle - up[x], middle, blackout);
    surface.box(x, x + markWidth, middle + 1, middle + 1 + down[x], leak);
  }
}

/** How high the marks of blackouts and of leaks are in each column; 0 where there are none. */
function heightsOf(lists, columns, greatest) {
  const numbers = [new Float64Array(columns.width), new Float64Array(columns.width)];
  for (const windows of lists) {
    forWindowColumns(windows, columns, (x, here) => {
      numbers[0][x] += here[0];
      numbers[1][x] += here[1];
    });
  }
  return numbers.map((list) => {
    const most = list.reduce((a, b) => Math.max(a, b), 1);
    return list.map((number) => (number > 0 ? Math.round(greatest * Math.max(0.4, Math.sqrt(number / most))) : 0));
  });
}

/** A bar from raised to taken, and a mark at taken, whose height tells the source as well. */
function paintInterrupts(surface, interrupts, columns, {top, bottom}, colors, markWidth) {
  const {taken, raised, line, length} = interrupts;
  const low = firstIndex(0, length, (i) => columns.at(taken[i]) >= -markWidth);
  let painted = [-1, -1, -1];
  for (let i = low; i < length;) {
    const x = Math.floor(columns.at(taken[i]));
    const start = Math.floor(columns.at(raised[i]));
    if (start >= columns.width) {
      break;
    }
    const word = wordOf(colors.lines[line[i]]);
    if (painted[line[i]] !== x) {
      const height = Math.round(((bottom - top) * [1, 0.7, 0.45][line[i]]));
      surface.box(start, x, bottom - 2 * markWidth, bottom - markWidth, word);
      surface.box(x, x + markWidth, bottom - height, bottom, word);
      painted[line[i]] = x;
    }
    ++i;
    if (painted[0] === x && painted[1] === x && painted[2] === x) {
      const next = columns.cycleAt(x + 1);
      i = firstIndex(i, length, (j) => taken[j] >= next);
    }
  }
}
