// The drawing vocabulary of WunderWaffen, all our own: signs of 24 × 24 in the colour of the text, blueprints of 64 × 40.

export const SIGNS = {
  soldier:
    '<path d="M12 3.2c-4.6 0-7.6 3.2-7.7 7.3H3v2.2h18v-2.2h-1.3C19.6 6.4 16.6 3.2 12 3.2zM7.2 13.8c0 3 2 5.2 4.8 5.2s4.8-2.2 4.8-5.2zM4 22.5c.2-2 2-3.3 4.3-3.8 1 .9 2.3 1.4 3.7 1.4s2.7-.5 3.7-1.4c2.3.5 4.1 1.8 4.3 3.8z"/>',
  tank:
    '<path d="M14.8 8.2H23v1.7h-7.7l1.1 2.6h4l1.8 3H1.8l1.7-3h2.8l1.3-4.3c.2-.7.7-1.1 1.4-1.1h4.4c.7 0 1.2.4 1.4 1.1z"/><path fill-rule="evenodd" d="M4.6 16.3h14.8a3.2 3.2 0 0 1 0 6.4H4.6a3.2 3.2 0 0 1 0-6.4zm.3 1.8a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zm4.7 0a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zm4.8 0a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zm4.7 0a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8z"/>',
  plane:
    '<path d="M12 1.5c1 0 1.5 1.7 1.5 3.7v3.4L23 13v2.4l-9.5-2.1-.4 5.3 3.4 2.1v1.8L12 21.4l-4.5 1.1v-1.8l3.4-2.1-.4-5.3L1 15.4V13l9.5-4.4V5.2c0-2 .5-3.7 1.5-3.7z"/>',
  artillery:
    '<path d="M5.3 9.3 21.7 2.3 23.2 5.7 14.9 9.3a7 7 0 0 1 1.7 9.5A7 7 0 0 1 5.5 19.6L1.9 22.6.600 21l3.5-3A7 7 0 0 1 6.3 9.9z"/><path d="M10.7 11.3a3.9 3.9 0 1 0 0 7.8 3.9 3.9 0 0 0 0-7.8zm0 2.5a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8z" fill="var(--tk,#fffaf0)" fill-rule="evenodd"/>',
  morale:
    '<path d="M4.5 1.8h2V23h-2zM7.5 3.2c4.5-2.2 7 2 13 0v10c-6 2-8.5-2.2-13 0z"/>',
  politics:
    '<path fill-rule="evenodd" d="M4 2h11l5 5v15H4zm3 6v1.7h8V8zm0 3.6v1.7h10v-1.7zm0 3.6v1.7h4.5v-1.7zM14.5 4v4h4z"/><circle cx="16" cy="18" r="2.6" fill="var(--tk,#fff)" fill-opacity=".9"/>',
  research:
    '<path fill-rule="evenodd" d="M8.5 1.8h7v2h-1.2v5.4l6.1 9.6c1.2 2-.1 3.9-2.2 3.9H5.8c-2.1 0-3.4-1.9-2.2-3.9l6.1-9.6V3.8H8.5zM11.3 4v5.7L8.3 14.4h7.4L12.7 9.7V4z"/>',
  strategy:
    '<path d="M2.5 21.5C3 12.5 7.5 8 13.5 7.7V3l9 7.6-9 7.6v-4.6c-4.6 0-8.2 2.3-11 7.9z"/>',
  fort:
    '<path d="M12 1.5l3 3.2 4.3-.6-.4 4.4 3.6 2.6-3.6 2.7.4 4.4-4.3-.6-3 3.3-3-3.3-4.3.6.4-4.4L1.5 11.1l3.6-2.6-.4-4.4 4.3.6z"/>',
  city:
    '<path d="M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7z"/>',
  table:
    '<path d="M12 8.5c5 0 9 1.9 9 4.3s-4 4.3-9 4.3-9-1.9-9-4.3 4-4.3 9-4.3z"/><circle cx="12" cy="4.6" r="2.6"/><circle cx="3.9" cy="19.4" r="2.6"/><circle cx="20.1" cy="19.4" r="2.6"/>',
  leader:
    '<path d="M3 7l4.5 4L12 4l4.5 7L21 7l-1.6 11H4.6zM4.8 19.5h14.4V22H4.8z"/>',
  flip:
    '<path d="M4 9.5C5.5 5.5 9 3.5 12.5 3.5c3 0 5.7 1.5 7.3 3.9L22 6v7h-7l2.4-2.2C16.3 9 14.5 7.8 12.3 7.8c-2.3 0-4.2 1.3-5.1 3.2zM20 15c-1.5 4-5 6-8.5 6-3 0-5.7-1.5-7.3-3.9L2 18.5v-7h7l-2.4 2.2c1.1 1.8 2.9 3 5.1 3 2.3 0 4.2-1.3 5.1-3.2z"/>',
  any:
    '<path d="M7.5 8.5C7.5 5.7 9.5 4 12.2 4c2.7 0 4.6 1.7 4.6 4 0 3.2-3.6 3.5-3.6 6.5h-2.5c0-4 3.4-4.3 3.4-6.4 0-1.1-.8-1.8-2-1.8s-2 .8-2 2.2zM10.5 17h3v3h-3z"/>',
  warn:
    '<path fill-rule="evenodd" d="M12 2l10.5 19h-21zM11 9l.4 6h1.2l.4-6zm1 7.3a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z"/>',
  lock:
    '<path fill-rule="evenodd" d="M7 10V7.5a5 5 0 0 1 10 0V10h1.5v11h-13V10zm2.2 0h5.6V7.5a2.8 2.8 0 0 0-5.6 0z"/>',
  gate:
    '<path fill-rule="evenodd" d="M2.5 22V6h2.5v2h2V6h2.5v2h5V6H17v2h2V6h2.5v16h-5.7v-5a3.8 3.8 0 0 0-7.6 0v5z"/>',
  fit:
    '<path d="M3 3h7v2.6H5.6V10H3zM14 3h7v7h-2.6V5.6H14zM3 14h2.6v4.4H10V21H3zM18.4 14H21v7h-7v-2.6h4.4z"/>',
  eye:
    '<path fill-rule="evenodd" d="M1.5 12C4 7.5 7.7 5 12 5s8 2.5 10.5 7C20 16.5 16.3 19 12 19s-8-2.5-10.5-7zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"/>',
};

