// SPDX-License-Identifier: Apache-2.0
// What is shown: events, CPUs, and windows by cause. Kept as long as the page is open.

/** A box with a label; `change` is called with what it is set to. */
function checkBox(label, change) {
  const box = element("input", {type: "checkbox"});
  box.checked = true;
  box.addEventListener("change", () => change(box.checked));
  return element("label", {}, box, ...label);
}

/** Events and CPUs, in the panel that the button opens. */
function fillFilterPanel({run, state, blocks}, redraw) {
  const setter = (change) => (on) => {
    change(on);
    redraw();
  };
  const boxes = run.events.map(({name}, i) => checkBox([name], setter((on) => { state.events[i] = on; })));
  const setAll = (on) => {
    boxes.forEach((label, i) => {
      label.firstChild.checked = on;
      state.events[i] = on;
    });
    redraw();
  };
  const all = element("button", {type: "button", text: "All"});
  const none = element("button", {type: "button", text: "None"});
  all.addEventListener("click", () => setAll(true));
  none.addEventListener("click", () => setAll(false));
  document.getElementById("event-filter").append(...boxes, all, none);
  document.getElementById("cpu-filter").append(
    ...blocks.map((block) => checkBox([block.cpu.name], setter((on) => { block.shown = on; }))));
}

/** The causes of windows with their numbers: a legend, and a box for each of them and for each kind. */
class CauseFilter {
  /** @param change  called when other windows are to be shown */
  constructor(run, change) {
    this.change = change;
    this.waiting = run.texts.indexOf(WAITING);
    this.groups = KINDS.map((kind, number) => this.groupOf(run, kind, number));
    const used = this.groups.filter(({causes}) => causes.length > 0);
    const holder = document.getElementById("cause-filter");
    holder.append(...used.map(({element: shown}) => shown));
    holder.hidden = used.length === 0;
  }

  groupOf(run, kind, number) {
    const group = {number, causes: [], shown: new Set()};
    const all = checkBox([kind], (on) => {
      group.causes.forEach((cause) => { cause.box.checked = on; });
      this.update();
    });
    all.className = "kind";
    group.box = all.firstChild;
    const labels = run.causes.filter((cause) => cause.kind === kind).map((cause) => {
      const text = run.texts.indexOf(cause.cause);
      const swatch = element("span", {className: "swatch"});
      const label = checkBox([swatch, cause.cause, element("small", {text: grouped(cause.windows)})], () => this.update());
      label.title = `${plural(cause.windows, "window")} of ${kind}, ${plural(cause.occurrences, "occurrence")}`;
      group.causes.push({text, box: label.firstChild, swatch});
      group.shown.add(text);
      return label;
    });
    group.element = element("div", {role: "group", "aria-label": `${kind} windows by cause`}, all,
      element("div", {}, ...labels));
    return group;
  }

  isShown(kind, text) {
    return this.groups[kind].shown.has(text);
  }

  isWaiting(text) {
    return text === this.waiting;
  }

  /** Makes sure that a cause is shown. */
  show(kind, text) {
    const cause = this.groups[kind].causes.find((one) => one.text === text);
    if (cause && !cause.box.checked) {
      cause.box.checked = true;
      this.update();
    }
  }

  /** After a box has changed. */
  update() {
    for (const group of this.groups) {
      const {box, causes} = group;
      group.shown = new Set(causes.filter((cause) => cause.box.checked).map(({text}) => text));
      box.checked = group.shown.size > 0;
      box.indeterminate = box.checked && group.shown.size < causes.length;
    }
    this.change();
  }

  /** As the windows are drawn: solid or striped, and pale for a wait. */
  paintSwatches(colors) {
    for (const {number, causes} of this.groups) {
      for (const {text, swatch} of causes) {
        const [strong, soft] = [colors.windows[number], colors.softWindows[number]].map(cssOf);
        const waiting = this.isWaiting(text) ? cssOf(colors.waiting) : null;
        swatch.style.background = waiting
          ?? (number === 1 ? `repeating-linear-gradient(135deg, ${strong} 0 3px, ${soft} 3px 6px)` : strong);
      }
    }
  }

  focus() {
    this.groups.find(({causes}) => causes.length > 0)?.box.focus();
  }
}
