// The keyboard of VISUAL 9. Keys that are single characters can be switched off; Escape and the arrows cannot.

import { isTyping } from "./dom.js";

/** What a key press means, as the name of a command, or null. `letters` tells whether single characters are on. */
function command(event, letters) {
  const third = event.getModifierState("AltGraph"); // on many keyboards [ and ] are typed with it
  if (event.metaKey || event.isComposing || (!third && (event.ctrlKey || event.altKey))) return null;
  if (event.key === "Escape") return "back";
  if (!letters || event.key.length !== 1) return null;
  if (/^[1-9]$/.test(event.key)) return `button ${event.key}`;
  if (event.key === "U") return "redo";
  const key = event.key.toLowerCase();
  return COMMANDS[key] ?? `region ${key}`;
}

const COMMANDS = { " ": "play", u: "undo", "[": "earlier", "]": "later", "/": "command", "?": "help", n: "next", b: "tray", x: "textboard", e: "exit", h: "advice", j: "mentor", a: "aid", p: "pace", i: "inspect", k: "legend", c: "coach" };

/** What the space bar presses itself. */
const PRESSED = "button, a, summary, label, input, [role=button], [data-pick]";

/** Listens on the whole page. commands: {name: (argument) => whether it did something}. */
export function listen(commands, letters) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (isTyping(event.target) && event.key !== "Escape") return;
    if (event.key === " " && event.target instanceof Element && event.target.closest(PRESSED)) return;
    const [name, argument] = command(event, letters())?.split(" ") ?? [];
    if (name && commands[name]?.(argument)) event.preventDefault();
  });
}

/** What the help lists: keys and the text of what they do. */
export const KEYS = [
  [["1", "9"], "buttons"],
  [["Enter", "␣"], "choose"],
  [["←", "→", "↑", "↓"], "arrows"],
  [["N"], "next"],
  [["U"], "undo"],
  [["⇧ U"], "redo"],
  [["Esc"], "back"],
  [["/"], "command"],
  [["B"], "tray"],
  [["E"], "exit"],
  [["X"], "textboard"],
  [["?"], "help"],
  [["H"], "advice"],
  [["J"], "mentor"],
  [["A"], "aid"],
  [["I"], "inspect"],
  [["K"], "legend"],
  [["["], "earlier"],
  [["]"], "later"],
  [["␣"], "play"],
  [["P"], "pace"],
  [["←", "→"], "beats"],
  [["O"], "players"],
  [["L"], "log"],
];
