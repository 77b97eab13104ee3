// SPDX-License-Identifier: Apache-2.0
// The state of the page, and what changes it.

/** How far one can zoom in: so many nanoseconds across the screen. */
const NARROWEST_NS = 4;
const LEGEND = [["host", "host"], ["hypervisor", "hypervisor"], ["guest", "guest"], ["idle", "idle"],
  ["counting", "counting"], ["rate", "occurrences"], ["enabled", "enabled, not counting"]];

class Page {
  constructor(run) {
    this.run = run;
    this.view = {from: 0, to: run.ns};
    this.state = {events: run.events.map(() => true)};
    this.frames = [];
    this.pending = false;
    this.selected = null;
    this.host = document.getElementById("cpus");
    this.blocks = run.cpus.map((cpu, index) => new CpuBlock(run, cpu, index));
    this.host.append(...this.blocks.map((block) => block.section));
    this.cursor = {cpu: 0, row: 0, ns: run.ns / 2, shown: false};
    showHead(run);
    showEvents(run);
    showCauses(run, (cause) => this.goToCause(cause));
    showNotes(run);
    showHelp();
    fillFilterPanel(this, () => this.showRows());
    this.causes = new CauseFilter(run, () => this.showWindows());
    this.showWindows();
    this.readTheme();
  }

  // --- what is shown -----------------------------------------------------------------------------

  showWindows() {
    this.blocks.forEach((block) => block.showWindows(
      (kind, cause) => this.causes.isShown(kind, cause), (cause) => this.causes.isWaiting(cause)));
    const window = this.selected?.window;
    if (window && !this.causes.isShown(KINDS.indexOf(window.kind), window.cause)) {
      this.select(null);
    }
    this.showRows();
  }

  showRows() {
    this.blocks.forEach((block) => {
      block.showRows(this.state.events);
      block.section.hidden = !block.shown;
    });
    this.order = new WindowOrder(this.blocks, this.state);
    this.overview = null;
    this.followSelection();
    this.cursor.row = Math.min(this.cursor.row, (this.blocks[this.cursor.cpu]?.rows.length ?? 1) - 1);
    this.showButtons();
    this.draw();
  }

  /** The row of what is selected may have moved, or is not there any more. */
  followSelection() {
    if (this.selected) {
      const {cpu, rowIs} = this.selected;
      this.selected.row = this.blocks[cpu].rows.findIndex(({kind, event}) => kind === rowIs.kind && event === rowIs.event);
      if (this.selected.row < 0 || !this.blocks[cpu].shown) {
        this.select(null);
      }
    }
  }

  showButtons() {
    const windows = this.order.lists.length > 0;
    for (const name of ["next-window", "previous-window"]) {
      document.querySelector(`[data-do="${name}"]`).disabled = !windows;
    }
  }

  showLegend() {
    const {colors} = this;
    document.getElementById("legend").replaceChildren(...LEGEND.map(([name, text]) => {
      const swatch = element("span", {className: "swatch"});
      swatch.style.background = cssOf(colors[name]);
      return element("li", {}, swatch, text);
    }));
    this.causes.paintSwatches(colors);
  }

