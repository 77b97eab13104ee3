#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The traces of --perfetto, read by an independent reader.

Usage: perfetto_test.py WRITE_SAMPLES
"""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from perfetto_trace import Trace, TraceError

WRITE_SAMPLES = None


def sample(name):
    """The trace of a sample timeline, and the description in its page."""
    with tempfile.TemporaryDirectory() as folder:
        trace, page = Path(folder, "trace"), Path(folder, "page")
        subprocess.run([WRITE_SAMPLES, name, "--perfetto", trace, "--html", page], check=True)
        description = re.search(r'id="description">(.*)</script>', page.read_text()).group(1)
        return Trace(trace.read_bytes()), json.loads(description)


class SmallRun(unittest.TestCase):
    """Instants worked out by hand: cpu0 has 2 cycles a nanosecond."""

    @classmethod
    def setUpClass(cls):
        cls.trace, _ = sample("small")
        cls.cpu0 = cls.trace.processes()[0]

    def track(self, name):
        found = self.trace.named(self.cpu0, name)
        self.assertEqual(len(found), 1, name)
        return found[0]

    def test_each_cpu_is_a_process(self):
        self.assertEqual([cpu.name for cpu in self.trace.processes()],
                         ["cpu0 (2000 MHz)", "cpu1 (1500 MHz)"])

    def test_contexts_have_world_and_level(self):
        slices = [piece[:3] for piece in self.track("context").slices]
        self.assertEqual(slices, [(0, 500, "host EL1"), (500, 520, "hypervisor EL2"),
                                  (520, 2000, "guest EL1"), (2000, 2000, "hypervisor EL2"),
                                  (2000, 4000, "host EL0"), (4000, 5000, "idle")])
        self.assertEqual(self.track("context").slices[1][3],
                         {"first_cycle": 1000, "cycles": 40, "security_state": "Non-secure"})

    def test_contexts_of_one_task_are_one_slice(self):
        slices = [piece[:3] for piece in self.track("task").slices]
        self.assertEqual(slices, [(0, 500, "app"), (500, 2000, "guest0/vcpu0"),
                                  (2000, 4000, "app"), (4000, 5000, "idle")])

    def test_interrupts_are_where_they_were_taken(self):
        self.assertEqual(self.track("interrupts").instants,
                         [(1006, "pmu", {"raised_cycle": 2000, "taken_cycle": 2012}),
                          (4010, "timer", {"raised_cycle": 8000, "taken_cycle": 8020})])

    def test_windows_are_where_they_are(self):
        self.assertEqual(self.track("cycles windows").slices,
                         [(500, 520, "blackout: guest entry after the switch",
                           {"first_cycle": 1000, "last_cycle": 1039, "lost": 40,
                            "context": "hyp_el2_entry_after_switch"})])
        self.assertEqual(self.track("instructions windows").slices,
                         [(2000, 2000, "leak: guest exit before the filter",
                           {"first_cycle": 4000, "last_cycle": 4000, "leaked": 2,
                            "context": "hyp_el2_exit_before_switch"})])

    def test_counters_show_what_was_counted_so_far(self):
        self.assertEqual(self.track("cycles").counts, [(0, 0), (500, 1000), (4500, 8960)])
        self.assertEqual(self.track("instructions").counts, [(0, 0), (2500, 9000)])

    def test_an_instant_is_the_nanosecond_of_a_cycle(self):
        cpu1 = self.trace.processes()[1]  # 1500 MHz: cycle 7000 starts at 4666,666.67 ps
        self.assertEqual(self.trace.named(cpu1, "context")[0].slices[0][:2], (0, 4666))


class OtherRuns(unittest.TestCase):
    def test_a_long_run_is_valid_and_its_counters_end_at_the_counts(self):
        trace, description = sample("study:30000")
        for event in description["events"]:
            ends = [trace.named(cpu, event["name"])[0].counts[-1][1] for cpu in trace.processes()]
            self.assertEqual(sum(ends), int(event["count"]), event["name"])
        windows = sum(len(track.slices) for track in trace.tracks.values()
                      if track.name.endswith(" windows"))
        self.assertEqual(windows, sum(int(cause["windows"]) for cause in description["causes"]))

    def test_a_trace_that_is_not_the_whole_run_says_so(self):
        whole, _ = sample("small")
        cut, _ = sample("cut")
        self.assertEqual([process.name for process in cut.processes()],
                         [process.name for process in whole.processes()] + ["not the whole run"])
        self.assertEqual(cut.named(cut.processes()[-1], "left out")[0].instants,
                         [(0, "the recording reached its limit", {"spans_left_out": 7})])

    def test_tracks_are_in_the_order_of_their_declaration(self):
        trace, _ = sample("study:2000")
        ranks = [track.rank for track in trace.tracks.values() if track.pid is None]
        self.assertEqual(ranks, sorted(set(ranks)))

    def test_the_reader_objects_to_a_damaged_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "trace")
            subprocess.run([WRITE_SAMPLES, "small", "--perfetto", file], check=True)
            data = file.read_bytes()
        packets, at = [], 0
        while at < len(data):  # every packet is shorter than 128 bytes, or has a length of two
            length, start = data[at + 1], at + 2
            if length >= 128:
                length, start = (length & 127) | data[at + 2] << 7, at + 3
            packets.append(data[at:start + length])
            at = start + length
        # The start of the sequence, a process, a track, the beginning and the end of a slice.
        for missing in range(5):
            with self.assertRaises(TraceError, msg=f"packet {missing}"):
                Trace(b"".join(packets[:missing] + packets[missing + 1:]))
        with self.assertRaises(TraceError):
            Trace(data[:-1])


if __name__ == "__main__":
    WRITE_SAMPLES = sys.argv.pop(1)
    unittest.main()
