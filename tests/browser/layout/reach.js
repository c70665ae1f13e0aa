// Which of these places, outside the window of a map, does a reader get to by the arrows at its edges? Run in the page by walk.py with
// their picks; returns those that were free on screen after some presses. An arrow that is hidden, covered or on the wrong side helps
// nobody, and one that counts too few is not believed.
async (picks) => {
  const MOST = 16;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const nodesOf = (pick) => [...document.querySelectorAll(".board-host [data-pick].legal, .board-host [data-pick].picked")].filter((node) => node.dataset.pick === pick);
  const windowOf = (node) => {
    for (let n = node; n; n = n.parentElement) if (getComputedStyle(n).touchAction === "none") return n.getBoundingClientRect();
    return null;
  };
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const arrowAt = (x, y) => document.elementFromPoint(x, y)?.closest("[data-edge]") ?? null;
  const isFree = (node) => {
    const box = node.getBoundingClientRect(), room = windowOf(node);
    if (!room || box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 || box.bottom > room.bottom + 1) return false;
    const tried = [0.15, 0.5, 0.85].flatMap((fy) => [0.15, 0.5, 0.85].map((fx) => document.elementFromPoint(box.left + box.width * fx, box.top + box.height * fy)));
    return tried.filter((top) => top && (node.contains(top) || top.closest("[data-pick]")?.dataset.pick === node.dataset.pick)).length >= 6;
  };
  /* The arrow to press for a place: the one towards it, or the one that lies over it. It must be free itself. */
  const towards = (node) => {
    const box = node.getBoundingClientRect(), room = windowOf(node);
    if (!room) return null;
    const ways = [];
    if (box.right > room.right) ways.push("right");
    if (box.left < room.left) ways.push("left");
    if (box.bottom > room.bottom) ways.push("down");
    if (box.top < room.top) ways.push("up");
    const shown = ways.map((way) => document.querySelector(`.board-host [data-edge="${way}"]:not([hidden])`)).filter((arrow) => arrow && arrowAt(...middle(arrow.getBoundingClientRect())) === arrow);
    return shown[0] ?? (ways.length ? null : arrowAt(...middle(box)));
  };
  const told = () => [...document.querySelectorAll(".board-host [data-edge]:not([hidden]) b")].reduce((sum, { textContent }) => sum + Number(textContent), 0);
  const beyond = picks.flatMap(nodesOf).filter((node) => {
    const box = node.getBoundingClientRect(), room = windowOf(node);
    return room && node.classList.contains("legal") && (box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1 || box.bottom > room.bottom + 1);
  }).length;
  if (told() < beyond) return [];
  const reached = new Set();
  const note = () => {
    for (const pick of picks) if (!reached.has(pick) && nodesOf(pick).some(isFree)) reached.add(pick);
  };
  for (const pick of picks) {
    for (let press = 0; press < MOST && !reached.has(pick); press += 1) {
      const arrow = nodesOf(pick).map(towards).find(Boolean);
      if (!arrow) break;
      arrow.click();
      await frame();
      note();
    }
  }
  return [...reached];
}
