#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time to verdict of `patchscale-runner ab --until`, and how often it is wrong.

Three things, on pipe, context-switch and syscall:
 - a true loss of 2 % (a busy-wait in each iteration of the second variant): is it called Regressed, after how long?
 - no change (A/A): is it called Unchanged, after how long, and how many of at least 50 pairs are called changed?
 - the noise of one sample (its coefficient of variation), which decides both.
Prints a Markdown table. Takes less than 12 minutes with the values that are preset; wants a quiet machine.

  tests/bench/experiments.py build/release/bin/patchscale-runner > experiments.md
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

KERNELS = ["pipe", "context-switch", "syscall"]
# Both variants wait, so that only the length of the wait differs, not that there is one; and so long that the end of
# the busy-wait is mispredicted in both: below about 20 ns a further turn may cost ten times itself.
BASE_DELAY_NS = 100


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runner", help="path of patchscale-runner")
    parser.add_argument("--kernels", default=",".join(KERNELS), help="names, with modes after a colon")
    parser.add_argument("--until", type=float, default=1.0, help="wished half width of the interval, in percent")
    parser.add_argument("--change", type=float, default=2.0, help="true loss, in percent")
    parser.add_argument("--seconds", type=float, default=0.1, help="length of a sample")
    parser.add_argument("--warm-up", type=float, default=0.02)
    parser.add_argument("--pin", default="none", help="as of the runner; one CPU lowers the noise")
    parser.add_argument("--max-rounds", type=int, default=40)
    parser.add_argument("--pairs", type=int, default=51, help="A/A pairs in all")
    parser.add_argument("--repeats", type=int, default=8, help="true losses per kernel")
    parser.add_argument("--budget", type=float, default=690, help="seconds for everything; A/A gets three quarters")
    return parser.parse_args()


def run(options, words, document):
    """One invocation; its seconds and result document."""
    command = [options.runner, *words, "--seconds", str(options.seconds), "--warm-up", str(options.warm_up),
               "--pin", options.pin, "-o", document, "--json-lines"]
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - begin
    if done.returncode != 0:
        sys.exit(f"'{' '.join(command)}' ended with status {done.returncode}: {done.stderr.strip()}")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    with open(document, encoding="utf-8") as file:
        return seconds, events, json.load(file)


def nanoseconds_per_iteration(options, kernel, document):
    _, _, result = run(options, ["run", kernel, "--rounds", "7", "--delay-ns", str(BASE_DELAY_NS)], document)
    samples = result["variants"][0]["results"][0]["samples"]
    # Where other programs take the CPU, the processor time tells better how long an iteration is.
    return statistics.median(1e9 * min(sample["seconds"], sample["user"] + sample["system"]) / sample["count"]
                             for sample in samples)


def pairs_of(options, words, document):
    """Each kernel's finding of one `ab --until`, with its rounds, seconds and the variation of its samples."""
    _, events, result = run(options, ["ab", "--until", str(options.until), "--max-rounds", str(options.max_rounds),
                                      "--delay-ns", str(BASE_DELAY_NS), *words], document)
    pairs = []
    for at, finding in enumerate(event for event in events if event["event"] == "finding"):
        samples = [variant["results"][at]["samples"] for variant in result["variants"]]
        rates = [[sample["rate"] for sample in side] for side in samples]
        pairs.append({
            "kernel": finding["kernel"],
            "verdict": finding["verdict"],
            "change": finding["change"],
            "rounds": len(rates[0]),
            # What these samples cost: measuring, warm-up, and about 10 ms for the process.
            "seconds": sum(sample["seconds"] + options.warm_up + 0.01 for side in samples for sample in side),
            "variation": statistics.mean(statistics.stdev(side) / statistics.mean(side) for side in rates),
            "settled": "the limit" not in result["variants"][0]["results"][at]["ended"],
        })
    return pairs


def row(kernel, what, pairs, right):
    verdicts = [pair["verdict"] for pair in pairs]
    called = [verdict for verdict in verdicts if verdict in ("Regressed", "Improved", "Minor")]
    wrong = len(called) if right == "Unchanged" else sum(verdict in ("Improved", "Unchanged") for verdict in verdicts)
    median = lambda key: statistics.median(pair[key] for pair in pairs)
    return (f"| {kernel} | {what} | {len(pairs)} | {verdicts.count(right)} | {wrong} | "
            f"{verdicts.count('Undecided') + (verdicts.count('Minor') if right == 'Regressed' else 0)} | "
            f"{median('rounds'):.0f} | {median('seconds'):.1f} | {100 * median('change'):+.2f} % | "
            f"{100 * median('variation'):.2f} % |")


def main():
    options = arguments()
    kernels = options.kernels.split(",")
    begin = time.monotonic()
    equal = {kernel: [] for kernel in kernels}
    lost = {kernel: [] for kernel in kernels}
    with tempfile.TemporaryDirectory() as folder:
        document = os.path.join(folder, "result.json")
        delays = {kernel: BASE_DELAY_NS + options.change / (100 - options.change)
                  * nanoseconds_per_iteration(options, kernel, document) for kernel in kernels}
        seed = 0
        while sum(map(len, equal.values())) < options.pairs and time.monotonic() - begin < 0.75 * options.budget:
            seed += 1
            for kernel, pair in zip(kernels, pairs_of(options, ["--aa", "--seed", str(seed), *kernels], document)):
                equal[kernel].append(pair)
        for repeat in range(options.repeats):
            for kernel in kernels:
                if time.monotonic() - begin < options.budget:
                    lost[kernel] += pairs_of(options, ["--delay-after", f"{delays[kernel]:.1f}", "--seed",
                                                       str(100 + repeat), kernel], document)
    print(f"`ab --until {options.until:g}`, samples of {options.seconds:g} s, at most {options.max_rounds} rounds, "
          f"pinned: {options.pin}, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}\n")
    print("| kernel | truth | pairs | called right | wrong | undecided | rounds (median) | seconds (median) | "
          "change found (median) | CV of a sample |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for kernel in kernels:
        if equal[kernel]:
            print(row(kernel, "A/A", equal[kernel], "Unchanged"))
        if lost[kernel]:
            print(row(kernel, f"-{options.change:g} %", lost[kernel], "Regressed"))
    everything = [pair for pairs in equal.values() for pair in pairs]
    wrong = sum(pair["verdict"] in ("Regressed", "Improved", "Minor") for pair in everything)
    print(f"\nA/A: {wrong} of {len(everything)} pairs called changed ({100 * wrong / max(1, len(everything)):.1f} %); "
          f"{sum(pair['settled'] for pair in everything)} ended by their interval. "
          f"All of it took {time.monotonic() - begin:.0f} s.")


if __name__ == "__main__":
    main()
