// What is shown: the live game as it goes on, or one of the last games, move by move.

let live = null;      // the game under way, or the one that has ended last
let past = null;      // one of the last games, if it is looked at instead
let ply = null;       // half-moves shown; null for all of them, as they come
let flipped = false;
let moment = null;    // clocks, thoughts and the like, and when they were told
let moments = 0;
let gamesKnown = null;

const shown = () => past || live;
const plies = () => shown() ? shown().plies.length : 0;
const position = () => ply === null ? plies() : Math.min(ply, plies());
const own = (game) => game.me || "w";
const isLive = () => past === null && ply === null;
const below = () => {
  const side = shown() ? own(shown()) : "w";
  return flipped ? (side === "w" ? "b" : "w") : side;
};

// Everything that depends on which game and move are shown.
function drawGame() {
  const game = shown();
  if (!game) return;
  const me = own(game);
  drawReasons(byId("reasons"), game, me, go);
  byId("whose").textContent = me === "w" ? game.white : game.black;
  byId("report").replaceChildren(...game.report.map((line) => make("p", {}, line.trim())));
  const used = ofSide(game, me).reduce((sum, move) => sum + (move.used || 0), 0);
  byId("chart").setAttribute("aria-label", "Score and time of each move. "
    + ofSide(game, me).length + " own moves in " + amount(used) + "; each is told in the list below.");
  drawMove();
}

// Everything that depends on the move shown.
function drawMove() {
  const game = shown();
  const at = position();
  const step = game.plies[at - 1];
  const men = step ? step.men : game.start;
  drawBoard(byId("board"), men, step, below());
  byId("board").setAttribute("aria-label", boardInWords(men, step));
  drawChart(byId("chart"), game, own(game), at);
  byId("ply").textContent = step ? moveName(step) : "Start";
  for (const [id, off] of [["first", at === 0], ["back", at === 0], ["forward", at === plies()], ["last", at === plies()]]) {
    byId(id).disabled = off;
  }
  byId("follow").hidden = isLive() || live === null;
  byId("follow").textContent = live && live.over ? "Back to the last game" : "Back to the live game";
  drawAbout(game);
  markReason(at);
  drawPlayers();
  drawMoment();
}

function drawAbout(game) {
  const facts = [game.opening, game.event !== "?" ? game.event : null, game.control];
  const end = game.over ? game.result + (game.why ? " – " + game.why : "") : "";
  fill(byId("about"),
    end ? make("strong", {}, end) : null,
    make("span", {}, facts.filter((fact) => fact).join(" · ")),
  );
}

// The reason for the move shown, or for the own one before it, stands out and is in view within its list.
function markReason(at) {
  const [list, game] = [byId("reasons"), shown()];
  const theirs = game.plies[at - 1] && game.plies[at - 1].side !== own(game);
  const wanted = theirs ? at - 1 : at;
  for (const button of list.querySelectorAll("button")) {
    const is = Number(button.dataset.ply) === wanted;
    if (is) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (is && !isLive()) {
      const row = button.parentElement;
      list.scrollTop = row.offsetTop - list.offsetTop - (list.clientHeight - row.clientHeight) / 2;
    }
  }
  // Whoever has gone further down is left alone.
  if (isLive() && list.scrollTop < 60) list.scrollTop = 0;
}

function drawPlayers() {
  const game = shown();
  const sides = below() === "w" ? ["b", "w"] : ["w", "b"];
  ["above", "below"].forEach((id, index) => {
    const side = sides[index];
    const elo = game.elo[side === "w" ? 0 : 1];
    fill(byId(id),
      make("span", { class: "dot " + side, title: side === "w" ? "White" : "Black" },
        make("span", { class: "unseen" }, side === "w" ? "White: " : "Black: ")),
      make("span", { class: "name" }, side === "w" ? game.white : game.black),
      elo ? make("span", { class: "elo" }, elo) : null,
      side === game.me ? make("span", { class: "pill" }, "zeitnot") : null,
      make("span", { class: "clock", id: "clock-" + side, role: "timer" }),
    );
  });
  tick();
}

