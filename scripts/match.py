#!/usr/bin/env python3
"""Plays a match between two engines with real clocks and reports score, Elo, losses on time and the
share of the clock that each side used.

    match.py --a 'target/release/zeitnot' --b '/usr/games/phalanx' --tc 2+0.02 --games 20

An engine is a command line; a leading `uci:` says that it speaks UCI instead of the XBoard protocol,
and `name=COMMAND` gives it a name. Games come in pairs: each opening is played with both colours.
Needs python-chess (PyPI: chess). Ends with status 1 if the first engine played an illegal move, crashed
or lost on time.
"""
import argparse, asyncio, logging, math, random, statistics, sys, time
import engine_command

try:
    import chess, chess.engine, chess.pgn
except ModuleNotFoundError as missing:
    raise SystemExit(f"match.py needs python-chess (pip install chess): {missing}")


class Engine:
    """How to start an engine, and what is noted about it."""

    def __init__(self, text):
        self.name, self.uci, self.command = engine_command.read(text)
        self.flags, self.faults, self.shares = 0, [], []

    async def start(self):
        popen = chess.engine.popen_uci if self.uci else chess.engine.popen_xboard
        return (await popen(self.command, stderr=asyncio.subprocess.DEVNULL))[1]


def opening(path, number, seed):
    """Position `number` of an EPD file, or one after eight random plies."""
    if path:
        fens = [" ".join(line.split()[:4]) for line in open(path) if line.strip()]
        random.Random(seed).shuffle(fens)
        return chess.Board(fens[number % len(fens)] + " 0 1")
    rng = random.Random(seed * 1_000_003 + number)
    while True:
        board = chess.Board()
        for _ in range(8):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over() and board.legal_moves.count() > 5:
            return board


async def play(players, board, base, inc, margin, max_plies):
    """One game; players are (Engine, protocol) with White first. Returns (result, reason)."""
    clocks, start = [base, base], len(board.move_stack)
    spent = [0.0, 0.0]
    while True:
        outcome = board.outcome(claim_draw=True)
        if outcome:
            break
        if len(board.move_stack) - start >= max_plies:
            return "1/2-1/2", "length", spent
        side = 0 if board.turn else 1
        engine, protocol = players[side]
        limit = chess.engine.Limit(white_clock=max(clocks[0], 0.001), black_clock=max(clocks[1], 0.001),
                                   white_inc=inc, black_inc=inc)
        loss = "0-1" if side == 0 else "1-0"
        began = time.perf_counter()
        try:
            answer = await asyncio.wait_for(protocol.play(board, limit, game=id(spent)), clocks[side] + 10)
        except (chess.engine.EngineError, chess.engine.EngineTerminatedError, asyncio.TimeoutError) as fault:
            engine.faults.append(f"{type(fault).__name__}: {fault} in {board.fen()}")
            return loss, "fault", spent
        used = time.perf_counter() - began
        spent[side] += used
        clocks[side] -= used
        if clocks[side] < -margin:
            engine.flags += 1
            return loss, f"time ({clocks[side]:.3f})", spent
        clocks[side] += inc
        if answer.resigned:
            return loss, "resigned", spent
        if answer.move is None:
            if not board.outcome(claim_draw=True):
                engine.faults.append(f"no move in {board.fen()}")
                return loss, "fault", spent
            break
        board.push(answer.move)
    outcome = board.outcome(claim_draw=True)
    return outcome.result(), outcome.termination.name.lower(), spent


async def worker(queue, a, b, args, results, pgn):
    protocols = {}
    while True:
        try:
            number = queue.pop(0)
        except IndexError:
            break
        for engine in (a, b):
            if engine not in protocols:
                protocols[engine] = await engine.start()
        board = opening(args.openings, number // 2, args.seed)
        pair = [a, b] if number % 2 == 0 else [b, a]
        base, inc, before = args.base, args.inc, len(board.move_stack)
        result, reason, spent = await play([(e, protocols[e]) for e in pair], board, base, inc,
                                           args.margin / 1000, args.max_plies)
        for engine, time_spent in zip(pair, spent):
            moves = max(1, (len(board.move_stack) - before) // 2)
            engine.shares.append(time_spent / (base + inc * moves))
        score = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]
        results[number] = score if pair[0] is a else 1 - score
        game = chess.pgn.Game.from_board(board)
        game.headers.update(White=pair[0].name, Black=pair[1].name, Result=result, Round=str(number + 1),
                            TimeControl=f"{base}+{inc}", Termination=reason)
        if pgn:
            print(game, file=pgn, end="\n\n", flush=True)
        done = list(results.values())
        print(f"game {number + 1}: {pair[0].name} - {pair[1].name} {result} ({reason}), "
              f"{a.name} {sum(done):g}/{len(done)}", flush=True)
        if reason == "fault":
            for engine in pair:
                try:
                    await asyncio.wait_for(protocols.pop(engine).quit(), 3)
                except Exception:
                    pass
    for protocol in protocols.values():
        try:
            await asyncio.wait_for(protocol.quit(), 5)
        except Exception:
            pass


def elo(results):
    """Elo difference with its 95 % error, from the scores of the pairs of games (pentanomial)."""
    pairs = [(results[n] + results[n + 1]) / 2 for n in results if n % 2 == 0 and n + 1 in results]
    if len(pairs) < 2:
        return None
    mean = statistics.fmean(pairs)
    error = 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs))
    to_elo = lambda x: -400 * math.log10(1 / min(max(x, 1e-6), 1 - 1e-6) - 1)
    return to_elo(mean), (to_elo(mean + error) - to_elo(mean - error)) / 2


def main():
    logging.getLogger("chess.engine").setLevel(logging.CRITICAL)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--a", required=True, help="the engine the score is given for")
    parser.add_argument("--b", required=True, help="its opponent")
    parser.add_argument("--tc", default="2+0.02", help="seconds+increment for each side")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--concurrency", type=int, default=2, help="games at once")
    parser.add_argument("--openings", help="EPD file; eight random plies if absent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--margin", type=float, default=0, help="ms a clock may be overdrawn")
    parser.add_argument("--max-plies", type=int, default=600, help="longer games are drawn")
    parser.add_argument("--pgn", help="write the games to this file")
    args = parser.parse_args()
    args.base, args.inc = (float(x) for x in args.tc.split("+"))
    a, b = Engine(args.a), Engine(args.b)
    if a.name == b.name:
        b.name += "-2"
    queue, results = list(range(args.games)), {}
    pgn = open(args.pgn, "w") if args.pgn else None

    async def run():
        await asyncio.gather(*(worker(queue, a, b, args, results, pgn) for _ in range(args.concurrency)))

    asyncio.run(run())
    scores = list(results.values())
    wins, draws, losses = scores.count(1.0), scores.count(0.5), scores.count(0.0)
    print(f"{a.name} - {b.name}: +{wins} ={draws} -{losses}, {sum(scores):g}/{len(scores)} at {args.tc}")
    difference = elo(results)
    if difference:
        print(f"Elo {difference[0]:+.0f} +- {difference[1]:.0f} (95 %, pentanomial)")
    for engine in (a, b):
        share = statistics.median(engine.shares) if engine.shares else 0
        print(f"{engine.name}: losses on time {engine.flags}, faults {len(engine.faults)}, "
              f"median share of the clock used {share:.0%}")
        for fault in engine.faults:
            print(f"  {fault}")
    sys.exit(1 if a.flags or a.faults else 0)


if __name__ == "__main__":
    main()
