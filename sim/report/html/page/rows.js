// SPDX-License-Identifier: Apache-2.0
// The rows of each CPU, and where they are.

const HEAD_HEIGHT = 22;
const LANE_PADDING = 6;
const ROW_PADDING = 2;
const NO_COUNTER = "never had a counter on this CPU";

/** What a CPU shows, from top to bottom: every event that may count there, in the order of the table of events. */
function rowsOf(run, cpu, shownEvents) {
  const rows = [
    {kind: "context", label: "context"},
    {kind: "task", label: "task"},
    {kind: "interrupts", label: "interrupts"},
    {kind: "windows", label: "all windows"},
  ];
  cpu.tracks.forEach((track, index) => {
    if (shownEvents[track.event]) {
      rows.push({kind: "event", track: index, event: track.event, label: run.events[track.event].name});
    }
  });
  return rows;
}

/** One CPU in the document: labels in the gutter, and a canvas with everything that has a time. */
class CpuBlock {
  constructor(run, cpu, index) {
    this.run = run;
    this.cpu = cpu;
    this.index = index;
    this.shown = true;
    this.labels = element("div", {className: "labels"});
    this.canvas = element("canvas", {"aria-hidden": "true"});
    this.context = this.canvas.getContext("2d", {alpha: false});
    this.cursor = element("div", {className: "mark cursor"});
    this.selection = element("div", {className: "mark selection"});
    this.lane = element("div", {className: "lane"}, this.canvas, this.cursor, this.selection);
    this.section = element("section", {className: "cpu", "aria-label": cpu.name}, this.labels, this.lane);
    this.cursor.hidden = true;
    this.selection.hidden = true;
    this.surface = null;
    this.windows = [];
  }

  /** Which windows of each event are shown. */
  showWindows(isShown, isWaiting) {
    this.windows = this.cpu.windows.map((windows) => new ShownWindows(windows, isShown, isWaiting));
  }

  showRows(shownEvents) {
    this.shownEvents = shownEvents;
    this.rows = rowsOf(this.run, this.cpu, shownEvents);
    const head = element("h3", {text: `${this.cpu.name} `, title: this.cpu.name},
      element("small", {text: `${grouped(this.cpu.mhz)} MHz`}));
    this.rowLabels = this.rows.map((row) => {
      const track = this.cpu.tracks[row.track];
      const hadCounter = track?.spans.length > 0;
      return element("div", {
        className: hadCounter ? "label" : "label kind",
        text: row.label,
        title: track ? `${row.label}: ${hadCounter ? track.counter : NO_COUNTER}` : row.label,
      });
    });
    this.labels.replaceChildren(head, ...this.rowLabels);
    this.rowHeight = this.rowHeight ?? 20;
    this.lane.style.height = `${2 * LANE_PADDING + HEAD_HEIGHT + this.rows.length * this.rowHeight}px`;
  }

  /** Of the events that are shown. */
  shownWindows() {
    return this.windows.filter((_, event) => this.shownEvents[event]);
  }

  /** The box of a row within the lane, in pixels of the style sheet. */
  rowBox(rowIndex) {
    const top = LANE_PADDING + HEAD_HEIGHT + rowIndex * this.rowHeight;
    return {top: top + ROW_PADDING, bottom: top + this.rowHeight - ROW_PADDING};
  }

  /** The row at `y` of the lane, or -1. */
  rowAt(y) {
    const row = Math.floor((y - LANE_PADDING - HEAD_HEIGHT) / this.rowHeight);
    return row >= 0 && row < this.rows.length ? row : -1;
  }

  isVisible() {
    if (!this.shown) {
      return false;
    }
    const box = this.lane.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  }

  /** Draws what `view` shows. `style` has colors and the ratio of device pixels. */
  paint(view, style) {
    const ratio = style.ratio;
    const width = Math.max(1, Math.round(this.lane.clientWidth * ratio));
    const height = Math.max(1, Math.round(this.lane.clientHeight * ratio));
    if (!this.surface || this.surface.width !== width || this.surface.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.surface = new Surface(this.context, width, height);
    }
    const columns = new Columns(this.cpu, view, width);
    this.surface.fill(wordOf(style.colors.panel));
    this.paintEnd(columns, style);
    const texts = [];
    this.rows.forEach((row, i) => this.paintRow(row, i, columns, style, texts));
    this.surface.show();
    this.writeTexts(texts, style);
    this.writeCycles(columns, style);
  }

  /** Beyond the CPU's last cycle there is nothing. */
  paintEnd(columns, style) {
    const right = Math.ceil(columns.at(this.cpu.end));
    this.surface.box(right, columns.width, 0, this.surface.height, wordOf(style.colors.page));
  }

