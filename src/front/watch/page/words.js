// Words and small tools. What others have written (names, reasons) only ever becomes text, never markup.

const byId = (id) => document.getElementById(id);

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Puts these in place of what an element has; what is nothing is left out.
function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== ""));
}

function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Time on a clock: 1:02:03, 4:59, and with tenths below twenty seconds.
function clockTime(ms) {
  const left = Math.max(ms, 0);
  const two = (number) => String(number).padStart(2, "0");
  if (left < 20000) return "0:" + two(Math.floor(left / 1000)) + "." + Math.floor(left / 100) % 10;
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return hours + ":" + two(minutes) + ":" + two(seconds % 60);
  return minutes + ":" + two(seconds % 60);
}

// An amount of time, no finer than anybody wants to read it.
function amount(ms) {
  if (ms < 100) return Math.round(ms) + " ms";
  if (ms < 950) return (ms / 1000).toFixed(2) + " s";
  if (ms < 59500) return (ms / 1000).toFixed(1) + " s";
  return clockTime(ms);
}

// A score for White, or with the other sign for Black.
function scoreText(step, side = "w") {
  const sign = side === "w" ? 1 : -1;
  if (step.mate !== null) return (sign * step.mate < 0 ? "−" : "") + "#" + Math.abs(step.mate);
  if (step.cp === null) return "";
  const cp = sign * step.cp;
  return (cp < 0 ? "−" : "+") + (Math.abs(cp) / 100).toFixed(2);
}

// A score between -1 and 1: pawns count less the more of them there are.
function share(step, side) {
  const sign = side === "w" ? 1 : -1;
  if (step.mate !== null) return sign * (step.mate > 0 ? 1 : -1);
  return Math.tanh(sign * step.cp / 300);
}

const moveName = (step) => step.n + (step.side === "w" ? ". " : "… ") + step.san;

const sentence = (text) => text === "" ? "" : text[0].toUpperCase() + text.slice(1);

function count(number) {
  if (number < 1e3) return String(number);
  if (number < 1e6) return (number / 1e3).toFixed(0) + " k";
  return (number / 1e6).toFixed(1) + " M";
}
