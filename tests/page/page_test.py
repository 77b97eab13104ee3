#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of --html, opened in headless Chromium: windows are where the timeline says, every key
works, names stay names, both colour schemes render, and the console stays silent.

Usage: page_test.py WRITE_SAMPLES
"""

import colorsys
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from chromium import Chromium, pixels_of

WRITE_SAMPLES = None
PAGES = {}
CPU0, CPU1 = 0, 1
CONTEXT, TASK, INTERRUPTS, WINDOWS, CYCLES, INSTRUCTIONS = range(6)  # rows of the small run
ROWS = ["context", "task", "interrupts", "all windows", "cycles", "instructions"]


class PageTest(unittest.TestCase):
    """One browser for all tests; each opens its page afresh."""

    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(Chromium())

    def setUp(self):
        self.browser.problems.clear()
        self.browser.requests.clear()

    def tearDown(self):
        self.assertEqual(self.browser.problems, [])
        pages = [url for url in self.browser.requests if not url.startswith("data:")]
        self.assertTrue(all(url.startswith("file://") and url.endswith(".html") for url in pages),
                        f"the page asked for {pages}")

    def open(self, sample, **options):
        self.browser.open(PAGES[sample], **options)

    def js(self, expression):
        return self.browser.evaluate(f"(() => {{ const {{page, run, input}} = pmusim; return {expression}; }})()")

    def do(self, statement):
        self.browser.evaluate(f"(() => {{ const {{page, run, input}} = pmusim; {statement}; }})()")
        self.browser.settle()

    def view(self):
        return self.js("[page.view.from, page.view.to]")

    def text(self, selector):
        return self.browser.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")

    def lane(self, cpu):
        return self.js(f"(({{left, top, width}}) => [left, top, width])(page.blocks[{cpu}].lane.getBoundingClientRect())")

    def place(self, cpu, row, ns):
        """Where an instant of a row is on the screen, worked out from the lane's box and the labels."""
        left, _, width = self.lane(cpu)
        start, end = self.view()
        label = self.js(f"(({{top, bottom}}) => [top, bottom])(page.blocks[{cpu}].rowLabels[{row}].getBoundingClientRect())")
        return left + (ns - start) / (end - start) * width, sum(label) / 2

    def colour_at(self, cpu, row, ns):
        x, y = self.place(cpu, row, ns)
        return pixels_of(self.browser.screenshot((int(x), int(y), 1, 1)))[0][0]


def hue(colour):
    """Hue in degrees, or None for a colour that is nearly grey."""
    h, s, _ = colorsys.rgb_to_hsv(*(channel / 255 for channel in colour))
    return None if s < 0.3 else h * 360


def is_red(colour):
    return hue(colour) is not None and (hue(colour) < 15 or hue(colour) > 345)


def is_violet(colour):
    return hue(colour) is not None and 245 < hue(colour) < 285


