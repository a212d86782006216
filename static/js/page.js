// Small courtesies on every page; nothing here is needed to read it or to send a form.
(() => {
  "use strict";

  // A strip that scrolls sideways starts at the step that is shown; on the tools' pages at the one that is on now.
  for (const strip of document.querySelectorAll(".phases ol, .tabs ul")) {
    const current = strip.querySelector("[aria-current]") ?? strip.querySelector("[data-now]");
    if (current) strip.scrollLeft = current.offsetLeft - strip.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }

  // After a refused form the hand is where the errors are.
  document.querySelector("[data-summary]")?.focus();

  // A dashed button does nothing: the reason stands beside it.
  document.addEventListener("click", (event) => {
    if (event.target.closest('.action[aria-disabled="true"]')) event.preventDefault();
  });

  // Enter pressed twice sends a form once.
  const sent = new WeakSet();
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    if (sent.has(event.target)) event.preventDefault();
    sent.add(event.target);
  });
  addEventListener("pagehide", () => document.querySelectorAll("form").forEach((form) => sent.delete(form)));

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) print();
  });
})();
