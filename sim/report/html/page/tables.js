// SPDX-License-Identifier: Apache-2.0
// The head of the page, the tables below the timeline, and the help.

function fact(name, value, className = "") {
  return element("div", {}, element("dt", {text: name}), element("dd", {text: value, className}));
}

function showHead(run) {
  document.title = `${run.scenario || "run"} \u2013 pmusim`;
  document.getElementById("scenario").textContent = run.scenario;
  document.getElementById("purpose").textContent = run.purpose;
  document.getElementById("facts").append(
    fact("result", run.complete ? "complete" : "partial: the run was interrupted", run.complete ? "" : "partial"),
    fact("simulated", exactNs(BigInt(run.simulated_ps)).replace(".000 ns", " ns")),
    fact("CPUs", String(run.cpus.length)),
    fact("PMU writes take effect", run.pmu_write_effect),
    fact("seed", run.seed),
  );
  const notices = [];
  if (run.left_out !== "0") {
    notices.push(`The recording reached its limit: ${plural(run.left_out, "span")} left out of this picture. The tables have all of them.`);
  }
  if (run.cpus.some((cpu) => cpu.end > Number.MAX_SAFE_INTEGER)) {
    notices.push("Cycles from 2^53 on are rounded in this page; the result document has them exactly.");
  }
  const notice = document.getElementById("notice");
  notice.textContent = notices.join(" ");
  notice.hidden = notices.length === 0;
}

function numberCell(text, className = "") {
  return element("td", {text: grouped(text), className: `number ${text === "0" ? "zero" : className}`});
}

function headRow(cells) {
  return element("thead", {}, element("tr", {},
    ...cells.map(([text, isNumber]) => element("th", {text, scope: "col", className: isNumber ? "number" : ""}))));
}

function eventRow(event, compared) {
  const name = element("th", {scope: "row", text: event.name});
  if (event.event) {
    name.append(element("br"), element("small", {text: event.event}));
  }
  const why = element("ul", {}, ...event.why.map((reason) =>
    element("li", {text: `${plural(reason.cycles, "cycle")}: ${reason.reason}`})));
  const comparison = compared ? [numberCell(event.intended), numberCell(event.lost, "blackout"),
    numberCell(event.leaked, "leak")] : [];
  return element("tr", {}, name, numberCell(event.count), ...comparison, element("td", {}, why));
}

function showEvents(run) {
  const table = document.getElementById("events");
  if (run.events.length === 0) {
    table.append(element("caption", {text: "This run measured no events."}));
    return;
  }
  const comparison = run.compared ? [["intended", true], ["lost", true], ["leaked", true]] : [];
  table.append(headRow([["event"], ["count", true], ...comparison, ["why it did not count"]]),
    element("tbody", {}, ...run.events.map((event) => eventRow(event, run.compared))));
}

function causeRow(run, cause, jump) {
  const button = element("button", {type: "button", text: "Show", "aria-label": `Show the next window: ${cause.cause}`});
  button.addEventListener("click", () => jump(cause));
  const cycles = cause.shortest === cause.longest ? grouped(cause.shortest)
    : `${grouped(cause.shortest)} to ${grouped(cause.longest)}`;
  return element("tr", {},
    element("th", {scope: "row", text: cause.cause}),
    element("td", {text: cause.kind, className: cause.kind}),
    numberCell(cause.windows),
    element("td", {text: cycles, className: "number"}),
    numberCell(cause.cycles),
    numberCell(cause.occurrences),
    element("td", {text: cause.events.map((event) => run.events[event].name).join(", ")}),
    element("td", {}, button));
}

function showCauses(run, jump) {
  const table = document.getElementById("causes");
  if (run.causes.length === 0) {
    table.append(element("caption", {text: run.compared
      ? "No windows: every event counted what it should, in every cycle."
      : "This run was not compared with what was intended."}));
    return;
  }
  table.append(headRow([["cause"], ["kind"], ["windows", true], ["cycles each", true], ["cycles", true],
    ["lost or leaked", true], ["events"], [""]]),
  element("tbody", {}, ...run.causes.map((cause) => causeRow(run, cause, jump))));
}

function showNotes(run) {
  document.getElementById("notes").append(...run.notes.map((text) => element("li", {text})));
  document.getElementById("notes-section").hidden = run.notes.length === 0;
}

function keyRow([keys, what]) {
  const cell = element("td", {});
  keys.split(" ").forEach((key, i) => cell.append(i > 0 ? " " : "", element("kbd", {text: key})));
  return element("tr", {}, cell, element("td", {text: what}));
}

const HELP_KEYS = [
  ["+ -", "zoom about the cursor; also the wheel over the timeline, or two fingers"],
  ["\u2190 \u2192", "move by an eighth of what is shown, with Shift by all of it; also drag"],
  ["0", "show the whole run"],
  ["Home End", "go to the start, to the end"],
  ["\u2191 \u2193", "cursor to the row above, below"],
  [", .", "cursor to the span before, after in its row"],
  ["Enter", "select what is under the cursor; also a click"],
  ["z", "zoom to the selection"],
  ["n p", "go to the next, to the previous window"],
  ["Esc", "give up the selection"],
  ["f", "choose events and CPUs"],
  ["c", "go to the causes of windows, to choose which are shown"],
  ["t", "dark or light"],
  ["?", "this help"],
];

const HELP_TEXTS = [
  "The wheel zooms over the timeline and scrolls over the names at its left; with Shift it moves in time.",
  "Where several spans share a column of pixels, each takes its share of the height. In the row of an event, bars show how often it occurs while it is counted: the full height is twice the mean of the run.",
  "Each CPU has a row for every event that may count on it, in the order of the table below. An event of a task has one on every CPU, also where it never had a counter.",
  "Windows never vanish: one that is narrower than a mark is drawn as a mark. In the row of all windows, blackouts rise from the middle and leaks hang from it, longer where there are more.",
  "An event that finds no counter free (not_scheduled) waits for its turn, usually for long. Such windows are pale: the ground of the event's row, behind all others.",
  "A blackout is a run of cycles in which an event was not counted and should have been; a leak, one in which it was and should not have been. Intended = counted + lost - leaked.",
];

function showHelp() {
  document.getElementById("help-text").append(
    element("table", {}, element("tbody", {}, ...HELP_KEYS.map(keyRow))),
    ...HELP_TEXTS.map((text) => element("p", {text})));
}
