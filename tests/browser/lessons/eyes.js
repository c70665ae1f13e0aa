// What a learner sees now: the step, the rings, the buttons, and, where he reads, the words. Nothing here looks behind the page.
(reading) => {
  const drawn = (node) => node.getClientRects().length > 0 && !node.closest("[hidden]");
  const middle = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
  };
  const found = (selector) => [...document.querySelectorAll(selector)].filter(drawn).map(middle);
  const coach = document.querySelector(".coach");
  if (!coach) return null;
  const ring = (node) => {
    const at = middle(node);
    const over = document.elementFromPoint(at.x, at.y);
    return { ...at, coach: coach.contains(over), now: node.closest(".target").classList.contains("now") };
  };
  const inside = ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  /* thousands of places on a great map: not for every glance */
  const words = () => {
    const letters = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const round = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || coach.contains(round) || round.closest("[hidden], script, style")) continue;
      if ([...round.getClientRects()].some(inside)) letters.push(texts.currentNode.data);
    }
    for (const node of document.querySelectorAll("[aria-label], [data-tip], [placeholder]"))
      if (!coach.contains(node) && drawn(node) && inside(node.getBoundingClientRect()))
        letters.push(node.getAttribute("aria-label") ?? node.dataset.tip ?? node.getAttribute("placeholder"));
    return letters.join(" ");
  };
  const lit = document.querySelector(".limelight:not([hidden])");
  return {
    step: coach.dataset.step ?? "",
    kind: document.querySelector(".prompt.sending") || document.body.classList.contains("staged") ? "watch" : coach.dataset.kind ?? "watch",
    rings: lit ? [...lit.querySelectorAll(".ring")].map(ring) : [],
    next: found(".coach-foot [data-do=next]").length > 0,
    answers: [...coach.querySelectorAll(".quiz label")].map((node) => node.textContent),
    because: coach.querySelector(".because")?.textContent ?? "",
    sure: found("dialog[open] :is(.button.danger, .button.primary)")[0] ?? null,
    ended: found(".lesson-end").length > 0,
    bold: [...coach.querySelectorAll(".say b")].map((node) => node.textContent),
    words: reading ? words() : "",
    elsewhere: reading ? document.body.textContent : "",
    todo: coach.querySelector(".todo")?.textContent ?? "",
    prompt: document.querySelector(".prompt")?.textContent ?? "",
  };
}
