#!/usr/bin/env python3
"""Measures how soon engines answer: when idle, in a search, when told to move, and when told to quit.

    latency.py target/release/zeitnot uci:target/release/zeitnot uci:/usr/games/stockfish --threads 2

An engine is a command line; a leading `uci:` says that it speaks UCI instead of the XBoard protocol,
and `name=COMMAND` gives it a name. The engines take turns try by try, so that whatever else the machine
does meets them alike; only the one whose turn it is searches. Four things are measured:

    ping when idle    ping to pong, or isready to readyok
    ping in a search  the same while the engine analyses (XBoard) or searches infinitely (UCI)
    stop to move      ? to the move, or stop to bestmove, after a short thought
    quit to exit      quit in a search to the end of the process

Median, 99th percentile and worst are in milliseconds. A `-` stands for an engine that three times gave no
answer in time; it is not asked any more.
"""
import argparse, os, random, re, select, signal, statistics, subprocess, sys, threading, time
import engine_command

# A quiet middle game that no opening book has.
MOVES = ("h2h3 h7h6 a2a3 a7a6 d2d3 d7d6 e2e3 e7e6 g1f3 g8f6 b1c3 b8c6 f1e2 f8e7 c1d2 c8d7 e1g1 e8g8").split()
MAX_VAIN_TRIES = 3
# Seconds in which whatever has been said is read.
BLINK = 0.001


class Process:
    """A running engine: lines in, lines out, and when they came."""

    def __init__(self, words, threads, patience):
        self.child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, bufsize=0)
        self.patience = patience
        self.lines, self.begun, self.heard_at = [], b"", 0.0
        self.shake_hands(threads)

    def send(self, *lines):
        """An engine that is gone is found out when its answer is missing."""
        try:
            os.write(self.child.stdin.fileno(), "".join(line + "\n" for line in lines).encode())
        except BrokenPipeError:
            pass

    def listen(self, until):
        """Takes in what the engine says next; whether it said anything by then."""
        output, left = self.child.stdout.fileno(), until - time.perf_counter()
        if left < 0 or not select.select([output], [], [], left)[0]:
            return False
        said = os.read(output, 1 << 16)
        self.heard_at = time.perf_counter()
        *whole, self.begun = (self.begun + said).split(b"\n")
        self.lines += [line.decode(errors="replace").strip() for line in whole]
        return bool(said)

    def hear(self, pattern):
        """The lines up to one that begins as the pattern says; None if it does not come in time."""
        heard, until = [], time.perf_counter() + self.patience
        while self.lines or self.listen(until):
            while self.lines:
                heard.append(self.lines.pop(0))
                if re.match(pattern, heard[-1], re.IGNORECASE):
                    return heard
        return None

    def answer(self, question, pattern):
        """Milliseconds from a question to its answer; None if it does not come in time."""
        asked = time.perf_counter()
        self.send(question)
        return 1000 * (self.heard_at - asked) if self.hear(pattern) else None

    def answer_move(self):
        """The same for the order to move, unless the engine has moved before."""
        until = time.perf_counter() + BLINK
        while self.listen(until):
            pass
        early = any(re.match(self.MOVE, line, re.IGNORECASE) for line in self.lines)
        return None if early else self.answer(self.STOP, self.MOVE)

    def quit(self):
        """Milliseconds from `quit` to the end of the process; None if it does not end in time."""
        watchdog = threading.Timer(self.patience, self.child.kill)
        watchdog.start()
        asked = time.perf_counter()
        self.send("quit")
        while self.listen(asked + self.patience):
            pass
        killed = self.child.wait() == -signal.SIGKILL
        taken = 1000 * (time.perf_counter() - asked)
        watchdog.cancel()
        return None if killed else taken

    def kill(self):
        self.child.kill()
        self.child.wait()
        self.child.stdin.close()
        self.child.stdout.close()


class XBoard(Process):
    """The words of the XBoard protocol."""

    STOP, MOVE = "?", r"(my move is\s*:?|move|\d+\.?\s+\.\.\.)\s+\S"

    def shake_hands(self, threads):
        self.pings = 0
        self.send("xboard", "protover 2")
        features = self.hear("feature .*done=1") or []
        self.has_threads = any("smp=1" in line for line in features)
        prefix = "usermove " if any("usermove=1" in line for line in features) else ""
        self.position = ["new", "force", *(prefix + move for move in MOVES)]
        self.send("new", "easy", "nopost", *([f"cores {threads}"] if self.has_threads else []))

    def ping(self):
        self.pings += 1
        return self.answer(f"ping {self.pings}", rf"pong {self.pings}\b")

    def analyse(self):
        self.send(*self.position, "analyze")

    def end_analysis(self):
        self.send("exit", "force")

    def think(self):
        self.send(*self.position, "level 0 60 0", "time 360000", "otim 360000", "go")


