// What of this page can be seen and touched? Returns {found: [{kind, where, what, shell, box, …}], facts}. Run in the page by walk.py.
//
// A choice must be whole, free and on screen, or one scroll away inside a list that says how many it holds (the tray's rows,
// [data-scrolls]); what lies outside a map's window is brought in by the map's own arrows, and reach.js presses them. A word must not be cut. The log must show its newest line, below 1100 px the ticker.
() => {
  const found = [];
  const vw = innerWidth, vh = innerHeight;
  const dialog = document.querySelector("dialog[open]");
  const scope = dialog ?? document.body;
  const round = (n) => Math.round(n);
  const words = (node) => (node.getAttribute?.("aria-label") || node.textContent || "").replace(/\s+/g, " ").trim().slice(0, 70);
  const place = (node) => {
    for (let n = node; n && n !== document.body; n = n.parentElement) {
      const name = n.dataset?.panel ?? (typeof n.className === "string" ? n.className : n.className?.baseVal) ?? "";
      const hit = name.match(/\b(prompt|top|log-panel|tray|ticker|tabs|hand|wheel|duel|roundtable|tablebox|warmap|mapbox|production|floor|plates|globals|side|strip|tracks?|rail|tray|lab|map|score|players|victory|factions?)\b/);
      if (hit) return hit[1];
    }
    return "board";
  };
  /* The shell's own parts are held to nothing less than all; a board's count until it is redrawn. */
  const isShell = (node) => !node.closest(".board-host, .board-host *, .side > .panel:not(.players, .log-panel, .tray, .coach)");
  const listed = (node) => node.closest(".tray .rows, [data-scrolls]");
  const tell = (kind, node, more = {}) => {
    const box = node.getBoundingClientRect();
    found.push({ kind, pick: node.dataset?.pick ?? null, where: place(node), what: words(node), shell: isShell(node), box: [box.x, box.y, box.width, box.height].map(round), ...more });
  };
  const gone = new Map();                        /* inside an SVG a hidden group's letters still have boxes: walk up and ask */
  const hidden = (node) => {
    if (!node || node === document.documentElement) return false;
    if (!gone.has(node)) gone.set(node, getComputedStyle(node).display === "none" || hidden(node.parentElement));
    return gone.get(node);
  };
  const shown = (node) => !hidden(node) && node.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  /* What is left of a box after the window and every ancestor that clips have taken their part. */
  const clips = new Map();
  const clipOf = (node) => {
    const parent = node.parentElement;
    if (!parent) return { l: 0, t: 0, r: vw, b: vh, hard: [] };
    if (clips.has(parent)) return clips.get(parent);
    const outer = clipOf(parent);
    const style = getComputedStyle(parent);
    let mine = outer;
    const cuts = (way) => way !== "visible";
    if ((cuts(style.overflowX) || cuts(style.overflowY)) && style.display !== "inline" && style.display !== "contents") {
      const box = parent.getBoundingClientRect();
      const svg = parent instanceof SVGElement && !(parent instanceof SVGSVGElement);
      if (!svg) {
        mine = { ...outer, hard: [...outer.hard, parent] };
        if (cuts(style.overflowX)) { mine.l = Math.max(outer.l, box.left); mine.r = Math.min(outer.r, box.right); }
        if (cuts(style.overflowY)) { mine.t = Math.max(outer.t, box.top); mine.b = Math.min(outer.b, box.bottom); }
      }
    }
    clips.set(parent, mine);
    return mine;
  };
  const left = (box, clip) => {
    const w = Math.min(box.right, clip.r) - Math.max(box.left, clip.l);
    const h = Math.min(box.bottom, clip.b) - Math.max(box.top, clip.t);
    const area = box.width * box.height;
    return area <= 0 ? 1 : Math.max(0, w) * Math.max(0, h) / area;
  };
  /* Can scrolling bring it in? Not what lies before the origin of its scroller, nor what a hidden overflow cuts. */
  const canReach = (node, box) => {
    for (let n = node.parentElement; n; n = n.parentElement) {
      const style = getComputedStyle(n);
      const outer = n.getBoundingClientRect();
      const y = box.top - outer.top - n.clientTop + n.scrollTop, x = box.left - outer.left - n.clientLeft + n.scrollLeft;
      const scrolls = (way) => way === "auto" || way === "scroll";
      if (style.overflowY !== "visible" && (y < -1 || y + box.height > (scrolls(style.overflowY) ? n.scrollHeight : n.clientHeight) + 1)) return false;
      if (style.overflowX !== "visible" && (x < -1 || x + box.width > (scrolls(style.overflowX) ? n.scrollWidth : n.clientWidth) + 1)) return false;
      if (scrolls(style.overflowY) || scrolls(style.overflowX)) {                 /* from here on: where scrolling would put it */
        const height = Math.min(box.height, outer.height), width = Math.min(box.width, outer.width);
        const into = (at, from, to) => Math.min(Math.max(at, from), to);
        box = { height, width, top: into(box.top, outer.top, outer.bottom - height), left: into(box.left, outer.left, outer.right - width) };
      }
    }
    return true;
  };

  /* 1. Choices: every answer of the prompt, every legal piece, every button of an open dialog. */
  const answers = [...scope.querySelectorAll(dialog ? "button" : ".prompt .buttons button, .tray:not([hidden]) [data-choice], .board-host .legal, .side .legal, [data-pick].picked")];
  /* A map that can be dragged: what lies outside its window is told apart; reach.js tries whether it can be brought in. */
  const frames = new Map();
  const dragged = (node) => {
    for (let n = node instanceof Element ? node : node.parentElement; n; n = n.parentElement) {
      if (!frames.has(n)) frames.set(n, getComputedStyle(n).touchAction === "none");
      if (frames.get(n)) return n;
    }
    return null;
  };
  const family = (node) => node.closest("[data-pick]")?.dataset.pick ?? null;
  const twins = new Map();
  for (const node of answers) {
    const pick = node.dataset.pick;
    if (pick) twins.set(pick, [...(twins.get(pick) ?? []), node]);
  }
  const rows = [...document.querySelectorAll(".tray:not([hidden]) [data-choice]")].filter((row) => canReach(row, row.getBoundingClientRect()));
  let choices = 0, clear = 0;
  const seen = (node) => {
    const box = node.getBoundingClientRect();
    const clip = clipOf(node);
    const share = left(box, clip);
    const rows = [0.15, 0.5, 0.85];
    let hit = 0, tried = 0, over = null;
    for (const fy of rows) for (const fx of rows) {
      const x = box.left + box.width * fx, y = box.top + box.height * fy;
      if (x < clip.l || x > clip.r || y < clip.t || y > clip.b) continue;
      if (node instanceof SVGElement) {           /* a ring or a star does not fill its box: ask only where it is drawn */
        const drawn = [...node.querySelectorAll("path,circle,rect,polygon,use,text,image")].some((part) => {
          const b = part.getBoundingClientRect();
          return x >= b.left && x <= b.right && y >= b.top && y <= b.bottom;
        });
        if (!drawn) continue;
      }
      tried += 1;
      const top = document.elementFromPoint(x, y);
      if (top && (node.contains(top) || top.contains(node) && !(top instanceof SVGElement) && getComputedStyle(node).pointerEvents === "none" || (family(top) !== null && family(top) === family(node)))) hit += 1;
      else over = over ?? top;
    }
    return { box, share, free: tried ? hit / tried : 0, over };
  };
  /* For reach.js: whether a place is free now, also after the map has moved. */
  globalThis.isFree = (node) => {
    clips.clear();
    return judge(node) === null;
  };
  const judge = (node) => {
    const { box, share, free, over } = seen(node);
    if (share > 0.97 && free >= 0.6) return null;
    const out = box.bottom <= 1 || box.right <= 1 || box.top >= vh - 1 || box.left >= vw - 1;
    const how = { visible: round(share * 100), free: round(free * 100), by: over ? `${over.tagName.toLowerCase()}.${String(over.className?.baseVal ?? over.className).split(" ")[0]}` : "" };
    if (share <= 0.97) {
      if (listed(node) && canReach(node, box)) return null;
      if (dragged(node)) return ["choice outside the map window", how];
      if (!canReach(node, box)) return ["choice unreachable", how];
      return [share < 0.02 || out ? "choice off-screen" : "choice clipped", how];
    }
    return ["choice covered", how];
  };
  for (const node of answers) {
    if (!shown(node) || !node.getClientRects().length || !words(node)) continue;   /* a nameless shape is decoration */
    choices += 1;
    const verdict = judge(node);
    if (!verdict) { clear += 1; continue; }
    const others = (twins.get(node.dataset.pick) ?? []).filter((each) => each !== node && shown(each) && each.getClientRects().length);
    if (others.some((each) => judge(each) === null)) { clear += 1; continue; }   /* the same answer is free elsewhere */
    /* on a small screen the open sheet lies over the board: a row of it that can be reached stands for the piece under it */
    const values = (node.dataset.pick ?? "").split(/\s+/);
    if (rows.some((row) => row.dataset.choice.split(" ").some((value) => values.includes(value)))) { clear += 1; continue; }
    tell(verdict[0], node, verdict[1]);
  }

  /* 2. Words: every line of text against what clips it. */
  const texts = [];
  const walk = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.data.trim();
    const holder = node.parentElement;
    if (!text || !holder || /^(SCRIPT|STYLE|TITLE|OPTION|DESC|TEMPLATE)$/i.test(holder.tagName) || !shown(holder)) continue;
    if (holder.closest(".visually-hidden, [hidden], .tableau")) continue;   /* a scene on stage lies over the board by right, and goes */
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    const room = clipOf(node);
    if (!lines.length || room.r - room.l <= 2 && room.r > room.l || room.b - room.t <= 2 && room.b > room.t) continue;   /* for ears only */
    let size = parseFloat(getComputedStyle(holder).fontSize);
    const inSvg = holder instanceof SVGElement && holder.getScreenCTM;
    if (inSvg) { const m = holder.getScreenCTM(); if (m) size *= Math.hypot(m.a, m.b); }
    const clip = clipOf(node);
    const letters = lines.map((b) => new DOMRect(b.x, b.y + b.height * 0.15, b.width, b.height * 0.7));   /* without the leading */
    const share = letters.reduce((sum, box) => sum + left(box, clip), 0) / lines.length;
    texts.push({ node, holder, text, size, inSvg, lines, clip, share });
  }
  const wholeMaps = new Set(texts.map(({ holder }) => dragged(holder)).filter(Boolean));
  for (const { holder, share } of texts) if (share < 0.02) wholeMaps.delete(dragged(holder));
  let small = 0, smallest = 99;
  for (const { node, holder, text, size, lines, clip, share } of texts) {
    if (size < 11.95) {
      small += 1;
      smallest = Math.min(smallest, size);
      found.push({ kind: "text below 12 px", where: place(holder), what: text.slice(0, 70), shell: isShell(holder), px: round(size * 10) / 10, box: [] });
    }
    if (share > 0.97) continue;
    if (dragged(holder)) {                                                        /* a map's window cuts by right, unless all else of the map is in it */
      if (wholeMaps.has(dragged(holder))) found.push({ kind: "text cut by the map's window", where: place(holder), what: text.slice(0, 70), shell: false, visible: round(share * 100), box: [] });
      continue;
    }
    if (holder.closest(".log, .textboard, .chat-lines, .tabs") || listed(holder)) continue;   /* lists that scroll by right */
    if (holder.closest(".prompt .buttons button")) continue;                      /* told as a choice */
    const box = lines[0];
    const reach = canReach(holder, box);
    const scrolled = reach && clip.hard.some((n) => /auto|scroll/.test(getComputedStyle(n).overflowY + getComputedStyle(n).overflowX));
    found.push({ kind: scrolled ? "text below the fold" : "text lost", where: place(holder), what: text.slice(0, 70), shell: isShell(holder), visible: round(share * 100), box: [box.x, box.y, box.width, box.height].map(round) });
  }
  for (const node of scope.querySelectorAll("*")) {                               /* ellipses: words the page itself cut */
    if (node.children.length || !node.textContent.trim() || !shown(node) || node.closest(".log")) continue;
    const style = getComputedStyle(node);
    if (style.textOverflow === "ellipsis" && node.scrollWidth > node.clientWidth + 1) tell("text shortened", node);
  }

  /* 3. Labels that run into each other: oriented boxes of the letters, not of the line. */
  const quad = ({ node, holder, inSvg, lines }) => {
    if (inSvg && holder.getBBox && holder.children.length === 0) {
      const b = holder.getBBox(), m = holder.getScreenCTM();
      const dy = b.height * 0.2, at = (x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
      return [at(b.x + 1, b.y + dy), at(b.x + b.width - 1, b.y + dy), at(b.x + b.width - 1, b.y + b.height - dy), at(b.x + 1, b.y + b.height - dy)];
    }
    const b = lines[0], dy = b.height * 0.2;
    return [[b.left + 1, b.top + dy], [b.right - 1, b.top + dy], [b.right - 1, b.bottom - dy], [b.left + 1, b.bottom - dy]];
  };
  const apart = (p, q) => [p, q].some((shape) => shape.some((a, i) => {
    const b = shape[(i + 1) % 4], nx = b[1] - a[1], ny = a[0] - b[0];
    const on = (s) => s.map(([x, y]) => x * nx + y * ny);
    const [m, n] = [on(p), on(q)];
    return Math.max(...m) <= Math.min(...n) || Math.max(...n) <= Math.min(...m);
  }));
  /* A map that can be dragged shows later what lies beyond its window now: its names must not run into each other there either.
     There nobody can ask what lies on top, so what one thing draws itself (a pile of counters) is left out. */
  const labels = texts.filter((t) => t.holder.closest(".board-host") && (t.share > 0.5 || dragged(t.holder)) && t.text.length > 1 && t.lines.length === 1);
  const reach = (q) => [Math.min(...q.map((p) => p[0])), Math.min(...q.map((p) => p[1])), Math.max(...q.map((p) => p[0])), Math.max(...q.map((p) => p[1]))];
  for (const each of labels) {
    each.quad = quad(each);
    each.reach = reach(each.quad);
  }
  /* With what lies outside the map a name runs together only as far as the map's window shows it. */
  const seenOf = ({ reach: [l, t, r, b], clip }) => [Math.max(l, clip.l), Math.max(t, clip.t), Math.min(r, clip.r), Math.min(b, clip.b)];
  const meet = (p, q) => p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3];
  labels.sort((a, b) => a.reach[0] - b.reach[0]);
  for (let i = 0; i < labels.length; i += 1) for (let j = i + 1; j < labels.length && labels[j].reach[0] < labels[i].reach[2]; j += 1) {
    const [a, b] = [labels[i], labels[j]];
    const oneMap = dragged(a.holder) === dragged(b.holder);
    const isBeyond = (t) => dragged(t.holder) && t.share < 0.97;
    const thing = (t) => t.holder.closest('[role="img"], [data-pick]');
    if (isBeyond(a) && isBeyond(b) && thing(a) && thing(a) === thing(b)) continue;
    if (!meet(...[a, b].map((t) => (oneMap ? t.reach : seenOf(t)))) || a.holder.contains(b.holder) || b.holder.contains(a.holder)) continue;
    if (apart(a.quad, b.quad)) continue;
    /* one hidden under the other's card is a cover, not a collision: both must be on top somewhere on their own middle line */
    const isOnTop = (t) => [0.12, 0.5, 0.88].some((f) => {
      const [x, y] = [t.reach[0] + (t.reach[2] - t.reach[0]) * f, (t.reach[1] + t.reach[3]) / 2];
      if (dragged(t.holder) && (x < t.clip.l || x > t.clip.r || y < t.clip.t || y > t.clip.b)) return true;   /* beyond the window nothing lies on it */
      const n = document.elementFromPoint(x, y);
      return n && (t.holder.contains(n) || n.contains(t.holder));
    });
    if (!isOnTop(a) || !isOnTop(b)) continue;
    found.push({ kind: "labels collide", where: place(a.holder), what: `${a.text.slice(0, 30)} × ${b.text.slice(0, 30)}`, shell: false, box: a.reach.map(round) });
  }
  /* 4. Words under something else. An open sheet of the tray lies over a small board by right: it can be put away; the map goes on under
     its arrows. */
  for (const t of texts) {
    if (t.share <= 0.97 || t.holder.closest(".log, .textboard, .prompt .buttons")) continue;
    const b = t.lines[0];
    const points = [0.1, 0.5, 0.9].map((f) => document.elementFromPoint(b.left + b.width * f, b.top + b.height / 2));
    const covered = points.filter((n) => n && !n.closest(".tray.sheet, .tableau, .edge") && !t.holder.contains(n) && !n.contains(t.holder) && n.closest("[data-pick],button,.panel,.paper,.plates > *,.bombbox,.strip,.inset") !== null && !n.closest("[data-pick],button,.panel,.paper,.plates > *,.bombbox,.strip,.inset").contains(t.holder)).length;
    if (covered >= 2) found.push({ kind: "text covered", where: place(t.holder), what: t.text.slice(0, 70), shell: isShell(t.holder), box: [b.x, b.y, b.width, b.height].map(round) });
  }

  /* 5. The log: on screen, following, and six lines high; below 1100 px the ticker stands for it. */
  const facts = { choices, clear, small, smallest: small ? Math.round(smallest * 10) / 10 : null, base: parseFloat(getComputedStyle(document.body).fontSize) };
  const log = document.querySelector(".log");
  const ticker = document.querySelector(".ticker");
  if (!dialog && vw < 1100) {
    const box = ticker.getBoundingClientRect();
    if (!shown(ticker) || left(box, clipOf(ticker)) < 0.98 || box.height < 20) tell("log off-screen", ticker);
  } else if (!dialog && !document.querySelector(".log-panel.chatting")) {
    const box = log.getBoundingClientRect();
    const high = shown(log) && log.getClientRects().length ? Math.max(0, Math.min(box.bottom, clipOf(log).b, vh) - Math.max(box.top, clipOf(log).t, 0)) : 0;
    const line = parseFloat(getComputedStyle(log).fontSize) * 1.35;
    facts.log = round(high / line * 10) / 10;
    if (high < 40) tell("log off-screen", log, { visible: round(high) });
    else if (high < 6 * line) tell("log too low", log, { visible: round(high) });
    if (high >= 40 && log.scrollHeight - log.scrollTop - log.clientHeight > 24) tell("log not following", log);
  }
  const board = document.querySelector(".board-host")?.getBoundingClientRect();
  if (board) facts.board = round(100 * board.width * board.height / (vw * vh));
  if (document.documentElement.scrollWidth > vw + 1) found.push({ kind: "page wider than window", where: "page", what: String(document.documentElement.scrollWidth), shell: true, box: [] });
  for (const tab of document.querySelectorAll(".tabs button")) {
    const b = tab.getBoundingClientRect();
    if (b.width && (b.right > vw + 1 || tab.scrollWidth > tab.clientWidth)) tell("text lost", tab);
  }
  /* 6. Targets one cannot hit. */
  const least = matchMedia("(pointer: coarse)").matches ? 40 : 22;
  for (const node of answers) {
    if (!shown(node) || !node.getClientRects().length || !words(node)) continue;
    const b = node.getBoundingClientRect();
    if (Math.min(b.width, b.height) < least) tell("target too small", node);
  }
  return { found, facts };
}