class Windows(PageTest):
    """cpu0 has 2 cycles a nanosecond: a blackout of cycles in 500 to 520 ns, a leak of instructions
    in 2000 to 2000.5 ns."""

    def test_pixels_show_a_blackout_exactly_where_it_is(self):
        self.open("small")
        self.do("page.show(480, 540)")
        for ns, expected in ((499, False), (501, True), (510, True), (519, True), (521, False)):
            self.assertEqual(is_red(self.colour_at(CPU0, CYCLES, ns)), expected, f"at {ns} ns")
            self.assertFalse(is_red(self.colour_at(CPU0, INSTRUCTIONS, ns)), f"at {ns} ns")

    def test_pixels_show_a_leak_of_one_cycle(self):
        self.open("small")
        self.do("page.show(1998, 2003)")
        for ns, expected in ((1999.9, False), (2000.02, True), (2000.48, True), (2000.6, False)):
            self.assertEqual(is_violet(self.colour_at(CPU0, INSTRUCTIONS, ns)), expected, f"at {ns} ns")

    def test_windows_do_not_vanish_when_zoomed_out(self):
        self.open("small", width=400)
        left, _, width = self.lane(CPU0)
        self.assertLess(0.5 / 5000 * width, 0.05)  # the leak is a twentieth of a pixel at most
        for row in (INSTRUCTIONS, WINDOWS):
            x, y = self.place(CPU0, row, 2000)
            picture = pixels_of(self.browser.screenshot((int(x) - 3, int(y) - 8, 8, 16)))
            self.assertTrue(any(is_violet(colour) for line in picture for colour in line), ROWS[row])

    def test_the_page_says_what_is_where(self):
        self.open("small")
        inside = self.js(f"page.itemAt({CPU0}, {CYCLES}, 500)")
        self.assertEqual([inside["first"], inside["end"], inside["window"]["kind"]], [1000, 1040, "blackout"])
        self.assertEqual(dict(inside["pairs"])["lost"], "40 occurrences")
        self.do("page.show(400, 700)")
        self.assertIsNone(self.js(f"page.itemAt({CPU0}, {CYCLES}, 497).window ?? null"))
        self.assertIsNone(self.js(f"page.itemAt({CPU0}, {CYCLES}, 523).window ?? null"))
        self.assertIsNone(self.js(f"page.itemAt({CPU1}, {CYCLES}, 510).window ?? null"))

    def test_hovering_shows_exact_cycles(self):
        self.open("small")
        self.do("page.show(480, 540)")
        self.browser.move(*self.place(CPU0, CYCLES, 510.1))
        words = self.text("#tooltip").split("\n")
        for part in ("blackout: cycles", "guest entry after the switch", "40 occurrences",
                     "1,000 to 1,039", "40 cycles, 20.000 ns", "cpu0 cycle 1,020, 510.000 ns",
                     "hypervisor EL2, Non-secure", "guest0/vcpu0", "hyp_el2_entry_after_switch"):
            self.assertIn(part, words)
        self.browser.move(*self.place(CPU0, CYCLES, 530))
        self.assertIn("7,960 in this span", self.text("#tooltip"))
        self.browser.move(*self.place(CPU1, CONTEXT, 530.4))
        self.assertIn("cpu1 cycle 795, 530.000 ns", self.text("#tooltip"))

    def test_a_click_selects_and_escape_lets_go(self):
        self.open("small")
        self.browser.click(*self.place(CPU0, TASK, 1000))
        self.assertIn("guest0/vcpu0", self.text("#details"))
        self.assertIn("1,000 to 4,000", self.text("#details"))  # contexts of one task belong together
        self.assertFalse(self.js("page.blocks[0].selection.hidden"))
        self.browser.press("Escape")
        self.assertTrue(self.js("page.blocks[0].selection.hidden"))

    def test_interrupts_are_where_they_were_taken(self):
        self.open("small")
        item = self.js(f"page.itemAt({CPU0}, {INTERRUPTS}, 1006)")
        self.assertEqual([item["title"], item["first"], item["end"] - 1], ["interrupt: pmu", 2000, 2012])
        self.assertIsNone(self.js(f"page.itemAt({CPU0}, {INTERRUPTS}, 3000)"))

    def test_the_tables_have_the_sums(self):
        self.open("small")
        self.assertEqual(self.text("#events tbody tr").split("\t")[:5], ["cycles", "15,960", "16,000", "40", "0"])
        self.assertIn("guest exit before the filter", self.text("#causes"))
        self.do("document.querySelector('#causes button').click()")
        self.assertIn("blackout: cycles", self.text("#details"))


