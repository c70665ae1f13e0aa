// The lobby follows what happens: the part [data-live] of the page is fetched again and again while somebody looks at it, and
// whoever waits goes to his table when it is there.

const USUAL = 5000;
const WAITING = 2000;

/** Whether the reader is in the middle of something there. */
function busy(part) {
  const focus = document.activeElement;
  return part.contains(focus) && focus.matches("input:not([type=hidden]), select, textarea");
}

/** The same control in the new part as had the focus in the old one: of the same kind, with the same words, at the same place. */
function remember(part) {
  const focus = document.activeElement;
  if (!part.contains(focus)) return () => undefined;
  const place = [...part.querySelectorAll("a, button")].indexOf(focus);
  const words = focus.textContent;
  return () => {
    const all = [...part.querySelectorAll("a, button")];
    (all.find((one, n) => n === place && one.textContent === words) ?? all.find((one) => one.textContent === words))?.focus();
  };
}

/** Fetches the part anew. */
async function refresh(part) {
  const answer = await fetch(part.dataset.live, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const begun = answer.headers.get("X-Begun");
  if (begun) {
    location.assign(begun);
    return;
  }
  const html = await answer.text();
  if (html === part.shown || busy(part)) return;
  const refocus = part.shown === undefined ? () => undefined : remember(part);
  if (part.shown !== undefined || html.trim() !== part.innerHTML.trim()) part.innerHTML = html;
  part.shown = html;
  refocus();
  const ready = part.querySelector("[data-ready]");
  document.title = document.title.replace(/^● /, "");
  if (ready) document.title = `● ${document.title}`;
}

const part = document.querySelector("[data-live]");
const waits = document.querySelector("[data-wait]");

async function follow() {
  if (!document.hidden) {
    try {
      if (part) await refresh(part);
      else {
        const answer = await fetch(location.href);
        if (answer.redirected) location.assign(answer.url);
        else if (!(await answer.text()).includes("data-wait")) location.reload();
      }
    } catch {
      // the server does not answer: try again
    }
  }
  setTimeout(follow, part?.querySelector(".wait") || waits ? WAITING : USUAL);
}

if (part || waits) setTimeout(follow, USUAL);
