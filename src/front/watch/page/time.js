// Where the time goes: a chart of all moves, and for each own move its bar and its reason.

const SCORE_HEIGHT = 92, BARS_HEIGHT = 118, LEFT = 36, RIGHT = 8, GAP = 10, NUMBERS = 14;

const ofSide = (game, side) => game.plies.filter((step) => step.side === side);

// The longest of some times, so long that one bar does not look like much.
const longest = (times) => Math.max(100, ...times.filter((time) => time !== null));

// Marks on an axis of time: one round number below the longest time.
function roundBelow(ms) {
  const unit = 10 ** Math.floor(Math.log10(ms));
  return [5, 2, 1].map((times) => times * unit).find((value) => value <= ms);
}

// The chart: the score on top, below it own times upwards and the opponent's downwards.
function drawChart(svg, game, me, ply) {
  const width = Math.max(svg.clientWidth, 240);
  const height = SCORE_HEIGHT + GAP + BARS_HEIGHT + NUMBERS;
  svg.setAttribute("viewBox", "0 0 " + width + " " + height);
  const first = game.plies.length > 0 ? game.plies[0].n : 1;
  const moves = game.plies.length > 0 ? game.plies[game.plies.length - 1].n - first + 1 : 1;
  const step = (width - LEFT - RIGHT) / Math.max(moves, 10);
  const at = (move) => LEFT + (move.n - first + (move.side === "w" ? 0.25 : 0.75)) * step;
  const area = { width, step, first, moves, at };
  svg.replaceChildren(
    ...selected(game, ply, height, area),
    ...scoreLine(game, me, area),
    ...timeBars(game, me, area),
  );
}

// The move that is shown stands out.
function selected(game, ply, height, { at, step }) {
  const move = game.plies[ply - 1];
  if (!move) return [];
  const width = Math.max(step / 2, 3);
  return [draw("rect", { x: at(move) - width / 2, y: 0, width, height, class: "selected" })];
}

function scoreLine(game, me, { width, at }) {
  const y = (value) => SCORE_HEIGHT / 2 - value * (SCORE_HEIGHT / 2 - 6);
  const parts = [];
  for (const pawns of [-3, -1, 0, 1, 3]) {
    const line = y(Math.tanh(pawns / 3));
    parts.push(draw("line", {
      x1: LEFT, x2: width - RIGHT, y1: line, y2: line, class: pawns === 0 ? "axis" : "grid",
    }));
    parts.push(axisLabel((pawns > 0 ? "+" : pawns < 0 ? "−" : "") + Math.abs(pawns), line + 3.5));
  }
  const known = ofSide(game, me).filter((move) => move.cp !== null || move.mate !== null);
  const points = known.map((move) => [at(move), y(share(move, me))]);
  if (points.length > 0) {
    const line = points.map(([x, y]) => x.toFixed(1) + "," + y.toFixed(1)).join(" ");
    const [start, end] = [points[0][0], points[points.length - 1][0]];
    const zero = y(0);
    parts.push(draw("polygon", { points: start + "," + zero + " " + line + " " + end + "," + zero, class: "area" }));
    parts.push(draw("polyline", { points: line, class: "curve" }));
    const [x, last] = points[points.length - 1];
    parts.push(draw("circle", { cx: x, cy: last, r: 2.5, class: "end" }));
  }
  return parts;
}

function timeBars(game, me, area) {
  const other = me === "w" ? "b" : "w";
  const [own, theirs] = [ofSide(game, me), ofSide(game, other)];
  const ownMost = longest(own.flatMap((move) => [move.used, move.planned]));
  const theirMost = longest(theirs.map((move) => move.used));
  const length = (ms) => ms / (ownMost + theirMost) * BARS_HEIGHT;
  const zero = SCORE_HEIGHT + GAP + length(ownMost);
  const parts = [];
  const mark = roundBelow(ownMost);
  parts.push(draw("line", { x1: LEFT, x2: area.width - RIGHT, y1: zero - length(mark), y2: zero - length(mark), class: "grid" }));
  parts.push(axisLabel(amount(mark).replace(".0 ", " "), zero - length(mark) + 3.5));
  const width = Math.max(Math.min(area.step * 0.6, 12), 1);
  for (const move of theirs.filter((move) => move.used !== null)) {
    parts.push(bar(area.at(move), zero, width, length(move.used), "theirs"));
  }
  for (const move of own.filter((move) => move.used !== null)) {
    const within = move.planned === null ? move.used : Math.min(move.used, move.planned);
    parts.push(bar(area.at(move), zero - length(within), width, length(within), "used"));
    if (move.used > within) {
      parts.push(bar(area.at(move), zero - length(move.used), width, length(move.used - within), "more"));
    }
  }
  for (const move of own.filter((move) => move.planned !== null)) {
    const [x, y, half] = [area.at(move), zero - length(move.planned), width / 2 + 1.5];
    parts.push(draw("line", { x1: x - half, x2: x + half, y1: y, y2: y, class: "plan" }));
  }
  parts.push(draw("line", { x1: LEFT, x2: area.width - RIGHT, y1: zero, y2: zero, class: "axis" }));
  return parts.concat(moveNumbers(area));
}