class Keys(PageTest):
    def test_zooming_and_moving(self):
        self.open("small")
        whole = self.view()
        self.assertEqual(whole, [0, 5000])
        self.browser.press("+")
        near = self.view()
        self.assertAlmostEqual((near[1] - near[0]) * 1.6, 5000)
        self.assertAlmostEqual(sum(near), 5000)
        self.browser.press("ArrowRight")
        self.assertAlmostEqual(self.view()[0] - near[0], (near[1] - near[0]) / 8)
        self.browser.press("ArrowLeft")
        self.assertAlmostEqual(self.view()[0], near[0])
        self.browser.press("Home")
        self.assertEqual(self.view()[0], 0)
        self.browser.press("+")
        self.browser.press("End")
        end = self.view()
        self.assertAlmostEqual(end[1], 5000)
        self.browser.press("ArrowLeft", shift=True)
        self.assertAlmostEqual(self.view()[1], end[0])
        self.browser.press("-")
        self.browser.press("-")
        self.browser.press("-")
        self.assertEqual(self.view(), whole)
        self.browser.press("+")
        self.browser.press("0")
        self.assertEqual(self.view(), whole)

    def test_zoom_has_an_end(self):
        self.open("small")
        for _ in range(40):
            self.browser.press("+")
        start, end = self.view()
        self.assertGreaterEqual(end - start, 2)

    def test_from_window_to_window(self):
        self.open("small")
        titles = []
        for key in "nnnpp":
            self.browser.press(key)
            titles.append(self.text("#details b"))
        self.assertEqual(titles, ["blackout: cycles", "leak: instructions", "leak: instructions",
                                  "blackout: cycles", "blackout: cycles"])
        start, end = self.view()
        self.assertTrue(start < 500 and 520 < end and (end - start) < 1000, (start, end))

    def test_cursor_from_row_to_row_and_from_span_to_span(self):
        self.open("small")
        self.do("document.getElementById('cpus').focus()")
        self.browser.press("Home")
        self.do("page.setCursor({cpu: 0, row: 0, ns: 100})")
        self.assertIn("host EL1", self.text("#details"))
        self.browser.press(".")
        self.assertIn("hypervisor EL2", self.text("#details"))
        self.browser.press(",")
        self.assertIn("host EL1", self.text("#details"))
        self.browser.press("ArrowDown")
        self.assertIn("app", self.text("#details b"))
        self.browser.press("ArrowUp")
        self.browser.press("Enter")
        self.assertIn("host EL1", self.text("#details b"))
        self.browser.press("z")
        start, end = self.view()
        self.assertTrue(end < 700, (start, end))
        for _ in ROWS:
            self.browser.press("ArrowDown")
        self.assertEqual(self.js("[page.cursor.cpu, page.cursor.row]"), [CPU1, CONTEXT])

    def test_help_names_every_key(self):
        self.open("small")
        self.browser.press("?")
        self.assertTrue(self.js("document.getElementById('help').open"))
        self.assertIn("zoom to the selection", self.text("#help"))
        keys = set(self.js("[...document.querySelectorAll('#help kbd')].map((key) => key.textContent)"))
        for key in ("+", "-", "0", ",", ".", "z", "n", "p", "f", "c", "t", "?", "Enter", "Esc", "Home", "End"):
            self.assertIn(key, keys)
        self.browser.press("Escape")
        self.assertFalse(self.js("document.getElementById('help').open"))

    def test_filters_hide_an_event_and_its_windows(self):
        self.open("small")
        self.browser.press("f")
        self.assertEqual(self.js("document.activeElement.parentNode.textContent"), "cycles")
        self.browser.press(" ")
        self.assertEqual(self.js("page.blocks[0].rows.map((row) => row.label)"), ROWS[:4] + ROWS[5:])
        self.do("document.getElementById('cpus').focus()")
        self.browser.press("n")
        self.assertEqual(self.text("#details b"), "leak: instructions")
        self.do("page.causes.groups[1].box.click()")
        self.browser.press("Escape")
        self.browser.press("n")
        self.assertIn("Point at something", self.text("#details"))

    def test_typing_in_a_control_is_left_to_it(self):
        self.open("small")
        self.do("document.querySelector('[data-do=\"zoom-in\"]').focus()")
        self.browser.press("Enter")
        start, end = self.view()
        self.assertAlmostEqual((end - start) * 1.6, 5000)


