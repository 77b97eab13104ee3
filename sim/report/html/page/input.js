// SPDX-License-Identifier: Apache-2.0
// Pointer, wheel, fingers and keys.

/** A movement of fewer pixels is a click. */
const CLICK_PIXELS = 4;
const KEY_ZOOM = 1 / 1.6;

class Input {
  constructor(page) {
    this.page = page;
    this.pointers = new Map();
    this.tooltip = document.getElementById("tooltip");
    for (const block of page.blocks) {
      this.listenToLane(block);
    }
    this.listenToOverview(document.getElementById("overview"));
    document.addEventListener("keydown", (event) => this.onKey(event));
    document.querySelectorAll("[data-do]").forEach((button) =>
      button.addEventListener("click", () => this.perform(button.dataset.do)));
    addEventListener("resize", () => page.draw());
    addEventListener("scroll", () => page.draw(), {passive: true});
    page.host.addEventListener("focus", () => page.setCursor({}));
    document.getElementById("help").addEventListener("close", () => this.helpOpener?.focus());
  }

  // --- pointer -----------------------------------------------------------------------------------

  listenToLane(block) {
    const {lane} = block;
    lane.addEventListener("pointerdown", (event) => this.onDown(block, event));
    lane.addEventListener("pointermove", (event) => this.onMove(block, event));
    for (const name of ["pointerup", "pointercancel"]) {
      lane.addEventListener(name, (event) => this.onUp(block, event));
    }
    lane.addEventListener("pointerleave", () => this.hideTooltip());
    lane.addEventListener("wheel", (event) => this.onWheel(block, event), {passive: false});
  }

  placeOf(block, event) {
    const box = block.lane.getBoundingClientRect();
    const {view} = this.page;
    const x = event.clientX - box.left;
    return {row: block.rowAt(event.clientY - box.top), ns: view.from + x * this.page.nsPerPixel(), x};
  }