// Clocks: they run here between what the server tells, or stand as they stood after the move shown.
function tick() {
  const game = shown();
  if (!game) return;
  const passed = performance.now() - moments;
  for (const side of ["w", "b"]) {
    const clock = byId("clock-" + side);
    if (!clock) continue;
    let left = null, runs = false;
    if (isLive() && moment && moment.clocks) {
      runs = moment.running === side && !game.over;
      left = moment.clocks[side === "w" ? 0 : 1] - (runs ? passed : 0);
    } else {
      const last = game.plies.slice(0, position()).filter((step) => step.side === side).pop();
      left = last ? last.left : null;
    }
    clock.textContent = left === null ? "" : clockTime(left);
    clock.classList.toggle("runs", runs);
    clock.classList.toggle("short", left !== null && left < 10000);
  }
  drawPresent(passed);
}

// The move that is thought about now: what it has taken of what was planned.
function drawPresent(passed) {
  const playing = moment && live && !live.over && !past;
  byId("present").hidden = !playing;
  if (!playing) return;
  const plan = moment.plan;
  const [used, more, mark] = byId("present-gauge").children;
  mark.hidden = !plan;
  if (!plan) {
    const theirs = moment.running && moment.running !== live.me;
    const other = own(live) === "w" ? live.black : live.white;
    fill(byId("present-words"), theirs ? "Waiting for " + other : "Not thinking about a move");
    used.style.width = more.style.width = "0";
    return;
  }
  const spent = plan.spent + passed;
  const last = live.plies[live.plies.length - 1];
  const n = last ? (last.side === "w" ? last.n : last.n + 1) : 1;
  fill(byId("present-words"),
    make("strong", {}, "Thinking about move " + n),
    ": " + amount(spent) + " of " + amount(plan.planned) + " planned, " + amount(plan.most) + " at most",
  );
  const most = Math.max(Math.min(plan.most, 3 * plan.planned), spent, 1);
  const within = Math.min(spent, plan.planned);
  used.style.width = 100 * within / most + "%";
  more.style.left = used.style.width;
  more.style.width = 100 * (spent - within) / most + "%";
  mark.style.left = 100 * plan.planned / most + "%";
}

// What the engine thinks, where it is, and how good the line is.
function drawMoment() {
  if (!moment) return;
  const thought = past ? null : moment.thinking;
  byId("thinking").hidden = shown() !== null && shown().over;
  byId("thinking").replaceChildren(...(thought ? [
    make("strong", {}, thoughtScore(thought)), " ",
    make("span", { class: "facts" }, "depth " + thought.depth + " · " + count(thought.nodes) + " nodes · " + amount(thought.elapsed)
      + (live && live.me && thought.side !== live.me ? " · on the opponent’s time" : "")), " ",
    make("span", { class: "line" }, thought.line),
  ] : []));
  const where = moment.server ? " on " + moment.server : "";
  byId("place").textContent = (moment.name || "Nobody yet") + where;
  const score = moment.score;
  byId("standing").textContent = score && score.some((games) => games > 0)
    ? "+" + score[0] + " =" + score[1] + " −" + score[2] : "";
  byId("standing").title = "won, drawn, lost since the start";
  byId("lag").textContent = moment.lag
    ? "Lag: usually " + amount(moment.lag[0]) + ", seldom above " + amount(moment.lag[1]) : "";
  drawTitle();
}

// The score as the engine sees it: what is at least so good for White is at most so good for Black.
function thoughtScore(thought) {
  const side = live ? own(live) : "w";
  const bound = side === "w" ? thought.bound : { "≥": "≤", "≤": "≥", "": "" }[thought.bound];
  return bound + scoreText(thought, side);
}

function drawTitle() {
  const step = live ? live.plies[live.plies.length - 1] : null;
  document.title = (step ? moveName(step) + " – " : "") + (moment.name || "zeitnot");
}

// Goes to so many half-moves of the game shown; at the end of the live game it follows on.
function go(to) {
  const wanted = Math.max(0, Math.min(to, plies()));
  ply = wanted === plies() && past === null ? null : wanted;
  if (shown()) drawMove();
}

function follow() {
  [past, ply] = [null, null];
  if (live) drawGame();
}

async function open(id) {
  const answer = await fetch("/game/" + id + ".json");
  if (!answer.ok) return;
  past = await answer.json();
  ply = past.plies.length;
  drawGame();
  byId("play").scrollIntoView({ block: "nearest" });
}