  // --- colours -----------------------------------------------------------------------------------

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    this.readTheme();
  }

  readTheme() {
    this.colors = new Colors();
    this.overview = null;
    this.showLegend();
    this.draw();
  }

  style() {
    const ratio = window.devicePixelRatio || 1;
    const {colors} = this;
    return {
      ratio, colors,
      markWidth: Math.max(1, Math.round(1.5 * ratio)),
      contextWords: colors.contexts.map(wordOf),
      taskWords: colors.tasks.map(wordOf),
      counterWords: colors.counters.map(wordOf),
      rateWord: wordOf(colors.rate),
    };
  }

  // --- drawing -----------------------------------------------------------------------------------

  draw() {
    if (!this.pending) {
      this.pending = true;
      requestAnimationFrame(() => {
        this.pending = false;
        this.drawNow();
      });
    }
  }

  drawNow() {
    const start = performance.now();
    const style = this.style();
    this.blocks.forEach((block) => {
      if (block.isVisible()) {
        block.paint(this.view, style);
      }
    });
    this.drawAxis(style);
    this.drawOverview(style);
    this.placeMarks();
    this.showRange();
    this.frames.push(performance.now() - start);
    if (this.frames.length > 1000) {
      this.frames.shift();
    }
  }

  laneWidth() {
    return Math.max(1, (this.blocks.find((block) => block.shown)?.lane ?? document.getElementById("axis")).clientWidth);
  }

  nsPerPixel() {
    return (this.view.to - this.view.from) / this.laneWidth();
  }

  pixelsOf(ns) {
    return (ns - this.view.from) / this.nsPerPixel();
  }

  sizedContext(canvas, ratio) {
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    return {context: canvas.getContext("2d"), width, height};
  }

  drawAxis({ratio, colors}) {
    const {context, width, height} = this.sizedContext(document.getElementById("axis"), ratio);
    const {from, to} = this.view;
    const perPixel = (to - from) / width;
    const step = niceStep(perPixel * 120 * ratio);
    const unit = unitFor(to);
    context.clearRect(0, 0, width, height);
    context.font = `${12 * ratio}px system-ui, "DejaVu Sans", sans-serif`;
    context.textBaseline = "middle";
    for (let tick = Math.ceil(from / step); tick * step <= to; ++tick) {
      const x = Math.round((tick * step - from) / perPixel);
      const text = timeIn(tick * step, unit, step);
      context.fillStyle = cssOf(colors.line);
      context.fillRect(x, height * 0.35, Math.max(1, Math.round(ratio)), height * 0.65);
      context.fillStyle = cssOf(colors.muted);
      if (x + 5 * ratio + context.measureText(text).width < width) {
        context.fillText(text, x + 5 * ratio, height * 0.6);
      }
    }
  }

  /** The whole run with its windows, and what of it is shown. The windows are painted once. */
  drawOverview(style) {
    const {ratio, colors} = style;
    const canvas = document.getElementById("overview");
    const {context, width, height} = this.sizedContext(canvas, ratio);
    if (!this.overview || this.overview.width !== width || this.overview.height !== height) {
      this.overview = this.paintOverview(context, width, height, style);
    }
    this.overview.show();
    const left = Math.round((this.view.from / this.run.ns) * width);
    const right = Math.max(left + 3 * ratio, Math.round((this.view.to / this.run.ns) * width));
    if (right - left < width) {
      context.fillStyle = `rgb(${colors.text.join(" ")} / 12%)`;
      context.fillRect(0, 0, left, height);
      context.fillRect(right, 0, width - right, height);
      context.strokeStyle = cssOf(colors.accent);
      context.lineWidth = 2 * ratio;
      context.strokeRect(left + ratio, ratio, Math.max(ratio, right - left - 2 * ratio), height - 2 * ratio);
    }
  }

  paintOverview(context, width, height, style) {
    const surface = new Surface(context, width, height);
    surface.fill(wordOf(style.colors.panel));
    const whole = {from: 0, to: this.run.ns};
    const place = {top: Math.round(3 * style.ratio), bottom: height - Math.round(3 * style.ratio)};
    for (const layer of WINDOW_LAYERS) {
      for (const block of this.blocks.filter(({shown}) => shown)) {
        paintAllWindows(surface, block.shownWindows(), new Columns(block.cpu, whole, width), place, style.colors,
          style.markWidth, layer);
      }
    }
    return surface;
  }

  showRange() {
    const {from, to} = this.view;
    const unit = unitFor(to);
    const step = (to - from) / 1000;
    document.getElementById("range").textContent =
      `${timeIn(from, unit, step)} \u2013 ${timeIn(to, unit, step)} (${timeIn(to - from, unitFor(to - from), step)})`;
  }

  /** The cursor's line on all CPUs, and the box of the selection. */
  placeMarks() {
    const x = this.pixelsOf(this.cursor.ns);
    const {selected} = this;
    this.blocks.forEach((block) => {
      block.cursor.hidden = !this.cursor.shown || x < 0 || x > this.laneWidth();
      block.cursor.style.transform = `translateX(${Math.round(x)}px)`;
      block.rowLabels.forEach((label, row) => label.classList.toggle("current",
        this.cursor.shown && this.cursor.cpu === block.index && this.cursor.row === row));
      const box = selected?.cpu === block.index && block.rows[selected.row] ? block.rowBox(selected.row) : null;
      block.selection.hidden = !box;
      if (box) {
        const left = Math.max(-10, this.pixelsOf(nsOf(block.cpu, selected.first)));
        const right = Math.min(this.laneWidth() + 10, this.pixelsOf(nsOf(block.cpu, selected.end)));
        Object.assign(block.selection.style, {
          left: `${left - 2}px`, width: `${Math.max(0, right - left) + 4}px`,
          top: `${box.top - 2}px`, height: `${box.bottom - box.top + 4}px`,
        });
        block.selection.hidden = right < left;
      }
    });
  }

  // --- moving ------------------------------------------------------------------------------------

  show(from, to) {
    const length = Math.min(this.run.ns, Math.max(NARROWEST_NS, to - from));
    const middle = (from + to) / 2;
    const start = Math.min(this.run.ns - length, Math.max(0, length === to - from ? from : middle - length / 2));
    this.view = {from: Math.max(0, start), to: Math.max(0, start) + length};
    this.draw();
  }

  /** Zooms by `factor` (below 1: in) so that `ns` stays where it is. */
  zoom(factor, ns) {
    const {from, to} = this.view;
    const length = Math.min(this.run.ns, Math.max(NARROWEST_NS, (to - from) * factor));
    const share = (ns - from) / (to - from);
    this.show(ns - share * length, ns - share * length + length);
  }

  /** Where keys zoom: at the cursor if it can be seen. */
  zoomFromKeys(factor) {
    const {ns} = this.cursor;
    const {from, to} = this.view;
    this.zoom(factor, this.cursor.shown && ns >= from && ns <= to ? ns : (from + to) / 2);
  }

  pan(share) {
    const {from, to} = this.view;
    const by = (to - from) * share;
    this.show(from + by, to + by);
  }

  fit() {
    this.show(0, this.run.ns);
  }

  /** Brings `item` into view, large enough to be seen as what it is. */
  reveal(item) {
    const {cpu} = this.blocks[item.cpu];
    const first = nsOf(cpu, item.first);
    const length = nsOf(cpu, item.end) - first;
    const shown = this.view.to - this.view.from;
    const wanted = length / shown < 0.02 || length > shown ? length * 12 : shown;
    this.show(first + length / 2 - wanted / 2, first + length / 2 + wanted / 2);
    this.scrollTo(item);
  }

  scrollTo({cpu, row}) {
    const label = this.blocks[cpu].rowLabels[row];
    const box = label.getBoundingClientRect();
    const above = document.querySelector(".ruler").getBoundingClientRect().bottom;
    const below = document.getElementById("details").getBoundingClientRect().top;
    if (box.top < above || box.bottom > Math.min(below, innerHeight)) {
      scrollBy({top: box.top - Math.max(0, above) - 40, behavior: "instant"});
    }
  }

  // --- cursor and selection ----------------------------------------------------------------------

  itemAt(cpu, row, ns) {
    return itemAt(this.run, this.state, this.blocks[cpu], row, ns, this.nsPerPixel());
  }

  itemAtCursor() {
    return this.blocks.length > 0 ? this.itemAt(this.cursor.cpu, this.cursor.row, this.cursor.ns) : null;
  }

  setCursor(cursor) {
    this.cursor = {...this.cursor, ...cursor, shown: true};
    this.placeMarks();
    if (!this.selected) {
      this.describe(this.itemAtCursor());
    }
  }

  select(item) {
    this.selected = item;
    this.placeMarks();
    this.describe(item);
  }

  describe(item) {
    const details = document.getElementById("details");
    if (!item) {
      details.replaceChildren(element("span", {className: "pair"},
        element("i", {text: "Point at something, or press ? for the keys."})));
      return;
    }
    const {cpu} = this.blocks[item.cpu];
    details.replaceChildren(element("b", {text: item.title}),
      ...[["cpu", cpu.name], ...item.pairs].map(([name, value]) =>
        element("span", {className: "pair"}, element("i", {text: `${name} `}), value)));
  }

  goTo(place) {
    if (!place) {
      return;
    }
    const block = this.blocks[place.cpu];
    const row = Math.max(3, block.rows.findIndex((one) => one.event === place.event));
    const item = windowItem(this.run, block, row, place.event, place.index);
    this.cursor = {cpu: place.cpu, row, ns: nsOf(block.cpu, (item.first + item.end) / 2), shown: true};
    this.select(item);
    this.reveal(item);
  }

  /** Where the search for the next window starts. */
  whereabouts() {
    const window = this.selected?.window;
    if (window) {
      const {cpu} = this.blocks[this.selected.cpu];
      return {ns: nsOf(cpu, this.selected.first), cpu: this.selected.cpu, event: window.event, index: window.index};
    }
    const {from, to} = this.view;
    return {ns: from <= 0 && to >= this.run.ns ? -1 : (from + to) / 2, cpu: -1, event: -1, index: -1};
  }

  goToWindow(direction) {
    const from = this.whereabouts();
    const start = direction < 0 && from.ns < 0 ? {...from, ns: Infinity} : from;
    this.goTo(this.order.next(start, direction));
  }

  /** From the last of its windows on to the first. */
  goToCause(cause) {
    const text = this.run.texts.indexOf(cause.cause);
    const kind = KINDS.indexOf(cause.kind);
    this.causes.show(kind, text);
    const order = new WindowOrder(this.blocks, this.state,
      (windows, i) => windows.cause[i] === text && windows.kind[i] === kind);
    const place = order.next(this.whereabouts(), 1) ?? order.next({ns: -1, cpu: -1, event: -1, index: -1}, 1);
    document.querySelector(".timeline").scrollIntoView({behavior: "instant"});
    this.goTo(place);
  }

  moveRow(by) {
    let {cpu, row} = this.cursor;
    if (!this.blocks[cpu]) {
      return;
    }
    row += by;
    while (row < 0 || row >= this.blocks[cpu].rows.length || !this.blocks[cpu].shown) {
      cpu += by;
      if (!this.blocks[cpu]) {
        return;
      }
      row = by > 0 ? 0 : this.blocks[cpu].rows.length - 1;
    }
    this.selected = null;
    this.setCursor({cpu, row, ns: this.cursorInView()});
    this.scrollTo({cpu, row});
  }

  cursorInView() {
    const {from, to} = this.view;
    return this.cursor.ns >= from && this.cursor.ns <= to ? this.cursor.ns : (from + to) / 2;
  }

  /** The cursor goes to the span before or after in its row; the view follows. */
  moveSpan(direction) {
    const block = this.blocks[this.cursor.cpu];
    if (!block) {
      return;
    }
    const {cpu} = block;
    const ns = this.nextNs(block, Math.floor(cycleOf(cpu, this.cursorInView()) + 1e-7), direction);
    if (ns === null) {
      return;
    }
    const {from, to} = this.view;
    this.cursor.ns = ns;
    if (ns < from || ns >= to) {
      this.show(ns - (to - from) / 2, ns + (to - from) / 2);
    }
    this.selected = null;
    this.setCursor({ns});
  }

  /** The start of the next thing in the cursor's row. */
  nextNs(block, cycle, direction) {
    const {cpu} = block;
    const row = block.rows[this.cursor.row];
    if (row.kind === "windows") {
      const order = new WindowOrder([block], this.state);
      return order.next({ns: nsOf(cpu, cycle), cpu: direction > 0 ? Infinity : -1, event: -1, index: -1}, direction)?.ns ?? null;
    }
    const starts = row.kind === "interrupts" ? cpu.interrupts.taken
      : row.kind === "event" ? cpu.tracks[row.track].spans.start : cpu.contexts.start;
    const after = firstIndex(0, starts.length, (i) => starts[i] > cycle);
    let i = direction > 0 ? after : after - 1;
    if (direction < 0 && i >= 0 && starts[i] === cycle) {
      --i;
    }
    return i >= 0 && i < starts.length ? nsOf(cpu, starts[i]) : null;
  }
}