export const GLYPHS = {
  british:
    '<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10z"/>',
  american:
    '<path d="M12 1l3.1 7.3 7.9.7-6 5.2 1.8 7.8L12 17.9 5.2 22 7 14.2 1 9l7.9-.7z"/>',
  russian:
    '<path d="M12 1l9.5 11L12 23 2.5 12z"/>',
  german:
    '<path d="M9 2h6v7h7v6h-7v7H9v-7H2V9h7z"/>',
};

export const BLUEPRINTS = {
  advanced_jets:
    '<path d="M4 20q14-5 42-3.5 11 .8 15 3.5-4 2.7-15 3.5Q18 25 4 20zM36 16.4 20 2h6l18 14.5M36 23.6 20 38h6l18-14.5M22 8.2h15v4H22zM22 27.8h15v4H22zM13 18 7 11h4l8 6.6M13 22l-6 7h4l8-6.6"/><ellipse cx="45" cy="20" rx="4.5" ry="1.6"/>',
  king_tiger:
    '<path d="M4 26l5-6h42l8 6v2H4zM17 20l4-9h17l6 9M41 14.5h20v2.2H42.5M58 13.3h4.5v4.6H58zM26 11V8.5h6V11"/><rect x="3" y="27.5" width="56" height="9.5" rx="4.7"/><circle cx="9" cy="32.2" r="2.8"/><circle cx="16.5" cy="32.2" r="3.2"/><circle cx="24" cy="32.2" r="3.2"/><circle cx="31.5" cy="32.2" r="3.2"/><circle cx="39" cy="32.2" r="3.2"/><circle cx="46.5" cy="32.2" r="3.2"/><circle cx="53.5" cy="32.2" r="2.8"/>',
  night_sights:
    '<path d="M6 14h32v10H6zM12 14v10M32 14v10M16 24v4h10v-4M2 32h44l10-2v4H2zM57 9l5-3M59 19h5M57 29l5 3"/><circle cx="46" cy="19" r="11"/><circle cx="46" cy="19" r="7"/><circle cx="46" cy="19" r="2"/>',
  volksjager:
    '<path d="M3 24q8-6 30-6 20 0 28 5.5Q50 28 33 28 11 28 3 24zM26 25l12 10h7l-7-10M5 22.5 3 11h6l7 8.5M42 18.5q4-4 9 1.5"/><rect x="18" y="7.5" width="28" height="8.5" rx="4.2"/><path d="M42 8v7.5M24 16l-1 3M40 16l1 2.5"/>',
  v2_rocket:
    '<path d="M62 20Q47 10.5 32 10.5H18q-5 1-7 3.5v12q2 2.5 7 3.5h14Q47 29.5 62 20zM22 10.5 7 3v11M22 29.5 7 37V26M7 14v12M11 20h13M32 10.5v19M44 13v14M2 17v6"/>',
  radar_chain:
    '<path d="M13 7A21 21 0 0 0 42 31zM28 18 42 7M23 30l-7 8M31 32.5l5 5.5M10 38h32M48 4q6 3 8 9M46 9q4 2 5 6M15 10.5 38.5 30"/><circle cx="43" cy="6.5" r="2.4"/>',
  ar234:
    '<path d="M3 20q12-4 36-4 17 0 22 4-5 4-22 4-24 0-36-4zM32 16 30 2h6l5 14M32 24l-2 14h6l5-14M24 7h17v4.5H24zM24 28.5h17V33H24zM10 18.4 7 10h4l6 8M10 21.6 7 30h4l6-8M54 17.3v5.4"/>',
  uranium_club:
    '<ellipse cx="32" cy="20" rx="20" ry="7"/><ellipse cx="32" cy="20" rx="20" ry="7" transform="rotate(60 32 20)"/><ellipse cx="32" cy="20" rx="20" ry="7" transform="rotate(-60 32 20)"/><circle cx="32" cy="20" r="3.2"/><circle cx="12.5" cy="18" r="1.5"/><circle cx="43" cy="36" r="1.5"/><circle cx="44" cy="5" r="1.5"/>',
  panzerfaust:
    '<path d="M2 17.5h38v5H2zM40 12q12 0 22 8-10 8-22 8zM46 12.5v15M14 17.5v-5h5M26 22.5v4M8 17.5v5"/>',
  goliath:
    '<path d="M8 26l8-10h32l9 10-8 10H15zM20 16l4-6h16l4 6M24 10V6M4 30q-6 4 0 8"/><circle cx="18" cy="26" r="4.5"/><circle cx="29" cy="29" r="3.5"/><circle cx="38" cy="29" r="3.5"/><circle cx="48" cy="26" r="4.5"/>',
  organised_defence:
    '<path d="M32 2l7 8 11-2-2 10 10 5-10 4 1 10-11-3-6 5-6-5-11 3 1-10-10-4 10-5-2-10 11 2z"/><path d="M24 15h16v12H24zM24 15l-8-6M40 15l8-6M24 27l-7 8M40 27l7 8"/>',
  assault_rifle:
    '<path d="M2 17h14l4-2h20l3 2h19v3H43l-2 3H30l3 12h-6l-4-11h-6L8 30l-5-2zM46 20v4M40 11v4M24 12h12"/>',
  v1_flying_bomb:
    '<path d="M3 26q6-5 14-5h34q8 1 11 4-3 4-11 4H17q-8 0-14-3zM28 21l-4-4h14l2 4M28 29l-8 8h8l10-8M46 21v-6"/><path d="M38 8h23v7H42q-4-1-4-7zM57 8v7"/>',
  x4_missile:
    '<path d="M3 20l10-4h34l14 4-14 4H13zM13 16v8M22 16L14 5h5l12 11M22 24l-8 11h5l12-11M44 16l4-6h4l-1 7M44 24l4 6h4l-1-7"/>',
  komet:
    '<path d="M5 20q8-7 24-7h20q9 2 12 7-3 5-12 7H29Q13 27 5 20zM27 13L44 1h5l-7 12M27 27l17 12h5l-7-12M50 15l11-7v10M18 14.5q4-3 10-1.5"/>',
  wasserfall:
    '<path d="M62 20Q50 12 36 12H12v16h24q14 0 26-8zM12 12L3 4v12M12 28l-9 8V24M36 12l-6-8h-5l2 8M36 28l-6 8h-5l2-8M20 12v16M46 14v12"/>',
  mistel:
    '<path d="M3 27q12-4 34-4 18 0 24 4-6 5-24 5-22 0-34-5zM22 24l-4-3h24l2 2.5M30 31l-4 7h7l7-7M8 26l-3-8h4l6 6.5M14 11q10-3 22-3 12 1 16 3-4 3-16 3-12 0-22-3zM26 14l-2 7M38 14l2 9"/>',
  type_xxi:
    '<path d="M2 24q4-5 14-6h30q10 1 16 6-6 5-16 6H16Q6 29 2 24zM26 18l2-9h10l3 9M32 9V3h3v6M57 20v-4M8 20l-4-4v6M2 35q6-3 12 0t12 0 12 0 12 0 12 0"/>',
  railway_gun:
    '<path d="M4 25h56v5H4zM16 25l4-8h12l4 8M22 17L60 4l2 4-34 12M2 37h60"/><circle cx="10" cy="33" r="3"/><circle cx="18" cy="33" r="3"/><circle cx="46" cy="33" r="3"/><circle cx="54" cy="33" r="3"/>',
  v3_cannon:
    '<path d="M2 33L58 5l3 5L5 38zM16 26l-3-10 4-1 3 9M28 20l-3-10 4-1 3 9M40 14L37 4l4-1 3 9M20 31l8 6 3-3-7-5M32 25l8 6 3-3-7-5M44 19l8 6 3-3-7-5"/>',
  hs293:
    '<path d="M3 16q5-3 14-3h26q12 0 18 4-6 4-18 4H17q-9 0-14-5zM30 13L22 2h6l14 11M30 21l-4 5M12 13L8 6h4l6 7M18 27h26q6 1 8 3.5-2 3-8 3.5H18q-4-1-4-3.5t4-3.5zM36 21v6"/>',
  maus:
    '<path d="M3 24l4-6h48l6 6v6H3zM14 18l3-10h26l6 10M47 11h15v3H48.5M20 8V5h7v3"/><rect x="2" y="27" width="60" height="10.5" rx="5"/><circle cx="9" cy="32.2" r="3.2"/><circle cx="17" cy="32.2" r="3.2"/><circle cx="25" cy="32.2" r="3.2"/><circle cx="33" cy="32.2" r="3.2"/><circle cx="41" cy="32.2" r="3.2"/><circle cx="49" cy="32.2" r="3.2"/><circle cx="56" cy="32.2" r="3"/>',
  ho229:
    '<path d="M32 4q4 0 6 8l24 17v4L40 28l-8 5-8-5L2 33v-4l24-17q2-8 6-8zM28 14h8v7h-8zM22 18l-4 10M42 18l4 10M32 21v12"/>',
  mittelwerk:
    '<path d="M2 36Q10 12 24 10q6-7 14-3 16 3 24 29zM18 36V26q5-7 10 0v10M36 36V26q5-7 10 0v10M10 30l4 2M52 28l3 4M28 14l5 3M2 38h60"/>',
};