  onDown(block, event) {
    if (event.button !== 0) {
      return;
    }
    block.lane.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, {x: event.clientX, start: event.clientX, moved: false});
    this.page.host.focus({preventScroll: true});
  }

  onMove(block, event) {
    const held = this.pointers.get(event.pointerId);
    if (!held) {
      this.hover(block, event);
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    if (others.length > 0) {
      this.pinch(block, held, others[0][1], event);
    } else if (held.moved || Math.abs(event.clientX - held.start) >= CLICK_PIXELS) {
      const by = (held.x - event.clientX) * this.page.nsPerPixel();
      held.moved = true;
      held.x = event.clientX;
      this.hideTooltip();
      block.lane.classList.add("dragging");
      this.page.show(this.page.view.from + by, this.page.view.to + by);
    }
  }

  /** Two fingers: what is between them stays between them. */
  pinch(block, held, other, event) {
    const before = Math.max(8, Math.abs(held.x - other.x));
    const after = Math.max(8, Math.abs(event.clientX - other.x));
    held.x = event.clientX;
    held.moved = true;
    other.moved = true;
    const middle = (held.x + other.x) / 2 - block.lane.getBoundingClientRect().left;
    this.page.zoom(before / after, this.page.view.from + middle * this.page.nsPerPixel());
  }

  onUp(block, event) {
    const held = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    block.lane.classList.remove("dragging");
    if (held && !held.moved && event.type === "pointerup") {
      const {row, ns} = this.placeOf(block, event);
      this.page.cursor = {...this.page.cursor, cpu: block.index, row: Math.max(0, row), ns, shown: true};
      this.page.select(row >= 0 ? this.page.itemAt(block.index, row, ns) : null);
    }
  }

  onWheel(block, event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const by = (event.deltaX || event.deltaY) * lines * this.page.nsPerPixel();
      this.page.show(this.page.view.from + by, this.page.view.to + by);
      return;
    }
    const strength = event.ctrlKey ? 0.01 : 0.0016;
    const amount = Math.max(-300, Math.min(300, event.deltaY * lines));
    this.page.zoom(Math.exp(amount * strength), this.placeOf(block, event).ns);
    this.hover(block, event);
  }

  hover(block, event) {
    const {row, ns} = this.placeOf(block, event);
    if (row < 0) {
      this.hideTooltip();
      return;
    }
    this.page.setCursor({cpu: block.index, row, ns});
    this.showTooltip(block, row, ns, event);
  }

  showTooltip(block, row, ns, event) {
    const {run} = this.page;
    const {cpu} = block;
    const cycle = Math.floor(cycleOf(cpu, ns) + 1e-7);
    const item = this.page.itemAt(block.index, row, ns);
    if (cycle < 0 || cycle >= cpu.end) {
      this.hideTooltip();
      return;
    }
    const pairs = [...(item?.pairs ?? []), ...placePairs(run, cpu, cycle)];
    const list = element("dl", {});
    pairs.forEach(([name, value]) => list.append(element("dt", {text: name}), element("dd", {text: value})));
    this.tooltip.replaceChildren(element("b", {text: item?.title ?? block.rows[row].label}), list);
    this.tooltip.hidden = false;
    const box = this.tooltip.getBoundingClientRect();
    const left = event.clientX + 16 + box.width > innerWidth ? event.clientX - 12 - box.width : event.clientX + 16;
    const below = event.clientY + 18 + box.height > innerHeight ? event.clientY - 12 - box.height : event.clientY + 18;
    this.tooltip.style.transform = `translate(${Math.max(4, Math.round(left))}px, ${Math.max(4, Math.round(below))}px)`;
  }

  hideTooltip() {
    this.tooltip.hidden = true;
  }

  listenToOverview(canvas) {
    const move = (event) => {
      const box = canvas.getBoundingClientRect();
      const ns = ((event.clientX - box.left) / box.width) * this.page.run.ns;
      const {from, to} = this.page.view;
      this.page.show(ns - (to - from) / 2, ns + (to - from) / 2);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) {
        move(event);
      }
    });
  }

  // --- keys --------------------------------------------------------------------------------------

  onKey(event) {
    const {target} = event;
    if (event.ctrlKey || event.metaKey || event.altKey || document.getElementById("help").open) {
      return;
    }
    const name = this.actionOf(event);
    const isControl = target.closest?.("button, input, select, textarea, a, [role=region]");
    if (!name || (isControl && ["select", "left", "right", "up", "down", "home", "end"].includes(name))) {
      return;
    }
    event.preventDefault();
    this.perform(name, event.shiftKey);
  }

  actionOf({key}) {
    return {
      "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", "_": "zoom-out", 0: "fit",
      ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Home: "home", End: "end",
      ",": "span-before", ".": "span-after", Enter: "select", z: "zoom-to-selection",
      n: "next-window", p: "previous-window", Escape: "clear", f: "filters", c: "causes", t: "theme", "?": "help",
    }[key];
  }

  perform(name, far = false) {
    const {page} = this;
    const {view, run} = page;
    const length = view.to - view.from;
    const actions = {
      "zoom-in": () => page.zoomFromKeys(KEY_ZOOM),
      "zoom-out": () => page.zoomFromKeys(1 / KEY_ZOOM),
      fit: () => page.fit(),
      left: () => page.pan(far ? -1 : -1 / 8),
      right: () => page.pan(far ? 1 : 1 / 8),
      home: () => page.show(0, length),
      end: () => page.show(run.ns - length, run.ns),
      up: () => page.moveRow(-1),
      down: () => page.moveRow(1),
      "span-before": () => page.moveSpan(-1),
      "span-after": () => page.moveSpan(1),
      select: () => page.select(page.itemAtCursor()),
      "zoom-to-selection": () => this.zoomToSelection(),
      "next-window": () => page.goToWindow(1),
      "previous-window": () => page.goToWindow(-1),
      clear: () => this.clear(),
      filters: () => this.toggleFilters(),
      causes: () => page.causes.focus(),
      theme: () => page.setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
      help: () => this.openHelp(),
    };
    actions[name]?.();
  }

  zoomToSelection() {
    const {selected, blocks} = this.page;
    if (selected) {
      const {cpu} = blocks[selected.cpu];
      const from = nsOf(cpu, selected.first);
      const to = nsOf(cpu, selected.end);
      this.page.show(from - (to - from) / 8, to + (to - from) / 8);
    }
  }

  clear() {
    this.hideTooltip();
    this.page.select(null);
  }

  toggleFilters() {
    const filters = document.getElementById("filters");
    filters.hidden = !filters.hidden;
    document.querySelector('[data-do="filters"]').setAttribute("aria-expanded", String(!filters.hidden));
    if (!filters.hidden) {
      filters.querySelector("input")?.focus();
    }
  }

  openHelp() {
    this.helpOpener = document.activeElement;
    this.hideTooltip();
    document.getElementById("help").showModal();
  }
}
