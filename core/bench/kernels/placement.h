// SPDX-License-Identifier: GPL-3.0-or-later
// Where the two sides of a kernel run that hands something from one to the other: the modes free, same-cpu and
// cross-cpu.
#pragma once

namespace kernel {

/// Chooses the CPUs of both sides by the mode, out of those that this process may use; ends the program with 77 when
/// there are too few. Puts them into the metrics "cpu_a" and "cpu_b". Call it in prepare().
void placePair();

/// Chooses two different CPUs whatever the mode is.
void placeApart();

/// The calling thread goes to its side of the pair: false the first, true the second; nothing in mode free.
void takeSide(bool second);

/// How many CPUs this process may use.
int usableCpus();

/// Pins the calling thread to the n-th usable CPU, counted around.
void takeCpu(int n);

}
