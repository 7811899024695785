# SPDX-License-Identifier: GPL-3.0-or-later
"""processes.py BUILD: whole processes beside a reference, in turn, so that noise of the machine meets both alike.

Prints medians of wall and CPU time. The window is timed from exec until it is on screen, under its own Xvfb.
"""
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SAMPLE = os.path.join(SOURCE, "resources", "samples", "sched-padding.txt")
CLI = os.path.join(BUILD, "bin", "patchscale-cli")
WORKBENCH = os.path.join(BUILD, "bin", "patchscale")


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def once(command):
    before, start = cpu(), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start, cpu() - before


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
        print(f"  {name:<44} {wall:9.1f} ms wall {used:9.1f} ms CPU")
    return {name: statistics.median(v[1] for v in values) for name, values in times.items()}


def start_up():
    side_by_side("start-up: at most 5 x the first plus 10 ms", {
        "/bin/true": ["/bin/true"],
        "patchscale-cli compare (one mail)": [CLI, "compare", SAMPLE],
    }, 41)


def throughput(folder):
    mbox = os.path.join(folder, "mixed.mbox")
    with open(mbox, "wb") as out:
        subprocess.run([os.path.join(BUILD, "bin", "write_mbox"), "64"], stdout=out, check=True)
    size = os.path.getsize(mbox) / 1e6
    used = side_by_side(f"reading {size:.0f} MB of mixed mails", {
        "grep -c Throughput": ["grep", "-c", "Throughput", mbox],
        "patchscale-cli parse": [CLI, "parse", mbox],
    }, 3)
    print(f"  patchscale-cli reads {size / used['patchscale-cli parse']:.0f} MB in a CPU second")


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
        subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "Patchscale"], env=environment,
                       stdout=subprocess.DEVNULL, timeout=30, check=False)
        times.append(time.perf_counter() - start)
        program.terminate()
        program.wait()
    server.terminate()
    server.wait()
    print("the window with a document, from exec to the screen (the first start is cold)")
    print(f"  median {statistics.median(times) * 1000:.0f} ms, first {times[0] * 1000:.0f} ms")


def main():
    with tempfile.TemporaryDirectory() as folder:
        start_up()
        throughput(folder)
        if os.path.exists(WORKBENCH):
            window(folder)


if __name__ == "__main__":
    main()
