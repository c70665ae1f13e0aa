// Which drawn things of the board explain nothing when they are pointed at? Letters and pictures count; each must lie in something the
// inspector knows: [data-inspect], [data-pick], [data-tip], or in a control with words of its own. What only holds others (data-ground: a
// map, a table, a hand) explains itself, which is its own shapes (a path that is drawn), and nothing that lies on it. The board's panels in the right column count, too. Things of one class count once.
() => {
  const known = "[data-inspect], [data-pick], [data-tip], button, summary, a[href], label, input, select, h2, h3, caption";
  const seen = (node) => node.getClientRects().length > 0 && node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isShape = (node) => node instanceof SVGUseElement && document.querySelector(node.getAttribute("href") ?? "none") instanceof SVGPathElement;
  const named = (node) => {
    const classes = (n) => (typeof n.className === "string" ? n.className : n.className?.baseVal) ?? "";
    const path = [];
    for (let n = node; n && !n.classList.contains("board-host") && path.length < 3; n = n.parentElement) {
      const name = classes(n).split(/\s+/).filter((each) => each && !/^(legal|picked|last|advised|warned|refused|aimed)$|\d/.test(each))[0];
      if (name && path[0] !== name) path.unshift(name);
    }
    return path.join(" ") || node.tagName.toLowerCase();
  };
  const silent = new Map();
  const check = (host, node) => {
    if (!seen(node) || node.closest("defs, .visually-hidden, [hidden]")) return;
    const told = node.closest(known);
    if (told && host.contains(told) && (!told.hasAttribute("data-ground") || isShape(node) || told === node)) return;
    const key = named(node);
    silent.set(key, silent.get(key) ?? (node.textContent || node.getAttribute("href") || node.tagName).trim().replace(/\s+/g, " ").slice(0, 40));
  };
  for (const host of document.querySelectorAll(".board-host, .side > .panel:not(.players, .log-panel, .tray, .coach)")) {
    const walk = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) if (node.data.trim()) check(host, node.parentElement);
    for (const node of host.querySelectorAll("use, image, img")) check(host, node);
    for (const node of host.querySelectorAll(":not(svg *) > svg:not(:has(text, use, image, [data-inspect]))")) if (node.clientWidth > 4) check(host, node); // a sign drawn on the spot
  }
  return [...silent].map(([where, what]) => `${where}: ${what}`);
}
