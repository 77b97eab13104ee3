// SPDX-License-Identifier: Apache-2.0
// Colours of the current scheme, from the style sheet, as words of four bytes for pixels.

const TASK_HUES = ["#5b8fd0", "#d9a441", "#4aa58c", "#b27fb8", "#7fb2d6", "#c98a5a", "#8fa657", "#a3879b"];

function rgbOf(hex) {
  const value = parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function mixed(a, b, share) {
  return a.map((channel, i) => Math.round(channel * (1 - share) + b[i] * share));
}

function wordOf([r, g, b]) {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

function cssOf([r, g, b]) {
  return `rgb(${r} ${g} ${b})`;
}

function brightness([r, g, b]) {
  return (0.3 * r + 0.59 * g + 0.11 * b) / 255;
}

/** A world's colour by Exception level: the more privileged, the stronger. */
function shade(base, level, panel, text) {
  return [mixed(base, panel, 0.5), base, mixed(base, text, 0.22), mixed(base, text, 0.45)][level];
}

class Colors {
  constructor() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["page", "panel", "text", "muted", "line", "grid", "accent", "host", "guest", "hypervisor",
      "idle", "counting", "rate", "enabled", "disabled", "blackout", "leak", "pmu", "ipi", "timer"]) {
      this[name] = rgbOf(style.getPropertyValue(`--${name}`).trim());
    }
    this.contexts = [];
    for (const world of WORLDS) {
      for (let level = 0; level < 4; ++level) {
        this.contexts.push(world === "idle" ? this.idle : shade(this[world], level, this.panel, this.text));
      }
    }
    this.tasks = TASK_HUES.map((hue) => mixed(rgbOf(hue), this.panel, 0.35));
    this.tasks.push(this.idle);
    this.counters = [this.disabled, this.enabled, this.counting];
    this.windows = [this.blackout, this.leak];
    this.softWindows = this.windows.map((color) => mixed(color, this.panel, 0.55));
    this.waiting = mixed(this.blackout, this.panel, 0.72);
    this.lines = [this.pmu, this.ipi, this.timer];
  }

  /** Readable text on `color`. */
  inkOn(color) {
    return brightness(color) > 0.5 ? "#10161d" : "#ffffff";
  }
}