function bar(x, y, width, height, name) {
  return draw("rect", { x: x - width / 2, y, width, height: Math.max(height, 0.5), class: name });
}

// Every fifth or tenth move has its number below the chart.
function moveNumbers({ at, first, moves, step }) {
  const every = [1, 2, 5, 10, 20, 50, 100].find((every) => every * step > 26) || 100;
  const parts = [];
  for (let n = Math.ceil(first / every) * every; n < first + moves; n += every) {
    const text = draw("text", { x: at({ n, side: "w" }), y: SCORE_HEIGHT + GAP + BARS_HEIGHT + NUMBERS - 2, "text-anchor": "middle", class: "tick" });
    text.textContent = n;
    parts.push(text);
  }
  return parts;
}

function axisLabel(words, y) {
  const text = draw("text", { x: LEFT - 5, y, "text-anchor": "end", class: "tick" });
  text.textContent = words;
  return text;
}

// The move of the chart that is nearest to a place on it, as a number of half-moves.
function plyAt(svg, game, me, x) {
  const moves = ofSide(game, me);
  if (moves.length === 0) return null;
  const box = svg.getBoundingClientRect();
  const [first, last] = [game.plies[0].n, game.plies[game.plies.length - 1].n];
  const step = (box.width - LEFT - RIGHT) / Math.max(last - first + 1, 10);
  const wanted = first + (x - box.left - LEFT) / step - (me === "w" ? 0.25 : 0.75);
  const nearest = moves.reduce((a, b) => Math.abs(b.n - wanted) < Math.abs(a.n - wanted) ? b : a);
  return game.plies.indexOf(nearest) + 1;
}

// A bar: what was used, what of it was beyond the plan, and a mark where the plan ended.
function gauge(used, planned, most) {
  const part = (ms) => Math.min(100 * ms / most, 100) + "%";
  const within = planned === null ? used : Math.min(used, planned);
  const parts = [make("i", { class: "used" }), make("i", { class: "more" }), make("i", { class: "plan" })];
  parts[0].style.width = part(within);
  parts[1].style.left = part(within);
  parts[1].style.width = part(used - within);
  parts[2].style.left = part(planned ?? 0);
  parts[2].hidden = planned === null;
  return make("span", { class: "gauge", "aria-hidden": "true" }, ...parts);
}

function timeWords(move) {
  const used = move.used === null ? "time not known" : move.used === 0 ? "no clock time" : amount(move.used);
  if (move.used === 0 && move.planned !== null) return used + ", " + amount(move.planned) + " planned";
  return move.planned === null ? used : used + " of " + amount(move.planned) + " planned";
}

// A row for each own move, the last one first; `choose` is told which one somebody wants to see.
function drawReasons(list, game, me, choose) {
  const own = ofSide(game, me);
  const most = longest(own.flatMap((move) => [move.used, move.planned]));
  const rows = own.map((move) => reason(move, game.plies.indexOf(move) + 1, most, choose));
  // Whoever is at a row with the keyboard stays there.
  const at = list.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
  const none = make("li", { class: "facts none" }, "No move has been made yet.");
  list.replaceChildren(...(rows.length > 0 ? rows.reverse() : [none]));
  const again = at ? list.querySelector('[data-ply="' + at + '"]') : null;
  if (again) again.focus({ preventScroll: true });
}

function reason(move, ply, most, choose) {
  const facts = [scoreText(move, move.side), move.depth ? "depth " + move.depth : ""].filter((fact) => fact !== "");
  const button = make("button", { type: "button", "data-ply": ply },
    make("span", { class: "san" }, moveName(move)),
    make("span", { class: "spent" }, timeWords(move)),
    gauge(move.used ?? 0, move.planned, most),
    make("span", { class: "facts" },
      make("span", {}, facts.join(" · ")),
      move.lag ? make("span", {}, "lag " + amount(move.lag)) : null),
    make("span", { class: "ended" }, sentence(move.ended) || "No reason was told"),
    move.extended ? make("span", { class: "aside" }, "Went on before: " + move.extended) : null,
    move.more ? make("span", { class: "aside" }, sentence(move.more)) : null,
  );
  button.addEventListener("click", () => choose(ply));
  return make("li", {}, button);
}
