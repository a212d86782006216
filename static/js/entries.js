// Entering a pair by the keyboard: the name is completed while it is typed, the usual partner comes by herself.
// What is completed or proposed is selected: the next letter replaces it, Enter takes it.
(() => {
  "use strict";
  const first = document.getElementById("id_first");
  const second = document.getElementById("id_second");
  const grew = new WeakMap();

  function complete(field, names) {
    const typed = field.value;
    if (document.activeElement !== field || !grew.get(field) || field.selectionStart !== typed.length) return;
    const found = [...names.options].find((one) => one.value.toLowerCase().startsWith(typed.toLowerCase()));
    if (!found) return;
    field.value = found.value;
    field.setSelectionRange(typed.length, found.value.length);
    field.dataset.completed = "";
  }

  function propose(partner) {
    if (!partner || second.value) return;
    second.value = partner.value;
    partner.hidden = true;
    if (document.activeElement === second) second.select();
  }

  for (const field of [first, second]) {
    field?.addEventListener("input", (event) => grew.set(field, !event.inputType?.startsWith("delete")));
    field?.addEventListener("focus", () => field.select());
    // A browser does not say "change" of what a script has written.
    field?.addEventListener("blur", () => {
      if (!("completed" in field.dataset)) return;
      delete field.dataset.completed;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  first?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !first.value || !second || second.value) return;
    event.preventDefault();
    second.focus();
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const place = event.detail.target;
    if (place.id === "first-names") complete(first, place);
    if (place.id === "second-names") complete(second, place);
    if (place.id === "partner") propose(place.querySelector("[data-partner]"));
  });
})();
