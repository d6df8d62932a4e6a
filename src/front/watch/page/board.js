// The board with its men, last move and check.

const MEN = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

// The men of a FEN by square: { e1: "K", ... }.
function placed(men) {
  const found = {};
  men.split("/").forEach((rank, row) => {
    let file = 0;
    for (const sign of rank) {
      if (/\d/.test(sign)) file += Number(sign);
      else found["abcdefgh"[file++] + (8 - row)] = sign;
    }
  });
  return found;
}

// Draws a position; `step` is the move that led to it, if there was one.
function drawBoard(svg, men, step, below) {
  const position = placed(men);
  const parts = [];
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const [file, rank] = below === "w" ? [column, 8 - row] : [7 - column, row + 1];
      const square = "abcdefgh"[file] + rank;
      parts.push(...drawSquare(square, column * 45, row * 45, (file + rank) % 2 === 0, step));
      if (row === 7) parts.push(label("abcdefgh"[file], column * 45 + 42, 357, "end", file + rank));
      if (column === 0) parts.push(label(String(rank), 2.5, row * 45 + 10, "start", file + rank));
      const man = position[square];
      if (man) {
        const white = man === man.toUpperCase();
        parts.push(draw("use", {
          href: "#" + man.toLowerCase(), x: column * 45, y: row * 45, width: 45, height: 45,
          class: white ? "man white" : "man black",
        }));
      }
    }
  }
  svg.replaceChildren(...parts);
}

function drawSquare(square, x, y, light, step) {
  const place = { x, y, width: 45, height: 45 };
  const parts = [draw("rect", { ...place, class: light ? "light" : "dark" })];
  if (step && (step.from === square || step.to === square)) {
    parts.push(draw("rect", { ...place, class: "moved" }));
  }
  if (step && step.check === square) {
    parts.push(draw("circle", { cx: x + 22.5, cy: y + 22.5, r: 21.5, class: "check" }));
  }
  return parts;
}

function label(text, x, y, anchor, sum) {
  const shade = sum % 2 === 0 ? "on-light" : "on-dark";
  const element = draw("text", { x, y, "text-anchor": anchor, class: "coordinate " + shade });
  element.textContent = text;
  return element;
}

// The position for those who hear it.
function boardInWords(men, step) {
  const position = placed(men);
  const list = (white) => {
    const own = Object.entries(position).filter(([, man]) => (man === man.toUpperCase()) === white);
    const order = "kqrbnp";
    own.sort((a, b) => order.indexOf(a[1].toLowerCase()) - order.indexOf(b[1].toLowerCase()));
    return own.map(([square, man]) => MEN[man.toLowerCase()] + " " + square).join(", ");
  };
  const last = step ? "After " + moveName(step) + (step.check ? ", check" : "") + ". " : "";
  return last + "White: " + list(true) + ". Black: " + list(false) + ".";
}
