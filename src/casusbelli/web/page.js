// For the pages round the table. Everything there works without script; this makes theme and language change at once,
// copies links and draws the tokens of seats.
//
//   <button data-theme-switch>             changes between paper and night
//   <form data-auto-submit> with a select  is sent when the select changes
//   <button data-copy="https://…" data-copied="Copied">
//   <button data-print>                    prints the page
//   <form data-scenarios>                  shows the seats [data-in] of the chosen scenario alone, and its usual variants [data-usual]

import "./chips.js";
import { copy } from "./dom.js";
import { theme, useTextSize, useTheme } from "./settings.js";

useTheme();
useTextSize();
document.documentElement.classList.add("scripted");
for (const here of document.querySelectorAll(".tabs-row [aria-current]")) here.scrollIntoView({ inline: "center", block: "nearest" });

document.addEventListener("click", async (event) => {
  const target = /** @type {Element} */ (event.target).closest("[data-theme-switch], [data-copy], [data-print]");
  if (!target) return;
  if (target.matches("[data-theme-switch]")) {
    event.preventDefault();
    useTheme(theme() === "night" ? "paper" : "night");
    return;
  }
  if (target.matches("[data-print]")) {
    window.print();
    return;
  }
  await copy(target.dataset.copy);
  if (target.dataset.copied) target.textContent = target.dataset.copied;
});

document.addEventListener("change", ({ target }) => /** @type {HTMLFormElement | null} */ (/** @type {Element} */ (target).closest("form[data-auto-submit]"))?.requestSubmit());

/** Who has just chosen another scenario still wants to play: where none of its seats is his, the first is. @param {HTMLSelectElement[]} seats */
function sitDown(seats) {
  if (seats.length && seats.every(({ value }) => value !== "me")) seats[0].value = "me";
}

/** Seats that the chosen scenario does not have are not asked for; variants that were not touched are as usual in it. */
function fitScenario(form) {
  const scenario = form.querySelector("input[name=scenario]:checked")?.value;
  for (const field of form.querySelectorAll("[data-in]")) {
    const takesPart = field.dataset.in.split(" ").includes(scenario);
    field.hidden = !takesPart;
    for (const control of field.querySelectorAll("select")) control.disabled = !takesPart;
  }
  sitDown([...form.querySelectorAll("[data-in]:not([hidden]) select")]);
  for (const field of form.querySelectorAll("[data-usual]:not(.touched)")) {
    const usual = JSON.parse(field.dataset.usual)[scenario];
    const control = field.querySelector("select, input[type=checkbox]");
    if (control.type === "checkbox") control.checked = usual === true;
    else control.value = String(usual);
  }
}

for (const form of document.querySelectorAll("form[data-scenarios]")) {
  form.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    target.closest("[data-usual]")?.classList.add("touched");
    if (target.name === "scenario") fitScenario(form);
  });
  if (!document.querySelector(".notice.bad")) fitScenario(form);
}
