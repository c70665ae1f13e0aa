// The reader's taste. Language and theme are cookies, so that the server's pages follow them; the rest stays in this browser.

const YEAR = 365 * 24 * 3600;

/** @param {string} name */
function cookie(name) {
  return document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

/** @param {string} name @param {string} value */
function setCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${value ? YEAR : 0}; samesite=lax`;
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The theme in force: paper or night. */
export function theme() {
  return cookie("theme") || wish("theme") || (dark.matches ? "night" : "paper");
}

/** Shows the theme in force; with a name, that one from now on. @param {string} [name] */
export function useTheme(name) {
  if (name !== undefined) setCookie("theme", name);
  document.documentElement.dataset.theme = theme();
}

/** Tells when the system changes between light and dark. @param {() => void} listener */
export function onSystemTheme(listener) {
  dark.addEventListener("change", listener);
}

/** The reader's text sizes: factors are in tokens.css. */
export const TEXT_SIZES = ["small", "usual", "large", "huge"];

/** Shows the text size in force; with a name, that one from now on. @param {string} [name] */
export function useTextSize(name) {
  if (name !== undefined) store("text", name);
  document.documentElement.dataset.text = stored("text", "usual");
}

/** @param {string} language */
export function rememberLanguage(language) {
  setCookie("lang", language);
  document.documentElement.lang = language;
}

/** What the person wishes on every device. What was chosen on this one goes before it. @param {string} name */
function wish(name) {
  return JSON.parse(document.documentElement.dataset.wishes || "{}")[name];
}

/** A value of this browser; storage may be switched off, then it lasts as long as the page. */
const fallback = new Map();

/** @param {string} name @param {any} otherwise @returns {any} */
export function stored(name, otherwise) {
  try {
    const text = localStorage.getItem(`casus.${name}`);
    return text === null ? (fallback.get(name) ?? wish(name) ?? otherwise) : JSON.parse(text);
  } catch {
    return fallback.get(name) ?? wish(name) ?? otherwise;
  }
}

/** @param {string} name @param {any} value */
export function store(name, value) {
  fallback.set(name, value);
  try {
    localStorage.setItem(`casus.${name}`, JSON.stringify(value));
  } catch {
    return;
  }
}
