# SPDX-License-Identifier: GPL-3.0-or-later
"""processes.py BUILD [PART…]: whole processes beside a reference, in turn, so that noise meets both alike.

Prints medians of wall and CPU time. The window is timed from exec until it is on screen, under its own Xvfb.
Parts: start, mails, tools, script, files, window; all of them if none is named.
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import tool_output

BUILD = os.path.abspath(sys.argv[1])
SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SAMPLE = os.path.join(SOURCE, "resources", "samples", "sched-padding.txt")
CLI = os.path.join(BUILD, "bin", "patchscale-cli")
WORKBENCH = os.path.join(BUILD, "bin", "patchscale")


def once(command):
    """Wall time and CPU time in seconds, peak memory in MiB."""
    start = time.perf_counter()
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def side_by_side(title, commands, rounds):
    """Runs each command once a round, in turn; prints the medians in milliseconds."""
    times = {name: [] for name in commands}
    for name in commands:  # warm
        once(commands[name])
    for _ in range(rounds):
        for name, command in commands.items():
            times[name].append(once(command))
    print(title)
    for name, values in times.items():
        wall = statistics.median(v[0] for v in values) * 1000
        used = statistics.median(v[1] for v in values) * 1000
        memory = max(v[2] for v in values)
        print(f"  {name:<44} {wall:9.1f} ms wall {used:9.1f} ms CPU {memory:6.0f} MiB")
    return {name: statistics.median(v[1] for v in values) for name, values in times.items()}


def start_up():
    side_by_side("start-up: at most 5 x the first plus 10 ms", {
        "/bin/true": ["/bin/true"],
        "patchscale-cli compare (one mail)": [CLI, "compare", SAMPLE],
    }, 41)


def throughput(folder):
    for kind, words in (("list", []), ("mixed", ["mixed"])):
        mbox = os.path.join(folder, f"{kind}.mbox")
        with open(mbox, "wb") as out:
            subprocess.run([os.path.join(BUILD, "bin", "write_mbox"), "64", *words], stdout=out, check=True)
        size = os.path.getsize(mbox) / 1e6
        used = side_by_side(f"reading {size:.0f} MB of {kind} mails in one mbox", {
            "grep -c Throughput": ["sh", "-c", f"grep -c Throughput '{mbox}' | cat"],  # into /dev/null it stops early
            "patchscale-cli parse": [CLI, "parse", mbox],
        }, 3)
        print(f"  patchscale-cli reads {size / used['patchscale-cli parse']:.0f} MB in a CPU second")


SUM_OF_TESTS = r"""
/samples\)$/ { name = substr($0, 1, 40); sub(/ +$/, "", name); split(substr($0, 41), part, " "); sum[name] += part[1] }
END { for (name in sum) print name, sum[name] }
"""
SUM_OF_SYMBOLS = r"""
!/^#/ && NF > 4 { sum[$5] += substr($1, 1, length($1) - 1) }
END { for (symbol in sum) print symbol, sum[symbol] }
"""
MEAN_OF_JOBS = """
import sys, json
total = count = 0
for line in open(sys.argv[1]):
    for job in json.loads(line)["jobs"]:
        total += job["read"]["bw"]
        count += 1
print(count, total / count)
"""


def sqlite_import(folder):
    """A script that imports the CSV as the shell of SQLite does and groups it."""
    return ["sh", "-c", f"rm -f {folder}/reference.db && sqlite3 {folder}/reference.db '.mode csv' "
            "'CREATE TABLE s (time REAL, value INTEGER, unit, event, run INTEGER, share REAL, metric REAL, of)' "
            f"'.import {folder}/perf-stat.csv s' 'SELECT event, avg(value) FROM s GROUP BY event'"]


def our_import(folder, what):
    return ["sh", "-c", f"rm -f {folder}/ours.pscale* && exec {CLI} import -w {folder}/ours.pscale {folder}/{what}"]


def tools(folder):
    """The output of tools: ours may take the given share of the CPU time of the reference."""
    output = os.path.join(folder, "output")
    tool_output.write_all(output)
    rows = [
        ("UnixBench text", 0.5, "unixbench.txt", "mawk", ["mawk", SUM_OF_TESTS]),
        ("fio JSON", 0.3, "fio.jsonl", "python3 json", ["python3", "-c", MEAN_OF_JOBS]),
        ("perf report", 0.25, "perf-report.txt", "mawk", ["mawk", SUM_OF_SYMBOLS]),
    ]
    for title, share, name, reference, command in rows:
        path = os.path.join(output, name)
        compare_with(f"{title}, {os.path.getsize(path) / 1e6:.0f} MB", share, reference, command + [path],
                     [CLI, "parse", path])
    compare_with("perf stat -I CSV into the store and grouped", 0.5, "sqlite3 .import + group", sqlite_import(output),
                 our_import(output, "perf-stat.csv"))
    path = os.path.join(output, "nothing.txt")
    size = os.path.getsize(path) / 1e6
    used = side_by_side(f"{size:.0f} MB of text that holds nothing", {
        "grep -c Throughput": ["grep", "-c", "Throughput", path], "patchscale-cli parse": [CLI, "parse", path]}, 5)
    print(f"  {size / used['patchscale-cli parse']:.0f} MB in a CPU second, at least 300 asked for")


def compare_with(title, share, name, reference, ours):
    if shutil.which(reference[0]) is None:
        print(f"{title}: there is no {reference[0]} to compare with")
        return
    used = side_by_side(title, {name: reference, "patchscale-cli": ours}, 5)
    print(f"  {used['patchscale-cli'] / used[name]:.2f} of the reference, at most {share} asked for")


def script(folder):
    path = os.path.join(folder, "perf-script.txt")
    tool_output.perf_script(path, 1024)
    side_by_side("1 GiB of perf script: below 300 MiB", {"patchscale-cli parse": [CLI, "parse", path]}, 1)
    os.remove(path)


def files(folder):
    output = os.path.join(folder, "output")
    if not os.path.isdir(os.path.join(output, "results")):
        tool_output.result_files(os.path.join(output, "results"))
    wall = once(our_import(output, "results"))[0]
    print(f"10 000 result files into the store: {10000 / wall:.0f} in a second, at least 2000 asked for")


def is_shown(environment):
    """Asked anew each time: xdotool's own --sync looks twice a second only."""
    search = ["xdotool", "search", "--onlyvisible", "--name", "Patchscale"]
    return subprocess.run(search, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


def window(folder):
    display = ":97"
    server = subprocess.Popen(["Xvfb", display, "-screen", "0", "1440x900x24"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    time.sleep(1.5)
    environment = dict(os.environ, DISPLAY=display, QT_QPA_PLATFORM="xcb", XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder)
    times = []
    for _ in range(11):
        start = time.perf_counter()
        program = subprocess.Popen([WORKBENCH, SAMPLE], env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while not is_shown(environment) and time.perf_counter() - start < 30:
            time.sleep(0.002)
        times.append(time.perf_counter() - start)
        program.terminate()
        program.wait()
    server.terminate()
    server.wait()
    print("the window with a document, from exec to the screen (the first start is cold)")
    print(f"  median {statistics.median(times) * 1000:.0f} ms, first {times[0] * 1000:.0f} ms")


def main():
    parts = {"start": lambda _: start_up(), "mails": throughput, "tools": tools, "script": script, "files": files,
             "window": window}
    chosen = sys.argv[2:] or [part for part in parts if part != "window" or os.path.exists(WORKBENCH)]
    with tempfile.TemporaryDirectory() as folder:
        for part in chosen:
            parts[part](folder)


if __name__ == "__main__":
    main()