class Causes(PageTest):
    """The small run, and instructions with a rotation on cpu0 in 2995 to 3000 ns and a wait for a counter from then on;
    on cpu1 they wait from 0 to 2000 ns."""

    BLACKOUT, LEAK = 0, 1

    def legend(self):
        return self.js("[...document.querySelectorAll('#cause-filter label')].map((label) => label.textContent)")

    def box(self, name):
        """The middle of a box of the legend, on the screen."""
        return self.js("(({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2])([...document."
                       f"querySelectorAll('#cause-filter label')].find((label) => label.textContent.startsWith({json.dumps(name)}))"
                       ".firstChild.getBoundingClientRect())")

    def is_wait_shown(self):
        colour = self.colour_at(CPU0, INSTRUCTIONS, 3700)  # not where the cursor is after a jump there
        self.assertIn(list(colour), self.js("[page.colors.waiting, page.colors.panel]"))
        return list(colour) == self.js("page.colors.waiting")

    def test_the_legend_has_every_cause_with_its_number(self):
        self.open("waiting")
        self.assertEqual(self.legend(), ["blackout", "guest entry after the switch1", "not_scheduled2", "rotation1",
                                         "leak", "guest exit before the filter1"])
        self.open("empty")
        self.assertTrue(self.js("document.getElementById('cause-filter').hidden"))

    def test_a_wait_is_paler_than_other_blackouts_and_hides_none(self):
        for scheme in ("light", "dark"):
            self.open("waiting", scheme=scheme)
            self.assertTrue(self.is_wait_shown())
            colors = self.js("[page.colors.panel, page.colors.waiting, page.colors.blackout]")
            from_panel = [sum(abs(a - b) for a, b in zip(colors[0], colour)) for colour in colors[1:]]
            self.assertTrue(20 < from_panel[0] < from_panel[1] / 2, (scheme, from_panel))
            for row in (INSTRUCTIONS, WINDOWS):
                x, y = self.place(CPU0, row, 2997.5)
                picture = pixels_of(self.browser.screenshot((int(x) - 3, int(y) - 8, 8, 16)))
                self.assertTrue(any(is_red(colour) for line in picture for colour in line), (scheme, ROWS[row]))

    def test_a_wait_is_pale_among_all_windows_and_covers_no_blackout_of_another_cpu(self):
        self.open("waiting")
        x, y = self.place(CPU0, WINDOWS, 3700)
        self.assertEqual(list(pixels_of(self.browser.screenshot((int(x), int(y) - 2, 1, 1)))[0][0]),
                         self.js("page.colors.waiting"))
        left, top, width = self.js("(({left, top, width}) => [left, top, width])("
                                   "document.getElementById('overview').getBoundingClientRect())")
        for ns, expected in ((510, True), (1000, False), (3700, False)):
            picture = pixels_of(self.browser.screenshot((int(left + ns / 5000 * width), int(top), 1, 13)))
            self.assertEqual(any(is_red(line[0]) for line in picture), expected, f"at {ns} ns")

    def test_a_click_hides_a_cause_everywhere(self):
        self.open("waiting")
        self.browser.click(*self.box("not_scheduled"))
        self.assertFalse(self.is_wait_shown())
        self.assertIsNone(self.js(f"page.itemAt({CPU0}, {INSTRUCTIONS}, 4000).window ?? null"))
        self.assertIsNone(self.js(f"page.itemAt({CPU0}, {WINDOWS}, 4000)"))
        titles = []
        for _ in range(4):
            self.browser.press("n")
            titles.append(self.text("#details"))
        for title, part in zip(titles, ("guest entry", "leak", "rotation", "rotation")):
            self.assertIn(part, title)
        self.browser.click(*self.box("not_scheduled"))
        self.browser.press("0")
        self.assertTrue(self.is_wait_shown())
        self.assertEqual(self.js(f"page.itemAt({CPU0}, {INSTRUCTIONS}, 4000).first"), 6000)

    def test_causes_are_reached_and_chosen_by_keys(self):
        self.open("waiting")
        self.browser.press("c")
        self.assertEqual(self.js("document.activeElement.parentNode.textContent"), "blackout")
        self.browser.press("Tab")
        self.browser.press("Tab")
        self.assertEqual(self.js("document.activeElement.parentNode.textContent"), "not_scheduled2")
        self.browser.press(" ")
        self.assertFalse(self.is_wait_shown())
        self.browser.press("n")  # other keys still work there
        self.assertIn("guest entry", self.text("#details"))

    def test_a_kind_stands_for_all_its_causes(self):
        self.open("waiting")
        state = f"(({{box}}) => [box.checked, box.indeterminate])(page.causes.groups[{self.BLACKOUT}])"
        self.assertEqual(self.js(state), [True, False])
        self.browser.click(*self.box("rotation"))
        self.assertEqual(self.js(state), [True, True])
        self.browser.click(*self.box("blackout"))
        self.assertEqual(self.js(state), [False, False])
        self.browser.press("n")
        self.assertIn("leak: instructions", self.text("#details"))
        self.browser.click(*self.box("blackout"))
        self.assertEqual(self.js(state), [True, False])
        self.browser.press("0")
        self.assertTrue(self.is_wait_shown())

    def test_without_windows_to_go_to_the_buttons_are_off(self):
        self.open("waiting")
        button = "document.querySelector('[data-do=\"next-window\"]').disabled"
        self.browser.click(*self.box("blackout"))
        self.assertFalse(self.js(button))
        self.browser.click(*self.box("leak"))
        self.assertTrue(self.js(button))

    def test_what_is_selected_goes_when_its_cause_is_hidden_and_stays_otherwise(self):
        self.open("waiting")
        self.browser.press("n")
        self.browser.press("n")
        self.assertIn("guest entry", self.text("#details"))
        self.browser.click(*self.box("not_scheduled"))
        self.assertIn("guest entry", self.text("#details"))
        self.browser.click(*self.box("guest entry"))
        self.assertNotIn("guest entry", self.text("#details"))

    def test_the_table_shows_a_hidden_cause_again(self):
        self.open("waiting")
        self.browser.click(*self.box("not_scheduled"))
        self.do("[...document.querySelectorAll('#causes tr')].find((row) => "
                "row.textContent.startsWith('not_scheduled')).querySelector('button').click()")
        self.assertIn("not_scheduled", self.text("#details"))
        self.do("scrollTo(0, 0)")
        self.browser.press("0")
        self.assertTrue(self.is_wait_shown())

    def test_a_page_opened_again_shows_everything(self):
        self.open("waiting")
        self.browser.click(*self.box("not_scheduled"))
        self.open("waiting")
        self.assertTrue(self.is_wait_shown())

    def test_the_row_of_what_is_selected_follows_it(self):
        self.open("waiting")
        self.do(f"page.select(page.itemAt({CPU0}, {INSTRUCTIONS}, 4000))")
        self.do("page.state.events[0] = false; page.showRows()")
        self.assertEqual(self.js("page.selected.row"), CYCLES)
        self.do("page.state.events[1] = false; page.showRows()")
        self.assertIsNone(self.js("page.selected"))


