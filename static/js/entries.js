// The usual partner goes into the empty second field, selected: Enter takes her, a letter replaces her.
(() => {
  "use strict";
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "partner") return;
    const second = document.getElementById("id_second");
    const partner = event.detail.target.querySelector("[data-partner]");
    if (!partner || second.value) return;
    second.value = partner.value;
    partner.hidden = true;
    if (document.activeElement === second) second.select();
  });
  document.getElementById("id_second")?.addEventListener("focus", (event) => event.target.select());
})();
