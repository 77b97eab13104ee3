// SPDX-License-Identifier: Apache-2.0
// What the file carries: a description (JSON) and the spans (variable-length numbers in base 64).

const WORLDS = ["host", "hypervisor", "guest", "idle"];
const SECURITY_STATES = ["Non-secure", "Secure", "Realm", "Root"];
const LINES = ["pmu", "ipi", "timer"];
const KINDS = ["blackout", "leak"];

/** Reads unsigned LEB128. Exact to 2^53; the description says when a run is longer than that. */
class NumberReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  next() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    let value = byte & 127;
    for (let scale = 128; byte > 127; scale *= 128) {
      byte = bytes[this.at++];
      value += (byte & 127) * scale;
    }
    return value;
  }
}

function bytesOf(base64) {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) {
    bytes[i] = text.charCodeAt(i);
  }
  return bytes;
}

/** Where a CPU is, by world and Exception level; and whose code it executes, by task. */
function readContexts(reader, length) {
  const contexts = new Spans(length, CONTEXT_CLASSES);
  const tasks = [];  // of each context
  let at = 0;
  for (let i = 0; i < length; ++i) {
    contexts.start[i] = at += reader.next();
    contexts.end[i] = at += reader.next();
    contexts.extra[i] = reader.next();
    contexts.group[i] = (contexts.extra[i] >> 4) * 4 + (contexts.extra[i] & 3);
    tasks.push(reader.next());
  }
  contexts.summarize();
  return {contexts, tasks: tasksOf(contexts, tasks)};
}

/** Contexts of one task that follow each other are one span. */
function tasksOf(contexts, tasks) {
  const isNew = (i) => i === 0 || tasks[i] !== tasks[i - 1] || contexts.start[i] !== contexts.end[i - 1];
  const spans = new Spans(tasks.reduce((sum, _, i) => sum + (isNew(i) ? 1 : 0), 0), TASK_CLASSES);
  let at = -1;
  tasks.forEach((task, i) => {
    if (isNew(i)) {
      ++at;
      spans.start[at] = contexts.start[i];
      spans.extra[at] = task;
      spans.group[at] = task % (TASK_CLASSES - 1);
    }
    // The kernel's own code may be the first of an idle task's span.
    if (WORLDS[contexts.extra[i] >> 4] === "idle") {
      spans.group[at] = TASK_CLASSES - 1;
    }
    spans.end[at] = contexts.end[i];
  });
  spans.summarize();
  return spans;
}

/** Flags: 1 enabled, 2 counting. */
function readCounterSpans(reader, length) {
  const spans = new Spans(length, COUNTER_CLASSES);
  spans.count = new Float64Array(length);
  let at = 0;
  for (let i = 0; i < length; ++i) {
    spans.start[i] = at += reader.next();
    spans.end[i] = at += reader.next();
    const flags = reader.next();
    spans.extra[i] = flags;
    spans.group[i] = flags & 2 ? 2 : flags & 1;
    spans.count[i] = reader.next();
  }
  spans.summarize();
  return spans;
}

function readInterrupts(reader, length) {
  const interrupts = {
    length,
    line: new Uint8Array(length),
    raised: new Float64Array(length),
    taken: new Float64Array(length),
  };
  let at = 0;
  for (let i = 0; i < length; ++i) {
    interrupts.line[i] = reader.next();
    interrupts.taken[i] = at += reader.next();
    interrupts.raised[i] = at - reader.next();
  }
  return interrupts;
}

/** Windows by event; each list is in the order of first cycles. */
function readWindows(reader, length, events) {
  const lists = Array.from({length: events}, () => []);
  let event = 0;
  let at = 0;
  for (let i = 0; i < length; ++i) {
    const step = reader.next();
    if (step > 0) {
      event += step;
      at = 0;
    }
    at += reader.next();
    const list = lists[event];
    list.push(at, at + reader.next() + 1, reader.next(), reader.next(), reader.next(), reader.next());
  }
  return lists.map((list) => new Windows(list));
}

function readCpu(reader, description, events) {
  const cpu = {
    name: description.name,
    mhz: description.mhz,
    end: Number(description.end),
    ...readContexts(reader, description.contexts),
  };
  cpu.tracks = description.tracks.map((track) => ({
    event: track.event,
    counter: track.counter,
    spans: readCounterSpans(reader, track.spans),
  }));
  cpu.interrupts = readInterrupts(reader, description.interrupts);
  cpu.windows = readWindows(reader, description.windows, events);
  return cpu;
}

function readRun() {
  const run = JSON.parse(document.getElementById("description").textContent);
  const holder = document.getElementById("spans");
  const reader = new NumberReader(bytesOf(holder.textContent));
  holder.remove();
  run.cpus = run.cpus.map((cpu) => readCpu(reader, cpu, run.events.length));
  if (reader.at !== reader.bytes.length) {
    throw new Error(`the spans are ${reader.bytes.length} bytes, but ${reader.at} were expected`);
  }
  run.ns = Math.max(1, ...run.cpus.map((cpu) => nsOf(cpu, cpu.end)));
  return run;
}
