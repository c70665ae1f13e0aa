// The still parts of the map: sea, land, regions, rivers, rails, and the printed spaces. Drawn once.

const STAR = "M0-8l2.400 5 5.400.7-4 3.700 1 5.400L0 4.100l-4.800 2.700 1-5.400-4-3.700 5.400-.7z";
const TERRAIN = {
  clear: "",
  forest: '<path class="tg" d="M0-5l3.400 5h-2l2.600 4h-8l2.600-4h-2z"/>',
  swamp: '<path class="tg line" d="M-5 3h10M-3 3v-6M0 3v-8M3 3v-6"/>',
  mountain: '<path class="tg" d="M-6 4l4-8 2.400 4 1.600-2.500 4 6.500z"/>',
  desert: '<path class="tg" d="M-4 2a1 1 0 1 0 .1 0M0-3a1 1 0 1 0 .1 0M4 2a1 1 0 1 0 .1 0"/>',
  urban: '<path class="tg" d="M-6 4v-6h3v-3h4v2h4v7z"/>',
  fortified: '<path class="tg" d="M-6 4v-7h2v2h2v-2h4v2h2v-2h2v7z"/>',
};
const ANCHOR = '<g class="port" transform="translate(11 -9)"><circle r="6.200"/><path d="M0-4V4M-3.400 1A3.400 3.400 0 0 0 3.400 1M-2-2H2"/></g>';

/** Sea, land, tints, cells, rivers and links; the washes and the front are left empty for the map to fill. */
export function ground(geometry) {
  const { size, land, regions, cells, rivers, links, ticks, cp_line: line } = geometry;
  const [w, h] = size;
  const rail = (is) => links.filter(([, , rails]) => rails === is).map(([, , , path]) => path).join("");
  const tints = Object.values(regions).map(([tint, , , , d]) => `<path class="t${tint}" d="${d}"/>`);
  const touch = Object.entries(cells).map(([id, d]) => `<path class="cell" data-cell="${id}" data-inspect="space:${id}" d="${d}"/>`);
  return `<defs><path id="toc-land" d="${land}"/><path id="toc-rails" d="${rail(true)}"/><path id="toc-front" d=""/>
    <clipPath id="toc-reds"><path class="clip-red" d=""/></clipPath><clipPath id="toc-whites"><path class="clip-white" d=""/></clipPath></defs>
    <rect class="sea" x="-1200" y="-1200" width="${w + 2400}" height="${h + 2400}"/>
    <use href="#toc-land" class="halo-2"/><use href="#toc-land" class="halo-1"/><use href="#toc-land" class="land"/>
    <g class="tints">${tints.join("")}</g>
    <path class="wash red" d=""/><path class="hatching" fill="url(#toc-hatch)" d=""/><path class="wash white" d=""/><path class="wash cp" fill="url(#toc-cp)" d=""/>
    <use href="#toc-land" fill="url(#toc-grain)"/>
    <path class="borders" d="${Object.values(regions).map((row) => row[4]).join("")}"/>
    <path class="rivers" d="${rivers}"/><use href="#toc-land" class="coast"/>
    <g class="cells">${touch.join("")}</g>
    <path class="cp-line under" d="${line}"/><path class="cp-line" d="${line}"/>
    <path class="quiet" d=""/>
    <g clip-path="url(#toc-reds)"><use href="#toc-front" class="front red"/></g>
    <g clip-path="url(#toc-whites)"><use href="#toc-front" class="front rim"/><use href="#toc-front" class="front white"/></g>
    <use href="#toc-front" class="front core"/>
    <path class="road" d="${rail(false)}"/><use href="#toc-rails" class="rail"/><use href="#toc-rails" class="rail ties"/><path class="tick" d="${ticks}"/>`;
}

/** A printed space: circle with its terrain, a star for a victory city, a square for a box. */
export function printedSpace({ city, box, port, terrain }) {
  const body = city
    ? `<circle class="vr" r="14.500"/><circle class="dot" r="11.500"/><path class="vs" d="${STAR}"/>`
    : box
      ? '<rect class="dot" x="-11" y="-9" width="22" height="18" rx="3"/>'
      : `<circle class="dot" r="8.500"/>${TERRAIN[terrain]}`;
  return body + (port ? ANCHOR : "");
}

export const star = (x, y, name, scale = 0.8) => `<path class="ls ${name}" transform="translate(${x} ${y}) scale(${scale})" d="${STAR}"/>`;
