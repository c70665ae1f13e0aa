// Which of these lit places, hidden now, does a reader get to by the arrows at the edges of their map? Run in the page by walk.py, after
// look.js (whose isFree it asks), with their picks; returns those that were free on screen after some presses. An arrow that is hidden or
// covered helps nobody, and arrows that count too few are not believed.
async (picks) => {
  const MOST = 16;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const nodesOf = (pick) => [...document.querySelectorAll(".board-host [data-pick].legal, .board-host [data-pick].picked")].filter((node) => node.dataset.pick === pick && node.getClientRects().length);
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const isPressable = (arrow) => arrow.checkVisibility() && document.elementFromPoint(...middle(arrow.getBoundingClientRect()))?.closest("[data-edge]") === arrow;
  const arrows = () => [...document.querySelectorAll(".board-host [data-edge]:not([hidden])")].filter(isPressable);
  /* The window of the map is the room on which its arrows lie. */
  const beyond = (node, way) => {
    const box = node.getBoundingClientRect(), room = document.querySelector(".board-host .edges").getBoundingClientRect();
    return { right: box.right - room.right, left: room.left - box.left, down: box.bottom - room.bottom, up: room.top - box.top }[way] > 1;
  };
  await frame();
  await frame();
  if (!document.querySelector(".board-host .edges")) return [];
  const told = arrows().reduce((sum, arrow) => sum + Number(arrow.querySelector("b").textContent), 0);
  const out = new Set(picks.flatMap(nodesOf).filter((node) => node.matches(".legal") && ["right", "left", "down", "up"].some((way) => beyond(node, way))));
  if (told < out.size) return [];
  const reached = new Set();
  const note = () => {
    for (const pick of picks) if (!reached.has(pick) && nodesOf(pick).some(isFree)) reached.add(pick);
  };
  note();
  for (const pick of picks) {
    for (let press = 0; press < MOST && !reached.has(pick); press += 1) {
      const shown = arrows();
      const [node] = nodesOf(pick);
      const arrow = shown.find(({ dataset }) => node && beyond(node, dataset.edge)) ?? shown[press % Math.max(1, shown.length)];
      if (!arrow) break;
      arrow.click();
      await frame();
      await frame();
      note();
    }
  }
  return [...reached];
}
