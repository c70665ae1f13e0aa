// Files that the page has named beforehand, with their version.

/** The address under which the page has named a file: a browser that has it need not ask for it again. @param {string} address */
export function named(address) {
  /** @param {string} href */
  const path = (href) => new URL(href, location.href).pathname;
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll('link[rel="preload"][as="fetch"]');
  return [...links].map((link) => link.href).find((href) => path(href) === path(address)) ?? address;
}
