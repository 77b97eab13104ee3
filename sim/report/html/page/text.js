// SPDX-License-Identifier: Apache-2.0
// Numbers and instants in words, and elements made of text alone: names from a scenario are data.

/** 1234567 or "1234567" as "1,234,567". */
function grouped(number) {
  const text = typeof number === "number" ? String(Math.round(number)) : String(number);
  return text.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The whole picosecond at which `cycle` of `cpu` starts: ceil(cycle * 10^6 / MHz). */
function picosecondsOf(cpu, cycle) {
  const mhz = BigInt(cpu.mhz);
  return (BigInt(cycle) * 1000000n + mhz - 1n) / mhz;
}

/** An exact instant or duration. */
function exactNs(picoseconds) {
  const part = String(picoseconds % 1000n).padStart(3, "0");
  return `${grouped(String(picoseconds / 1000n))}.${part} ns`;
}

function nsOf(cpu, cycle) {
  return (cycle * 1000) / cpu.mhz;
}

function cycleOf(cpu, ns) {
  return (ns * cpu.mhz) / 1000;
}

const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "\u00b5s"], [1, "ns"]];

/** The unit in which lengths of about `ns` are read best. */
function unitFor(ns) {
  return UNITS.find(([scale]) => ns >= scale) ?? UNITS[3];
}

/** `ns` in a unit, with as many digits as tell steps of `step` apart. */
function timeIn(ns, [scale, unit], step) {
  const digits = Math.min(9, Math.max(0, -Math.floor(Math.log10(step / scale) + 1e-9)));
  const [whole, part] = (ns / scale).toFixed(digits).split(".");
  return `${grouped(whole)}${part ? `.${part}` : ""} ${unit}`;
}

function plural(number, word) {
  return `${grouped(number)} ${word}${String(number) === "1" ? "" : "s"}`;
}

/** An element with text, classes and children. */
function element(tag, {text, className, ...attributes} = {}, ...children) {
  const made = document.createElement(tag);
  if (text !== undefined) {
    made.textContent = text;
  }
  if (className) {
    made.className = className;
  }
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}