class Uci(Process):
    """The words of UCI."""

    STOP, MOVE = "stop", r"bestmove\s"

    def shake_hands(self, threads):
        self.send("uci")
        options = self.hear("uciok") or []
        self.has_threads = any("name Threads " in line for line in options)
        self.send(*([f"setoption name Threads value {threads}"] if self.has_threads else []))

    def ping(self):
        return self.answer("isready", "readyok")

    def think(self):
        self.send(f"position startpos moves {' '.join(MOVES)}", "go infinite")

    analyse = think

    def end_analysis(self):
        self.answer(self.STOP, self.MOVE)


class Engine:
    """An engine that is started, and started anew, as needed, and what was measured of it."""

    def __init__(self, text, args):
        self.name, is_uci, self.words = engine_command.read(text)
        self.language, self.args, self.process = (Uci if is_uci else XBoard), args, None
        self.times = {row: [] for row in ROWS}
        self.vain = dict.fromkeys(ROWS, 0)

    def measure(self, row):
        """One try, unless too many were in vain; whoever gave no answer is started anew."""
        if self.vain[row] >= MAX_VAIN_TRIES:
            return
        if not self.process:
            self.process = self.language(self.words, self.args.threads, self.args.patience)
        taken = ROWS[row](self, self.process)
        if taken is None:
            self.vain[row] += 1
            self.end()
        else:
            self.times[row].append(taken)

    def ping_when_idle(self, process):
        process.ping()  # Whatever was asked before is done.
        return process.ping()

    def ping_in_a_search(self, process):
        process.analyse()
        self.let_think()
        taken = process.ping()
        process.end_analysis()
        return taken

    def stop_to_move(self, process):
        process.think()
        self.let_think()
        return process.answer_move()

    def quit_to_exit(self, process):
        process.think()
        self.let_think()
        taken = process.quit()
        self.end()
        return taken

    def let_think(self):
        """About as long as asked for, so that no two searches are met at the same point."""
        time.sleep(self.args.think / 1000 * random.uniform(0.8, 1.2))

    def end(self):
        if self.process:
            self.process.kill()
        self.process = None

    def summary(self, row):
        """Median, 99th percentile and worst, or that there is nothing to tell."""
        times = sorted(self.times[row])
        if not times or self.vain[row] >= MAX_VAIN_TRIES:
            return "-", "-", "-"
        percentile = times[-(len(times) // 100) - 1]
        return tuple(f"{value:.2f}" for value in (statistics.median(times), percentile, times[-1]))


ROWS = {
    "ping when idle": Engine.ping_when_idle,
    "ping in a search": Engine.ping_in_a_search,
    "stop to move": Engine.stop_to_move,
    "quit to exit": Engine.quit_to_exit,
}


def table(engines):
    """A line for each engine and thing measured, the engines side by side below each thing."""
    width = max(len(engine.name) for engine in engines)
    yield f"{'ms':18}{'':{width}}{'median':>10}{'99 %':>10}{'worst':>10}{'tries':>8}"
    for row in ROWS:
        for engine in engines:
            label = row if engine is engines[0] else ""
            figures = "".join(f"{figure:>10}" for figure in engine.summary(row))
            tries = len(engine.times[row]) + engine.vain[row]
            vain = f"  ({engine.vain[row]} in vain)" if engine.vain[row] else ""
            yield f"{label:18}{engine.name:{width}}{figures}{tries:>8}{vain}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", metavar="ENGINE", help="[name=][uci:]COMMAND")
    parser.add_argument("--count", type=int, default=200, help="tries of each kind but the last")
    parser.add_argument("--quits", type=int, default=20, help="tries of the last kind")
    parser.add_argument("--threads", type=int, default=1, help="threads to search with, where there is a choice")
    parser.add_argument("--think", type=float, default=50, help="ms of search before a question, give or take a fifth")
    parser.add_argument("--patience", type=float, default=2, help="seconds to wait for an answer")
    args = parser.parse_args()
    engines = []
    try:
        engines += [Engine(text, args) for text in args.engines]
        for row in ROWS:
            for _ in range(args.quits if row == "quit to exit" else args.count):
                for engine in engines:
                    engine.measure(row)
    except (OSError, ValueError) as fault:
        sys.exit(f"latency.py: {fault}")
    finally:
        for engine in engines:
            engine.end()
    for line in table(engines):
        print(line)


if __name__ == "__main__":
    main()
