// For the pages round the table. Everything there works without script; this makes theme and language change at once and
// copies links.
//
//   <button data-theme-switch>             changes between paper and night
//   <form data-auto-submit> with a select  is sent when the select changes
//   <button data-copy="https://…" data-copied="Copied">

import { copy } from "./dom.js";
import { theme, useTextSize, useTheme } from "./settings.js";

useTheme();
useTextSize();

document.addEventListener("click", async (event) => {
  const target = event.target.closest("[data-theme-switch], [data-copy]");
  if (!target) return;
  if (target.matches("[data-theme-switch]")) {
    event.preventDefault();
    useTheme(theme() === "night" ? "paper" : "night");
    return;
  }
  await copy(target.dataset.copy);
  if (target.dataset.copied) target.textContent = target.dataset.copied;
});

document.addEventListener("change", (event) => event.target.closest("form[data-auto-submit]")?.requestSubmit());
