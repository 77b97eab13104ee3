# SPDX-License-Identifier: Apache-2.0
"""Reads traces of Perfetto, knowing nothing of how pmusim writes them: the wire format of Protocol
Buffers, and field numbers from google/perfetto protos/perfetto/trace/*.proto."""

SLICE_BEGIN, SLICE_END, INSTANT, COUNTER = 1, 2, 3, 4
CLEARED, NEEDS_STATE = 1, 2


class TraceError(Exception):
    """What a reader of the trace would stumble over."""


def varint(data, at):
    value = shift = 0
    while True:
        if at >= len(data):
            raise TraceError("a number is cut off")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at
        if shift > 63:
            raise TraceError("a number has more than ten bytes")


def fields(data):
    """field number -> [values] of one message; integers and byte strings."""
    at, found = 0, {}
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
            if at > len(data):
                raise TraceError("a field is cut off")
        else:
            raise TraceError(f"wire type {kind} is not used in such a trace")
        found.setdefault(key >> 3, []).append(value)
    return found


def one(message, number, default=None):
    values = message.get(number, [default])
    if len(values) != 1:
        raise TraceError(f"field {number} stands {len(values)} times")
    return values[0]


def text(message, number):
    value = one(message, number)
    return None if value is None else value.decode("utf-8")


class Track:
    def __init__(self, descriptor):
        self.uuid = one(descriptor, 1)
        self.name = text(descriptor, 2)
        self.parent = one(descriptor, 5)
        self.is_counter = 8 in descriptor
        self.rank = one(descriptor, 12)
        process = one(descriptor, 3)
        self.pid = None if process is None else one(fields(process), 1)
        if process is not None:
            self.name = text(fields(process), 6)
        self.slices = []    # (first ns, end ns, name, annotations)
        self.instants = []  # (ns, name, annotations)
        self.counts = []    # (ns, value)
        self.open = []
        self.last = 0


class Trace:
    """A valid trace, or TraceError."""

    def __init__(self, data):
        self.tracks = {}
        self.names = {}
        self.sequence = None
        for number, packet in enumerate(fields(data).get(1, [])):
            self._packet(fields(packet), number == 0)
        for track in self.tracks.values():
            if track.open:
                raise TraceError(f"{track.name}: a slice has no end")

    def processes(self):
        return [track for track in self.tracks.values() if track.pid is not None]

    def named(self, process, name):
        return [track for track in self.tracks.values()
                if track.parent == process.uuid and track.name == name]

    def _packet(self, packet, is_first):
        sequence, flags = one(packet, 10), one(packet, 13)
        if not sequence or sequence != (self.sequence or sequence):
            raise TraceError(f"sequence {sequence}")
        self.sequence = sequence
        if flags != (CLEARED if is_first else NEEDS_STATE):
            raise TraceError(f"sequence flags {flags}")
        interned = one(packet, 12)
        for entry in fields(interned).get(2, []) if interned else []:
            entry = fields(entry)
            if one(entry, 1) in self.names or one(entry, 1) == 0:
                raise TraceError("an interned name has no number of its own")
            self.names[one(entry, 1)] = text(entry, 2)
        if 60 in packet:
            self._declare(Track(fields(one(packet, 60))))
        if 11 in packet:
            self._event(one(packet, 8), fields(one(packet, 11)))

    def _declare(self, track):
        if not track.uuid or track.uuid in self.tracks:
            raise TraceError(f"track {track.uuid} is declared twice, or 0")
        if track.pid is None and track.parent not in self.tracks:
            raise TraceError(f"{track.name}: no such parent")
        if track.pid is not None and track.pid in (0, *(other.pid for other in self.processes())):
            raise TraceError(f"{track.name}: pid {track.pid} is 0 or taken")
        self.tracks[track.uuid] = track

    def _event(self, ns, event):
        track = self.tracks.get(one(event, 11))
        if track is None or ns is None:
            raise TraceError("an event has no track or no time")
        kind = one(event, 9)
        if (kind == COUNTER) != track.is_counter:
            raise TraceError(f"{track.name}: event type {kind}")
        if ns < track.last:
            raise TraceError(f"{track.name}: {ns} ns after {track.last} ns")
        track.last = ns
        if kind == COUNTER:
            track.counts.append((ns, one(event, 30)))
        elif kind == SLICE_BEGIN:
            track.open.append((ns, self._name(event), annotations(event)))
        elif kind == SLICE_END:
            if not track.open:
                raise TraceError(f"{track.name}: an end without a beginning")
            first, name, notes = track.open.pop()
            track.slices.append((first, ns, name, notes))
        elif kind == INSTANT:
            track.instants.append((ns, self._name(event), annotations(event)))
        else:
            raise TraceError(f"event type {kind}")

    def _name(self, event):
        number = one(event, 10)
        if number not in self.names:
            raise TraceError(f"no name {number}")
        return self.names[number]


def annotations(event):
    notes = {}
    for note in map(fields, event.get(4, [])):
        string = text(note, 6)
        notes[text(note, 10)] = one(note, 3) if string is None else string
    return notes
