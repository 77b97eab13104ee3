// SPDX-License-Identifier: Apache-2.0
// Opens the page: in the reader's colours, with the timeline ready for keys.

const preference = matchMedia("(prefers-color-scheme: dark)");

const opened = performance.now();
const run = readRun();
const decoded = performance.now();
const page = new Page(run);
const input = new Input(page);
preference.addEventListener("change", () => page.setTheme(preference.matches ? "dark" : "light"));
page.describe(null);
page.drawNow();

// For tests and the curious: what is where, by the same functions that answer the pointer.
window.pmusim = {
  run,
  page,
  input,
  milliseconds: {decode: decoded - opened, first_picture: performance.now() - decoded},
};