async function drawList() {
  const answer = await fetch("/games.json");
  if (!answer.ok) return;
  const { games, days } = await answer.json();
  byId("list").replaceChildren(...(games.length > 0 ? games.map(row) : [
    make("tr", {}, make("td", { colspan: 7, class: "facts" }, "No game has ended yet.")),
  ]));
  byId("links").replaceChildren(...(games.length === 0 ? [] : [
    make("a", { href: "/games.pgn", download: "" }, "All as PGN"), " ",
    make("a", { href: "/stats/all.txt" }, "Statistics"), " ",
    make("a", { href: "/stats/all.svg" }, "as a picture"),
  ]));
  byId("days").replaceChildren(...days.slice(0, 14).map((day) => make("span", {},
    day.date + ": " + day.games + (day.games === 1 ? " game " : " games "),
    make("a", { href: "/stats/" + encodeURIComponent(day.date) + ".txt", "aria-label": "Statistics of " + day.date }, "statistics"), " ",
    make("a", { href: "/stats/" + encodeURIComponent(day.date) + ".svg", "aria-label": "Picture of " + day.date }, "picture"),
  )));
}

function row(game) {
  const won = game.me && game.result !== "*" && game.result !== "1/2-1/2"
    ? ((game.result === "1-0") === (game.me === "w") ? "won" : "lost") : "";
  const name = (side, text) => make("span", { class: game.me === side ? "own" : null }, text);
  const button = make("button", { type: "button", class: "link" }, name("w", game.white), " – ", name("b", game.black));
  button.addEventListener("click", () => open(game.id));
  return make("tr", {},
    make("td", {}, button, game.why ? make("span", { class: "facts" }, game.why) : null),
    make("td", { class: "result " + won }, game.result),
    make("td", { class: "number" }, String(game.moves)),
    make("td", { class: "wide" }, game.control || ""),
    make("td", { class: "wide" }, game.opening || ""),
    make("td", { class: "wide" }, game.date),
    make("td", {}, make("a", { href: "/game/" + game.id + ".pgn", "aria-label": "PGN of " + game.white + " against " + game.black }, "PGN")),
  );
}

function hearGame(text) {
  const before = live;
  live = JSON.parse(text);
  if (past) return;
  const another = before && (before.white !== live.white || before.black !== live.black || before.plies.length > live.plies.length + 4);
  if (another) ply = null;
  drawGame();
  const step = live.plies[live.plies.length - 1];
  if (step && isLive()) {
    byId("told").textContent = live.over ? live.result + ", " + live.why
      : (step.side === "w" ? live.white : live.black) + " plays " + step.san;
  }
}

function hearMoment(text) {
  [moment, moments] = [JSON.parse(text), performance.now()];
  link(moment.link || "connected", "good");
  if (moment.games !== gamesKnown) {
    gamesKnown = moment.games;
    drawList();
  }
  drawMoment();
  tick();
}

function link(words, kind) {
  byId("link").textContent = words;
  byId("link").className = "pill " + kind;
}

function listen() {
  const events = new EventSource("/events");
  events.addEventListener("game", (event) => hearGame(event.data));
  events.addEventListener("now", (event) => hearMoment(event.data));
  events.onerror = () => {
    link("zeitnot is not there; trying again", "bad");
    gamesKnown = null;
    // A server that refuses ends the stream for good.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
  };
}

const keys = {
  ArrowLeft: () => go(position() - 1),
  ArrowRight: () => go(position() + 1),
  Home: () => go(0),
  End: () => go(plies()),
  f: () => turn(),
};

function turn() {
  flipped = !flipped;
  if (shown()) drawMove();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !shown()) return;
  // Only within the game, the keys that otherwise go through a page.
  const within = byId("play").contains(document.activeElement);
  if (keys[event.key] && (within || !["Home", "End"].includes(event.key))) {
    event.preventDefault();
    keys[event.key]();
  }
});
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(position() - 1));
byId("forward").addEventListener("click", () => go(position() + 1));
byId("last").addEventListener("click", () => go(plies()));
byId("flip").addEventListener("click", turn);
byId("follow").addEventListener("click", follow);
byId("chart").addEventListener("click", (event) => {
  const to = shown() && plyAt(byId("chart"), shown(), own(shown()), event.clientX);
  if (to) go(to);
});
new ResizeObserver(() => shown() && drawChart(byId("chart"), shown(), own(shown()), position())).observe(byId("chart"));
drawBoard(byId("board"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", null, "w");
setInterval(tick, 100);
listen();