class Rows(PageTest):
    def test_every_cpu_has_the_same_rows(self):
        self.open("waiting")
        for cpu in (CPU0, CPU1):
            self.assertEqual(self.js(f"page.blocks[{cpu}].rows.map((row) => row.label)"), ROWS)

    def test_an_event_without_a_counter_says_so(self):
        self.open("waiting")
        titles = [self.js(f"page.blocks[{cpu}].rowLabels[{INSTRUCTIONS}].title") for cpu in (CPU0, CPU1)]
        self.assertEqual(titles, ["instructions: PMEVCNTR0_EL0", "instructions: never had a counter on this CPU"])
        item = self.js(f"page.itemAt({CPU1}, {INSTRUCTIONS}, 3000)")
        self.assertEqual([item["first"], item["end"], dict(item["pairs"])["state"]], [0, 7000, "has no counter"])


class Pointer(PageTest):
    def test_wheel_zooms_about_the_pointer(self):
        self.open("small")
        x, y = self.place(CPU0, CYCLES, 1250)
        self.browser.wheel(x, y, -240)
        start, end = self.view()
        self.assertLess(end - start, 4000)
        self.assertAlmostEqual(self.place(CPU0, CYCLES, 1250)[0], x, delta=0.5)
        self.browser.wheel(x, y, 100, shift=True)
        self.assertGreater(self.view()[0], start)

    def test_dragging_moves(self):
        self.open("small")
        self.do("page.show(1000, 2000)")
        x, y = self.place(CPU0, CYCLES, 1500)
        self.browser.drag(x, y, x - 200)
        _, _, width = self.lane(CPU0)
        self.assertAlmostEqual(self.view()[0], 1000 + 200 / width * 1000, delta=2)


class Looks(PageTest):
    def test_both_colour_schemes_render(self):
        for scheme, expected in (("light", 200), ("dark", 60)):
            self.open("small", scheme=scheme)
            corner = pixels_of(self.browser.screenshot((2, 2, 1, 1)))[0][0]
            self.assertEqual(min(corner) > 128, scheme == "light", corner)
            self.assertEqual(abs(sum(corner) / 3 - expected) < 60, True, corner)
            self.do("page.show(480, 540)")
            self.assertTrue(is_red(self.colour_at(CPU0, CYCLES, 510)))
        self.browser.press("t")
        corner = pixels_of(self.browser.screenshot((2, 2, 1, 1)))[0][0]
        self.assertGreater(min(corner), 128)

    def test_text_has_contrast_in_both_schemes(self):
        for scheme in ("light", "dark"):
            self.open("small", scheme=scheme)
            colors = self.js("Object.fromEntries(['panel', 'page', 'text', 'muted', 'accent', 'blackout', 'leak']"
                             ".map((name) => [name, page.colors[name]]))")
            for name in ("text", "muted", "accent", "blackout", "leak"):
                for ground in ("panel", "page"):
                    self.assertGreater(contrast(colors[name], colors[ground]), 4.5, (scheme, name, ground))

    def test_nothing_is_wider_than_the_window(self):
        for width in (360, 720, 1280):
            self.open("study", width=width)
            self.assertLessEqual(self.js("document.documentElement.scrollWidth"), width)

    def test_labels_stand_beside_their_rows(self):
        self.open("small")
        for row, name in enumerate(ROWS):
            label = self.js(f"(({{top, bottom}}) => [top, bottom])(page.blocks[0].rowLabels[{row}].getBoundingClientRect())")
            box = self.js(f"page.blocks[0].rowBox({row})")
            top = self.lane(CPU0)[1]
            self.assertEqual([top + box["top"] - 2, top + box["bottom"] + 2], label, name)

    def test_controls_have_names(self):
        self.open("study")
        nameless = self.js("[...document.querySelectorAll('button, input')].filter((control) => "
                           "!control.textContent.trim() && !control.getAttribute('aria-label') && "
                           "!control.closest('label')?.textContent.trim()).length")
        self.assertEqual(nameless, 0)

    def test_without_motion_nothing_moves_by_itself(self):
        self.open("small", reduced_motion=True)
        self.assertEqual(self.js("document.getAnimations().length"), 0)
        self.assertEqual(self.js("getComputedStyle(document.getElementById('tooltip')).transitionDuration"), "0s")