  paintRow(row, index, columns, style, texts) {
    const {colors, ratio, markWidth} = style;
    const box = this.rowBox(index);
    const place = {top: Math.round(box.top * ratio), bottom: Math.round(box.bottom * ratio)};
    const {cpu, surface} = this;
    switch (row.kind) {
      case "context":
        paintSpans(surface, cpu.contexts, columns, place, style.contextWords, {onFull: (left, right, i) => {
          texts.push([left, right, place, contextNames(cpu.contexts.extra[i]), colors.contexts[cpu.contexts.group[i]]]);
        }});
        break;
      case "task":
        paintSpans(surface, cpu.tasks, columns, place, style.taskWords, {onFull: (left, right, i) => {
          texts.push([left, right, place, [this.run.tasks[cpu.tasks.extra[i]]], colors.tasks[cpu.tasks.group[i]]]);
        }});
        break;
      case "interrupts":
        paintInterrupts(surface, cpu.interrupts, columns, place, colors, markWidth);
        break;
      case "windows":
        for (const layer of WINDOW_LAYERS) {
          paintAllWindows(surface, this.shownWindows(), columns, place, colors, markWidth, layer);
        }
        break;
      default: {
        const {spans} = cpu.tracks[row.track];
        const {waiting, others} = this.windows[row.event];
        paintWaiting(surface, waiting, columns, place, colors, markWidth);
        paintSpans(surface, spans, columns, place, style.counterWords, {rate: style.rateWord});
        paintWindows(surface, others, columns, place, colors, markWidth);
        if (spans.length === 0 && cpu.windows[row.event].length === 0) {
          texts.push([0, columns.width, place, [NO_COUNTER], colors.panel, colors.muted]);
        }
      }
    }
  }

  writeTexts(texts, {ratio, colors}) {
    const pad = 4 * ratio;
    this.context.font = `${11.5 * ratio}px system-ui, "DejaVu Sans", sans-serif`;
    this.context.textBaseline = "middle";
    this.context.textAlign = "left";
    for (const [left, right, {top, bottom}, names, color, ink] of texts) {
      const room = right - left - 2 * pad;
      if (room > 14 * ratio) {
        const fitting = this.fitting(names, room);
        if (fitting) {
          this.context.fillStyle = ink ? cssOf(ink) : colors.inkOn(color);
          this.context.fillText(fitting, left + pad, (top + bottom) / 2 + ratio / 2);
        }
      }
    }
  }

  /** The first of `names` that fits into `room`, or the last one cut; nothing when too little of it is left. */
  fitting(names, room) {
    const fits = names.find((name) => this.context.measureText(name).width <= room);
    if (fits !== undefined) {
      return fits;
    }
    const last = names[names.length - 1];
    const kept = Math.floor((last.length * room) / this.context.measureText(last).width) - 1;
    return kept >= 6 ? `${last.slice(0, kept)}\u2026` : "";
  }

  /** Ticks with the CPU's own cycles, which are what a result speaks of. */
  writeCycles(columns, {ratio, colors}) {
    const {context} = this;
    const step = Math.max(1, niceStep(columns.perColumn * 130 * ratio));
    context.font = `${11 * ratio}px system-ui, "DejaVu Sans", sans-serif`;
    context.textBaseline = "middle";
    context.textAlign = "left";
    const last = Math.min(this.cpu.end, columns.cycleAt(columns.width));
    for (let cycle = Math.max(0, Math.ceil(columns.first / step) * step); cycle <= last; cycle += step) {
      const x = Math.round(columns.at(cycle));
      context.fillStyle = cssOf(colors.line);
      context.fillRect(x, LANE_PADDING * ratio, Math.max(1, Math.round(ratio)), (HEAD_HEIGHT - 4) * ratio);
      context.fillStyle = cssOf(colors.muted);
      const text = cycle === 0 ? "cycle 0" : grouped(cycle);
      if (x + 5 * ratio + context.measureText(text).width < columns.width) {
        context.fillText(text, x + 5 * ratio, (LANE_PADDING + HEAD_HEIGHT / 2 - 2) * ratio);
      }
    }
  }
}

function contextName(packed) {
  const world = WORLDS[packed >> 4];
  return world === "idle" ? world : `${world} EL${packed & 3}`;
}

/** Forms of a name, the longest first. */
function contextNames(packed) {
  const name = contextName(packed);
  return name.includes(" ") ? [name, name.split(" ")[1]] : [name];
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * (1 - 1e-9));
}
