// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pmusim::memory {

/// What the explorer leaves out because it can add nothing. Each can be switched off, for tests:
/// the final states stay the same.
struct Reductions {
  /// A read waits while an older read of the same location, with the same own store to take its
  /// value from, could take place: no foreign write can come between the two in that order.
  bool older_reads_first{true};
  /// No look beyond a branch behind which only reads stand that would wait for such older reads.
  bool covered_ways{true};
  /// An access of a location that no other thread can still change (a read) or access (a write)
  /// is done at once, alone: also before older accesses of its thread, if nothing that is still
  /// open can make it wait or give it another value.
  bool private_accesses{true};
  /// A load whose value nothing depends on takes place alone, as soon as it can, whoever writes its
  /// location. While it stands behind a branch that is only guessed it waits, if nothing but writes
  /// could wait for it: those wait for the branch as well.
  bool unread_values{true};
  /// A failing CAS writes back only where its thread may access the location again.
  bool needed_write_backs{true};
};

}  // namespace pmusim::memory
