# SPDX-License-Identifier: GPL-3.0-or-later
"""tool_output.py FOLDER [SCRIPT_MB]: what UnixBench, fio and perf print, in bulk. Always the same bytes.

unixbench.txt: 4 000 reports; fio.jsonl: 3 000 documents of four jobs; perf-report.txt: 400 000 rows;
perf-stat.csv: 720 000 rows of intervals; results/: 10 000 files with a report each; nothing.txt: text without results;
perf-script.txt: SCRIPT_MB of samples with their stacks, if asked for.
"""
import json
import os
import random
import sys

TESTS = [
    ("Dhrystone 2 using register variables", "lps", 116700.0, 45e6, "10.0 s, 7 samples"),
    ("Double-Precision Whetstone", "MWIPS", 55.0, 8100, "9.9 s, 7 samples"),
    ("Execl Throughput", "lps", 43.0, 4000, "30.0 s, 2 samples"),
    ("File Copy 1024 bufsize 2000 maxblocks", "KBps", 3960.0, 1.67e6, "30.0 s, 2 samples"),
    ("File Copy 256 bufsize 500 maxblocks", "KBps", 1655.0, 4.4e5, "30.0 s, 2 samples"),
    ("File Copy 4096 bufsize 8000 maxblocks", "KBps", 5800.0, 4.2e6, "30.0 s, 2 samples"),
    ("Pipe Throughput", "lps", 12440.0, 1.83e6, "10.0 s, 7 samples"),
    ("Pipe-based Context Switching", "lps", 4000.0, 1.9e5, "10.0 s, 7 samples"),
    ("Process Creation", "lps", 126.0, 10300, "30.0 s, 2 samples"),
    ("Shell Scripts (1 concurrent)", "lpm", 42.4, 11800, "60.0 s, 2 samples"),
    ("Shell Scripts (8 concurrent)", "lpm", 6.0, 3000, "60.0 s, 2 samples"),
    ("System Call Overhead", "lps", 15000.0, 1.3e6, "10.0 s, 7 samples"),
]
EVENTS = ["cycles", "instructions", "cache-misses", "branch-misses", "context-switches", "page-faults",
          "L1-dcache-load-misses", "dTLB-load-misses"]
COMMANDS = ["fio", "pipe", "context1", "bash", "kworker/u8:2"]
SYMBOLS = ["pipe_write", "copy_user_generic", "_raw_spin_lock", "schedule", "vfs_read"]
WORDS = ("the lock is taken before we look at this page and then every worker that holds it waits until nobody reads "
         "any more so a queue of them grows behind").split()


def unixbench_report(number):
    draw = random.Random(number)
    rule = "=" * 72
    out = [rule, "   BYTE UNIX Benchmarks (Version 5.1.3)", "", f"   System: box{number % 7}: GNU/Linux",
           f"   OS: GNU/Linux -- 6.12.{number % 50} -- #1 SMP", "   Machine: x86_64 (unknown)",
           '   Language: en_US.utf8 (charmap="UTF-8", collate="UTF-8")', "", "-" * 72,
           "Benchmark Run: Mon Jan 08 2024 07:40:42 - 07:46:52", "2 CPUs in system; running 1 parallel copy of tests",
           ""]
    rows = [(name, unit, base, draw.gauss(typical, typical * 0.006), times)
            for name, unit, base, typical, times in TESTS]
    out += [f"{name:<40} {value:14.1f} {unit:<5} ({times})" for name, unit, base, value, times in rows]
    out += ["", "System Benchmarks Index Values               BASELINE       RESULT    INDEX"]
    product = 1.0
    for name, _, base, value, _ in rows:
        index = value / base * 10
        product *= index
        out.append(f"{name:<40} {base:12.1f} {value:12.1f} {index:8.1f}")
    score = product ** (1 / len(rows))
    out += [" " * 67 + "========", f"System Benchmarks Index Score {score:43.1f}", "", ""]
    return "\n".join(out)


def unixbench(path):
    with open(path, "w") as file:
        for number in range(4000):
            file.write(unixbench_report(number))


def result_files(folder):
    os.makedirs(folder, exist_ok=True)
    for number in range(10000):
        with open(os.path.join(folder, f"run-{number:05}.txt"), "w") as file:
            file.write(unixbench_report(number + 100000))