class NothingToShow(PageTest):
    def test_a_run_without_cpus_and_events_can_be_looked_at(self):
        self.open("empty")
        for key in "+-n.zp0ft":
            self.browser.press(key)
        for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "End", "Enter", "Escape"):
            self.browser.press(key)
        self.assertIn("measured no events", self.text("#events"))
        self.assertIn("not compared", self.text("#causes"))

    def test_what_was_not_compared_is_not_called_right(self):
        self.open("uncompared")
        self.assertIn("not compared", self.text("#causes"))
        self.assertEqual(self.text("#events thead").split(), ["event", "count", "why", "it", "did", "not", "count"])


class Names(PageTest):
    def test_names_are_text(self):
        self.open("hostile")
        self.assertIsNone(self.browser.evaluate("window.injected ?? null"))
        self.assertIn("<b>hostile</b>", self.text("h1"))
        self.assertIn("<i>purpose</i></script>", self.text("#purpose"))
        self.assertIn("<img src=x onerror=window.injected=2>", self.text("#events"))
        self.assertEqual(self.browser.evaluate("document.images.length"), 0)
        self.browser.move(*self.place(CPU0, CYCLES, 510))
        self.browser.press("n")
        self.assertIn("blackout: <img", self.text("#details"))
        self.assertIsNone(self.browser.evaluate("window.injected ?? null"))


class ManySpans(PageTest):
    """No times are checked here, but what would make them long: nodes, and pictures that depend on the zoom."""

    def test_nodes_do_not_grow_with_spans(self):
        counts = []
        for sample in ("study", "large"):
            self.open(sample)
            counts.append(self.js("document.querySelectorAll('*').length"))
        self.assertLess(abs(counts[0] - counts[1]), 40)

    def test_running_totals_agree_with_adding_up(self):
        self.open("large")
        worst = self.js(self.COMPARE)
        self.assertLess(worst, 1e-6)

    COMPARE = """(() => {
      let worst = 0;
      const rows = [run.cpus[0].contexts, run.cpus[1].tasks, run.cpus[2].tracks[3].spans];
      for (const spans of rows) {
        const total = spans.end[spans.length - 1];
        for (let i = 0; i < 400; ++i) {
          const from = total * ((i * 7919) % 1000) / 1000;
          const to = from + total * ((i * 104729) % 997) / 997 / (1 + i % 50);
          const sums = new Float64Array(spans.groups + 1);
          spans.sumUp(from, to, spans.firstEndingAfter(from), sums);
          const plain = new Float64Array(spans.groups + 1);
          for (let j = 0; j < spans.length; ++j) {
            const part = Math.min(to, spans.end[j]) - Math.max(from, spans.start[j]);
            if (part > 0) {
              plain[spans.group[j]] += part;
              plain[spans.groups] += spans.count ? spans.count[j] * part / (spans.end[j] - spans.start[j]) : 0;
            }
          }
          plain.forEach((value, g) => { worst = Math.max(worst, Math.abs(value - sums[g]) / Math.max(1, value)); });
        }
      }
      return worst;
    })()"""


def contrast(one, other):
    """@source WCAG 2.2, relative luminance and contrast ratio."""
    def luminance(colour):
        linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


if __name__ == "__main__":
    WRITE_SAMPLES = sys.argv.pop(1)
    with tempfile.TemporaryDirectory() as folder:
        for sample, name in (("small", "small"), ("waiting", "waiting"), ("hostile", "hostile"), ("empty", "empty"),
                             ("uncompared", "uncompared"), ("study", "study:2000"),
                             ("large", "study:120000")):
            PAGES[sample] = str(Path(folder, f"{sample}.html"))
            subprocess.run([WRITE_SAMPLES, name, "--html", PAGES[sample]], check=True)
        unittest.main()
