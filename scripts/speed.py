#!/usr/bin/env python3
"""Measures how fast engines search: nodes for each second of CPU time, and the time to a given depth.

    speed.py uci:target/release/zeitnot uci:/usr/games/toga2 --seconds 5 --depth 14 --rounds 3

An engine is a command line; a leading `uci:` says that it speaks UCI instead of the XBoard protocol,
and `name=COMMAND` gives it a name. The engines take turns, so that a machine that slows down meets them
alike; each search begins in a fresh process, on one thread with a table of 64 MiB where the engine has
such options. Printed are medians, and nodes a second as a ratio to those of the last engine named.
Needs python-chess (PyPI: chess) and Linux, for the CPU time of another process.
"""
import argparse, os, statistics
import engine_command

try:
    import chess, chess.engine
except ModuleNotFoundError as missing:
    raise SystemExit(f"speed.py needs python-chess (pip install chess): {missing}")

WANTED = {"Hash": 64, "Threads": 1}


def cpu_seconds(pid):
    """CPU time of a process and of its children that have ended."""
    fields = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def search(text, board, limit):
    """Nodes, CPU seconds and elapsed seconds of one search."""
    _, uci, words = engine_command.read(text)
    start = chess.engine.SimpleEngine.popen_uci if uci else chess.engine.SimpleEngine.popen_xboard
    with start(words, timeout=30) as engine:
        engine.configure({name: value for name, value in WANTED.items() if name in engine.options})
        engine.ping()
        pid = engine.transport.get_pid()
        before = cpu_seconds(pid)
        info = engine.analyse(board, limit)
        return info.get("nodes", 0), cpu_seconds(pid) - before, info.get("time", 0.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--seconds", type=float, default=5, help="length of the searches for speed")
    parser.add_argument("--depth", type=int, default=14, help="depth that is timed")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--fen", default=chess.STARTING_FEN)
    options = parser.parse_args()
    board = chess.Board(options.fen)
    speeds, times = ({text: [] for text in options.engines} for _ in range(2))
    for _ in range(options.rounds):
        for text in options.engines:
            nodes, cpu, _ = search(text, board, chess.engine.Limit(time=options.seconds))
            speeds[text].append(nodes / max(cpu, 0.01) / 1000)
            times[text].append(search(text, board, chess.engine.Limit(depth=options.depth))[2])
    rival = speeds[options.engines[-1]]
    print(f"{'engine':20} {'knodes/CPU-s':>12} {'ratio':>6} {f's to depth {options.depth}':>16}")
    for text in options.engines:
        ratio = statistics.median(own / other for own, other in zip(speeds[text], rival) if other)
        print(f"{engine_command.read(text)[0]:20} {statistics.median(speeds[text]):12.0f} {ratio:6.2f} "
              f"{statistics.median(times[text]):16.2f}")


if __name__ == "__main__":
    main()
