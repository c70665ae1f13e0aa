// As much of a page as modules need that draw nothing in a test: what they ask of it while they load, and listeners that can be called.

/** Puts a page in place; `press(type, event)` tells it that something has happened. */
export function page({ cookie = "", kept = {} } = {}) {
  const listeners = {};
  const classes = new Set();
  const node = () => ({ addEventListener() {}, setAttribute() {}, append() {}, replaceChildren() {}, dataset: {}, style: {} });
  const classList = { add: (name) => classes.add(name), remove: (name) => classes.delete(name) };
  const listen = (type, heard) => (listeners[type] ??= []).push(heard);
  const body = { classList, contains: () => false };
  globalThis.document = { cookie, hidden: false, body, activeElement: body, documentElement: { dataset: {}, lang: "" }, createElement: node, createElementNS: node, addEventListener: listen, querySelector: () => null };
  globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
  globalThis.localStorage = { getItem: (name) => kept[name] ?? null, setItem: (name, value) => void (kept[name] = value) };
  globalThis.Element ??= class {};
  return { classes, kept, press: (type, event = {}) => (listeners[type] ?? []).forEach((heard) => heard(event)) };
}