def fio_job(draw, name):
    percentiles = (1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99)
    return {
        "jobname": name,
        "job options": {"rw": "randread", "bs": "4k", "iodepth": "32"},
        "read": {
            "io_bytes": draw.randint(1, 1 << 40), "bw_bytes": draw.randint(10**8, 10**9),
            "bw": draw.randint(10**5, 10**6), "iops": draw.uniform(1e4, 1e6), "runtime": 30000,
            "lat_ns": {"min": 1, "max": 10**7, "mean": draw.uniform(1e4, 1e6), "stddev": 1e4, "N": 10**6},
            "clat_ns": {"mean": draw.uniform(1e4, 1e6),
                        "percentile": {f"{p:.6f}": draw.randint(1000, 10**7) for p in percentiles}}},
        "write": {"io_bytes": 0, "bw_bytes": 0, "bw": 0, "iops": 0.0, "runtime": 0, "lat_ns": {"mean": 0.0},
                  "clat_ns": {"mean": 0.0}},
        "usr_cpu": 1.5, "sys_cpu": 7.5, "ctx": draw.randint(1, 10**6)}


def fio(path):
    draw = random.Random(1)
    with open(path, "w") as file:
        for number in range(3000):
            report = {"fio version": "fio-3.33", "timestamp": 1700000000 + number,
                      "global options": {"ioengine": "libaio", "direct": "1"},
                      "jobs": [fio_job(draw, f"j{k}") for k in range(4)]}
            file.write(json.dumps(report) + "\n")


def perf_report(path):
    draw = random.Random(2)
    with open(path, "w") as file:
        file.write("# To display the perf.data header info, please use --header/--header-only options.\n#\n"
                   "# Samples: 10M of event 'cycles'\n# Event count (approx.): 1234567890\n#\n"
                   "# Overhead  Command          Shared Object        Symbol\n"
                   "# ........  ...............  ...................  ......................................\n#\n")
        for number in range(400000):
            dso = draw.choice(["[kernel.kallsyms]", "libc.so.6", "fio"])
            file.write(f"   {draw.random() * 10:6.2f}%  {draw.choice(COMMANDS):<15}  {dso:<19}  "
                       f"[k] {draw.choice(SYMBOLS)}_{number}\n")


def perf_stat(path):
    draw = random.Random(3)
    with open(path, "w") as file:
        for number in range(90000):
            for event in EVENTS:
                file.write(f"{number * 0.1:.9f},{draw.randint(1000, 10**9)},,{event},{10**8},100.00,"
                           f"{draw.random():.2f},per cycle\n")


def nothing(path):
    draw = random.Random(4)
    with open(path, "w") as file:
        written = 0
        while written < 32 << 20:
            line = " ".join(draw.choice(WORDS) for _ in range(12)) + "\n"
            file.write(line if draw.random() > 0.1 else "\n")
            written += len(line)


def perf_script(path, megabytes):
    draw = random.Random(5)
    samples = []
    for _ in range(4000):
        stack = "".join(f"\tffffffff81{draw.randint(0, 0xffffff):06x} {draw.choice(SYMBOLS)}_{draw.randint(0, 400)}"
                        f"+0x{draw.randint(0, 255):x} ([kernel.kallsyms])\n" for _ in range(draw.randint(4, 24)))
        samples.append((draw.choice(COMMANDS), draw.randint(100, 9999), draw.randint(1, 999999), stack))
    with open(path, "w") as file:
        written, number = 0, 0
        while written < megabytes << 20:
            command, process, period, stack = samples[draw.randrange(len(samples))]
            number += 1
            sample = f"{command:>15} {process:5} [{number % 4:03}] {number * 1e-4:12.6f}: {period:10} cycles: \n"
            file.write(sample + stack + "\n")
            written += len(sample) + len(stack) + 1


def write_all(folder, script_megabytes=0):
    os.makedirs(folder, exist_ok=True)
    for name, write in (("unixbench.txt", unixbench), ("fio.jsonl", fio), ("perf-report.txt", perf_report),
                        ("perf-stat.csv", perf_stat), ("results", result_files), ("nothing.txt", nothing)):
        write(os.path.join(folder, name))
    if script_megabytes > 0:
        perf_script(os.path.join(folder, "perf-script.txt"), script_megabytes)


if __name__ == "__main__":
    write_all(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
