#!/usr/bin/env python3
"""Fits a network to positions of self-play on a graphics processor, as `zeitnot train fit` does it on processor
cores:

    zeitnot train positions data/*.games --out data/all.positions
    fit-network.py data/all.positions --hidden 512 --samples 3e9 --out data/wide.net
    fit-network.py data/deep.positions --hidden 512 --samples 2e8 --rate 5e-5 --from data/wide.net --out data/last.net

Every position is drawn once before any comes again, from all files together. Networks of several widths and rows may
learn from the same positions at once, and new files may come while they do:

    fit-network.py data/ --hidden 512 768 --rows 8 --seconds 1200 --out data/wide.net

takes in what *.positions the folder has, looks again each time all were drawn, and writes data/wide-512-8.net and
data/wide-768-8.net; a file is read once, so it must be whole when it gets that name, and may be gone later. The loss is the mean squared
error of the chance to win; that of games held back (one in 41) is told beside it. Needs PyTorch.
"""
import argparse, math, random, re, sys, time
from pathlib import Path

try:
    import torch
except ModuleNotFoundError as missing:
    raise SystemExit(f"fit-network.py needs PyTorch (pip install torch): {missing}")

INPUTS, BYTES = 768, 32  # inputs of a side for each king bucket; bytes of a position in a file
KING_BUCKETS = 8  # of a network that has several
ONE, OUTPUT_ONE = 255, 1024  # what 1 is in the whole numbers of a network: in the sums, in the outputs
ROW_ONE, SUM_ONE, HEAD_ONE = 64, 8128, 1024  # in the rows, in what they add up to, in what is behind them
NEURONS = 32  # behind the rows of an output
BEHIND = 2.5  # how much faster what is behind the squares learns, if there are rows
CLIP = 1.98  # no weight is greater
OWN_KING = 5  # among the twelve kinds of men
SURE = 250  # a sure win, in a file of positions
MAGIC = "zeitnot-network 3"
LARGE = -128  # the byte before a weight of two bytes in a file; others have one
TOLD = 6  # times that is said how far the fit has come, while the rate falls
LASTS, TINY, DECAY = (0.9, 0.999), 1e-8, 0.01  # of AdamW


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="files of positions, or folders where *.positions come one by one")
    parser.add_argument("--out", required=True, help="where to write the network")
    parser.add_argument("--from", dest="first", help="begin with what this network knows (it may be narrower)")
    parser.add_argument("--hidden", type=int, nargs="+", default=[512], help="widths of the hidden layer (512)")
    parser.add_argument("--buckets", type=int, default=8, help="outputs (8)")
    parser.add_argument("--king-buckets", type=int, default=1, choices=[1, KING_BUCKETS],
                        help="sets of inputs, of which the square of the own king chooses one (1)")
    parser.add_argument("--rows", type=int, nargs="+", default=[0], choices=[0, 8, 16],
                        help="rows of weights of each output that lead to layers behind it (0)")
    parser.add_argument("--samples", type=float, default=3e9, help="positions to learn from, repeated ones too (3e9)")
    parser.add_argument("--seconds", type=float, help="learn for so long, instead of from so many samples")
    parser.add_argument("--room", type=float, default=1e9, help="positions there is room for, with folders (1e9)")
    parser.add_argument("--batch", type=int, default=16384, help="positions for each step (16384)")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate of the first step (1e-3)")
    parser.add_argument("--last-rate", type=float, default=3e-6, help="that of the last, along a cosine (3e-6)")
    parser.add_argument("--falls", type=int, default=1, help="how often it falls to that, from --rate, half, a third of it... (1)")
    parser.add_argument("--result", type=float, default=0.3, help="how much the result of the game counts (0.3)")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Positions:
    """All positions, in the memory of the card: those to learn from and some of those held back."""

    HELD_BACK = 1_000_000  # more would only take time

    def __init__(self, args, device):
        self.places, self.known, self.number = [Path(file) for file in args.files], set(), 0
        growing = any(place.is_dir() for place in self.places)
        room = int(args.room) if growing else sum(place.stat().st_size // BYTES for place in self.places)
        self.entries = torch.empty(room, BYTES, dtype=torch.uint8, device=device)
        self.held_back = self.entries[:0]
        self.take_in()

    def take_in(self):
        """Reads the files that are new."""
        files = sum([sorted(place.glob("*.positions")) if place.is_dir() else [place] for place in self.places], [])
        for file in files:
            if file not in self.known:
                self.known.add(file)
                self.read(file)

    def read(self, file):
        raw = torch.frombuffer(bytearray(file.read_bytes()), dtype=torch.uint8)
        if len(raw) == 0 or len(raw) % BYTES:
            sys.exit(f"{file}: {len(raw)} bytes are no file of positions of {BYTES} bytes each")
        entries = raw.view(-1, BYTES).to(self.entries.device)
        held_back = (entries[:, 24] & 4) != 0
        self.held_back = torch.cat([self.held_back, entries[held_back]])[:self.HELD_BACK]
        entries, room = entries[~held_back], len(self.entries) - self.number
        if len(entries) > room:
            print(f"{file}: {len(entries) - room} positions left out, there is --room for no more", flush=True)
        entries = entries[:room]
        self.entries[self.number:self.number + len(entries)] = entries
        self.number += len(entries)

    def order(self, batch):
        """The numbers of all there are now, so many at once, each number once: every step takes positions from all over the
        files, a long and always the same way from one to the next. (To shuffle them would take several times their room.)"""
        way, start = random.randrange(self.number), random.randrange(self.number)
        while math.gcd(way, self.number) > 1:
            way += 1
        for first in range(0, self.number - batch + 1, batch):
            numbers = torch.arange(first, first + batch, device=self.entries.device)
            yield (numbers * way + start) % self.number


def king_bucket():
    """The king bucket of each square, of a board turned so that the king stands on the files a to d."""
    halves = [[0, 1, 2, 3], [4, 4, 5, 5], 4 * [6]] + 5 * [4 * [7]]
    return torch.tensor([half + half[::-1] for half in halves]).flatten()


def seen(entries, king_buckets, dtype):
    """What both sides see of some positions: ones and zeros, first for the sides to move."""
    number, device = len(entries), entries.device
    occupied = (entries[:, :8, None] >> torch.arange(8, device=device, dtype=torch.uint8)) & 1
    occupied = occupied.view(number, 64)
    place = (occupied.cumsum(1) - 1).clamp(min=0)
    men = torch.stack([entries[:, 8:24] & 15, entries[:, 8:24] >> 4], dim=2).view(number, 32)
    kind = men.gather(1, place)
    board = torch.where(occupied != 0, kind, 12).view(number, 8, 8)
    other = torch.where(board < 12, (board + 6) % 12, 12).flip(1)
    kinds = torch.arange(12, device=device, dtype=torch.uint8).view(1, 12, 1)
    views = []
    for view, bit in (board, 1), (other, 2):
        turned = ((entries[:, 24] & bit) != 0).view(number, 1, 1)
        view = torch.where(turned, view.flip(2), view).reshape(number, 1, 64)
        men = (view == kinds).to(dtype).view(number, 1, INPUTS)
        if king_buckets > 1:
            king = king_bucket().to(device)[(view == OWN_KING).to(torch.uint8).view(number, 64).argmax(1)]
            men = men * torch.nn.functional.one_hot(king, king_buckets).to(dtype)[:, :, None]
        views.append(men.view(number, king_buckets * INPUTS))
    return torch.cat(views)


def begin(args, hidden, rows):
    """Weights that have learned nothing: inputs, biases of the hidden layer, outputs, biases of the outputs; with rows these
    too, and behind them, for each output, their biases, the neurons, the neurons' biases and what these say."""
    chance = lambda *size, bound: (2 * torch.rand(*size) - 1) * bound
    buckets, bound = args.buckets, (2 * hidden) ** -0.5
    # All king buckets begin alike.
    weights = [chance(INPUTS, hidden, bound=0.03).repeat(args.king_buckets, 1), chance(hidden, bound=0.1),
               chance(buckets, 2 * hidden, bound=bound), torch.zeros(buckets)]
    if rows:
        weights += [chance(buckets, rows, 2 * hidden, bound=2 * bound), torch.full((buckets, rows), 0.3),
                    chance(buckets, 2 * rows, NEURONS, bound=0.25), torch.full((buckets, NEURONS), 0.3),
                    chance(buckets, NEURONS, bound=0.1)]
    return weights


class Fit:
    """A network being fitted."""

    def __init__(self, args, hidden, rows, device):
        self.args, self.hidden, self.rows, self.device = args, hidden, rows, device
        self.dtype = torch.float16 if device.type == "cuda" else torch.float32
        torch.manual_seed(args.seed)
        weights = begin(args, hidden, rows)
        if args.first:
            take_over(weights, parse(args.first, args.buckets))
        self.weights = [weight.to(device) for weight in weights]
        kept = [self.weights[0][:INPUTS]] + self.weights  # the first ones are what the king buckets have in common
        self.means = [[torch.zeros_like(weight) for weight in kept] for _ in LASTS]
        self.rate, self.step_number, self.errors = [torch.zeros((), device=device) for _ in range(3)]

    def answer(self, entries, x):
        """What the network makes of positions and of what both sides see of them, and what it went through on the way."""
        inputs, biases, outputs, last = self.weights[:4]
        sums = torch.mm(x, inputs.to(self.dtype)) + biases.to(self.dtype)
        cut = sums.clamp(0, 1)
        squares = cut * cut
        own, their = squares.chunk(2)
        both = torch.cat([own, their], dim=1)
        bucket = ((entries[:, 27].long() - 2).clamp(min=0) * self.args.buckets // 31).clamp(max=self.args.buckets - 1)
        scores = torch.mm(both, outputs.t().to(self.dtype)).float() + last
        score, head = scores.gather(1, bucket[:, None])[:, 0], None
        if self.rows:
            head = self.head(both, bucket)
            score = score + head[-1]
        return sums, cut, both, bucket, head, torch.sigmoid(score)

    def own(self, bucket):
        """Which of all outputs is each position's own."""
        return bucket[:, None] == torch.arange(self.args.buckets, device=self.device)

    def of_own(self, numbers, bucket):
        """Of numbers for all outputs those of each position's own, and the other way round with noughts for the others."""
        own = self.own(bucket).to(numbers.dtype)
        if numbers.dim() == 3:
            return (numbers * own[:, :, None]).sum(1)
        return (own[:, :, None] * numbers[:, None, :]).flatten(1)

    def head(self, both, bucket):
        """What the layers behind the outputs make of the squares, and what they went through."""
        rows, row_biases, neurons, neuron_biases, final = self.weights[4:]
        totals = torch.mm(both, rows.flatten(0, 1).t().to(self.dtype)).float().view(len(both), *rows.shape[:2])
        totals = self.of_own(totals + row_biases, bucket)
        cuts = totals.clamp(0, 1)
        cuts = self.of_own(torch.cat([cuts, cuts * cuts], dim=1), bucket)
        sums = torch.mm(cuts, neurons.flatten(0, 1)) + neuron_biases[bucket]
        said = sums.clamp(0, 1)
        return totals, cuts, sums, said, (said * final[bucket]).sum(1)

    def head_slopes(self, slope, both, bucket, head):
        """How the squared errors change with the weights of the layers behind, and with the squares, given how they do with
        the outputs."""
        rows, _, neurons, _, final = self.weights[4:]
        totals, cuts, sums, said, _ = head
        own = self.own(bucket).float().t()
        by_sums = slope[:, None] * final[bucket] * (sums == said)
        by_cuts = torch.mm(by_sums, neurons.flatten(0, 1).t()).view(len(both), *neurons.shape[:2])
        by_one, by_square = self.of_own(by_cuts, bucket).chunk(2, dim=1)
        by_totals = (by_one + 2 * totals * by_square) * (totals == totals.clamp(0, 1))
        wide = self.of_own(by_totals, bucket).to(self.dtype)
        slopes = [torch.mm(wide.t(), both).float().view(rows.shape), torch.mm(own, by_totals),
                  torch.mm(cuts.t(), by_sums).view(neurons.shape), torch.mm(own, by_sums),
                  torch.mm(own, slope[:, None] * said)]
        return slopes, torch.mm(wide, rows.flatten(0, 1).to(self.dtype))

    def target(self, entries):
        share = self.args.result
        return share * entries[:, 26].float() / 2 + (1 - share) * entries[:, 25].float() / SURE

    def step(self, entries, x):
        """Learns from some positions: the slopes of the squared errors, then AdamW within the bounds."""
        sums, cut, both, bucket, head, chance = self.answer(entries, x)
        error = chance - self.target(entries)
        self.errors.add_((error * error).sum())
        slope = 2 * error * chance * (1 - chance)
        by_score = torch.zeros(len(entries), self.args.buckets, device=self.device)
        by_score = by_score.scatter(1, bucket[:, None], slope[:, None])
        narrow = by_score.to(self.dtype)
        by_both, by_head = torch.mm(narrow, self.weights[2].to(self.dtype)), []
        if head:
            by_head, more = self.head_slopes(slope, both, bucket, head)
            by_both = by_both + more
        by_sums = torch.cat(by_both.chunk(2, dim=1)) * 2 * cut * (sums == cut)
        slopes = [torch.mm(x.t(), by_sums).float(), by_sums.sum(0, dtype=torch.float32),
                  torch.mm(narrow.t(), both).float(), by_score.sum(0), *by_head]
        self.change(slopes, len(entries))

    def change(self, slopes, number):
        self.step_number.add_(1)
        grown = [1 - lasts ** self.step_number for lasts in LASTS]
        columns = self.weights[0].view(self.args.king_buckets, INPUTS, -1)
        slopes = [slopes[0].view(columns.shape).sum(0)] + slopes
        weights = [None] + self.weights
        for place, (weight, slope, mean, square) in enumerate(zip(weights, slopes, *self.means)):
            slope = slope / number
            mean.mul_(LASTS[0]).add_(slope, alpha=1 - LASTS[0])
            square.mul_(LASTS[1]).add_(slope * slope, alpha=1 - LASTS[1])
            way = mean / grown[0] / ((square / grown[1]).sqrt() + TINY)
            rate = self.rate * (BEHIND if self.rows and place > 2 else 1)
            if weight is not None:
                weight.copy_((weight - rate * (way + DECAY * weight)).clamp(-CLIP, CLIP))
            elif self.args.king_buckets > 1:
                columns.copy_((columns - rate * way).clamp(-CLIP, CLIP))

    def loss(self, entries):
        """The mean squared error over positions."""
        total = 0.0
        for part in entries.split(self.args.batch):
            x = seen(part, self.args.king_buckets, self.dtype)
            error = self.answer(part, x)[-1] - self.target(part)
            total += (error * error).sum().item()
        return total / max(1, len(entries))

    def network(self):
        """The bytes of the network of whole numbers."""
        inputs, biases, outputs, last, *behind = [weight.cpu().double() for weight in self.weights]
        narrow = [inputs * ONE, biases * ONE, outputs * OUTPUT_ONE]
        if behind:
            ones = [SUM_ONE, HEAD_ONE, SUM_ONE, HEAD_ONE]
            heads = [(part * one).flatten(1) for part, one in zip(behind[1:], ones)]
            narrow += [behind[0] * ROW_ONE, torch.cat(heads, dim=1)]
        narrow = torch.cat([part.round().to(torch.int16).flatten() for part in narrow])
        last = (last * ONE * OUTPUT_ONE).round().to(torch.int32).numpy().astype("<i4").tobytes()
        words = {"hidden": self.hidden, "buckets": self.args.buckets}
        words |= {"kings": self.args.king_buckets} if self.args.king_buckets > 1 else {}
        words |= {"rows": self.rows} if behind else {}
        name = check_sum(words.values(), narrow.numpy().astype("<i2").tobytes() + last)
        line = " ".join([MAGIC, *(f"{word}={number}" for word, number in words.items()), f"hash={name:016x}"])
        return line.encode() + b"\n" + packed(narrow) + last


def packed(weights):
    """The bytes of weights: one if that is enough, else one that says so and two of the weight."""
    large = (weights.abs() > 127)[:, None]
    first = weights[:, None].where(~large, LARGE).to(torch.int8)
    rows = torch.cat([first, weights.view(torch.int8).view(-1, 2)], 1)
    there = torch.cat([torch.ones_like(large), large, large], 1)
    return rows[there].numpy().tobytes()


def unpacked(file, number):
    """So many weights at the start of bytes, and what comes behind them."""
    weights, place = [], 0
    for _ in range(number):
        large = file[place] == LARGE & 0xFF
        start, place = (place + 1, place + 3) if large else (place, place + 1)
        weights.append(int.from_bytes(file[start:place], "little", signed=True))
    return torch.tensor(weights), file[place:]


def check_sum(shape, numbers):
    """FNV-1a of the architecture and the weights."""
    total = 0xCBF29CE484222325
    for byte in b"".join(number.to_bytes(8, "little") for number in shape) + numbers:
        total = ((total ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return total


def parse(file, buckets):
    """The weights of a network with as many outputs."""
    line, numbers = open(file, "rb").read().split(b"\n", 1)
    shape = rf"{MAGIC} hidden=(\d+) buckets={buckets}(?: kings=(\d+))?(?: rows=(\d+))? hash="
    shape = re.match(shape, line.decode(errors="replace"))
    if not shape:
        sys.exit(f"{file} is no network with {buckets} outputs")
    hidden, kings, rows = int(shape[1]), int(shape[2] or 1), int(shape[3] or 0)
    head = [rows, 2 * rows * NEURONS, NEURONS, NEURONS] if rows else []
    parts = [kings * INPUTS * hidden, hidden, 2 * hidden * buckets, 2 * hidden * buckets * rows, sum(head) * buckets]
    narrow, last = unpacked(numbers, sum(parts))
    last = torch.frombuffer(bytearray(last), dtype=torch.int32).float()
    inputs, biases, outputs, rows_of, heads = narrow.float().split(parts)
    weights = [inputs.view(kings * INPUTS, hidden) / ONE, biases / ONE, outputs.view(buckets, 2 * hidden) / OUTPUT_ONE,
               last / (ONE * OUTPUT_ONE)]
    if rows:
        row_biases, neurons, neuron_biases, final = heads.view(buckets, -1).split(head, dim=1)
        weights += [rows_of.view(buckets, rows, 2 * hidden) / ROW_ONE, row_biases / SUM_ONE,
                    neurons.reshape(buckets, 2 * rows, NEURONS) / HEAD_ONE, neuron_biases / SUM_ONE, final / HEAD_ONE]
    return weights


def take_over(weights, known):
    """Puts the weights of a network into the first places of one that is as wide or wider, into all king buckets. If it has
    no rows, the other's begin by chance."""
    hidden, narrow = weights[1].numel(), known[1].numel()
    times, rest = divmod(len(weights[0]), len(known[0]))
    if narrow > hidden or rest or known[5:] and [part.shape for part in known[5:]] != [part.shape for part in weights[5:]]:
        sys.exit(f"a network {narrow} wide of {len(known[0])} inputs does not fit into one of {hidden} and {len(weights[0])}, "
                 "or has other rows")
    weights[0][:, :narrow] = known[0].repeat(times, 1)
    weights[1][:narrow] = known[1]
    for place in (2, 4) if known[4:] else (2,):
        for side in range(2):
            weights[place][..., side * hidden:][..., :narrow] = known[place][..., side * narrow:][..., :narrow]
    for place in (3, *range(5, len(known))):
        weights[place].copy_(known[place])


def stepper(fits, entries, batch):
    """A function that learns from the positions with these numbers; recorded once on a graphics processor,
    where handing over the single operations would take longer than they do."""
    first = fits[0]

    def step(numbers):
        some = entries[numbers]
        x = seen(some, first.args.king_buckets, first.dtype)
        for fit in fits:
            fit.step(some, x)

    if first.device.type != "cuda":
        return step
    changing = sum([[*fit.weights, *sum(fit.means, []), fit.step_number, fit.errors] for fit in fits], [])
    kept = [part.clone() for part in changing]
    # Numbers of 32 bits would not do: times the bytes of a position they overflow beyond 67 million.
    place = torch.zeros(batch, dtype=torch.long, device=first.device)
    step = torch.compile(step)
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(3):
            step(place)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step(place)
    # What the trial steps learned is forgotten.
    for part, before in zip(changing, kept):
        part.copy_(before)

    def learn(numbers):
        place.copy_(numbers)
        graph.replay()

    return learn


class Way:
    """How far the fit has come, from 0 to 1, by the samples or by the clock."""

    def __init__(self, args):
        self.args, self.begun, self.steps = args, time.time(), 0

    def seconds(self):
        return time.time() - self.begun

    def share(self):
        if self.args.seconds:
            return self.seconds() / self.args.seconds
        return self.steps * self.args.batch / max(self.args.batch, int(self.args.samples))

    def rate(self):
        way, fall = math.modf(min(self.share(), 1 - TINY) * self.args.falls)
        first, last = self.args.rate / (fall + 1), self.args.last_rate
        return last + (first - last) * 0.5 * (1 + math.cos(math.pi * way))


def rounds(data, way, batch):
    """The numbers of the positions of one step after the other, until the way is gone."""
    while True:
        data.take_in()
        for numbers in data.order(batch):
            if way.share() >= 1:
                return
            yield numbers


def tell(fits, data, way, since, outs):
    """Says how far the fit has come, and writes the networks."""
    print(f"{way.steps * way.args.batch / 1e6:.0f} M of {data.number / 1e6:.0f} M, {way.seconds():.0f} s:", flush=True)
    for fit, out in zip(fits, outs):
        learned = fit.errors.item() / (since * way.args.batch)
        fit.errors.zero_()
        held_back = fit.loss(data.held_back)
        print(f"  {fit.hidden} wide, {fit.rows} rows: loss {learned:.6f}, of games held back {held_back:.6f}", flush=True)
        out.write_bytes(fit.network())


@torch.no_grad()
def main():
    args = arguments()
    out = Path(args.out)
    if not out.parent.is_dir():  # or the first network would be lost with the time it took
        sys.exit(f"there is no folder {out.parent} for --out")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    way, data = Way(args), Positions(args, device)
    print(f"{data.number} positions to learn from, {len(data.held_back)} held back, on {device}", flush=True)
    if data.number < args.batch:
        sys.exit(f"fewer positions than one step takes: {data.number} of {args.batch}")
    random.seed(args.seed)
    fits = [Fit(args, hidden, rows, device) for hidden in args.hidden for rows in args.rows]
    outs = [out.with_stem(f"{out.stem}-{fit.hidden}-{fit.rows}") for fit in fits] if len(fits) > 1 else [out]
    learn, told, since = stepper(fits, data.entries, args.batch), 0, 0
    for numbers in rounds(data, way, args.batch):
        for fit in fits:
            fit.rate.fill_(way.rate())
        learn(numbers)
        way.steps, since = way.steps + 1, since + 1
        if way.share() * args.falls * TOLD >= told + 1:
            tell(fits, data, way, since, outs)
            told, since = told + 1, 0
    if since:
        tell(fits, data, way, since, outs)


main()
