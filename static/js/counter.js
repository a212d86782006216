// Cards by tapping: they go into the field that was touched last. Without this script they are typed.
(() => {
  "use strict";
  const form = document.querySelector("[data-counter]");
  const keys = document.querySelector("[data-keys]");
  if (!form || !keys) return;
  const touch = matchMedia("(pointer: coarse)").matches;
  const board = keys.querySelector("[data-board]");
  let suit = "";
  let field = form.querySelector("textarea[data-cards]");

  function write(text) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.scrollTop = field.scrollHeight;
    const hidden = field.getBoundingClientRect().bottom - keys.getBoundingClientRect().top;
    if (hidden > 0) scrollBy(0, hidden + 8);
  }

  function mark() {
    for (const each of form.querySelectorAll("[data-cards]")) each.classList.toggle("taps", each === field);
    for (const key of keys.querySelectorAll("[data-suit]")) key.setAttribute("aria-pressed", String(key.dataset.suit === suit));
  }

  form.addEventListener("focusin", (event) => {
    if (!event.target.matches("[data-cards]")) return;
    field = event.target;
    field.scrollIntoView({ block: "nearest" });
    mark();
  });

  // A telephone's own keyboard would cover the cards: it comes only when it is asked for.
  function keyboard(shown) {
    for (const each of form.querySelectorAll("[data-cards]")) each.inputMode = shown ? "text" : "none";
    board.setAttribute("aria-pressed", String(shown));
  }

  board.hidden = !touch;
  if (touch) keyboard(false);
  board.addEventListener("click", () => {
    keyboard(board.getAttribute("aria-pressed") !== "true");
    field.blur();
    field.focus();
  });

  document.addEventListener("htmx:afterSwap", () => {
    keys.querySelector("[data-running]").textContent = document.getElementById("count").dataset.running;
  });

  keys.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key || key === board) return;
    const text = field.value;
    if ("suit" in key.dataset) suit = key.dataset.suit;
    else if ("rank" in key.dataset) {
      const card = key.dataset.rank + (key.dataset.rank === "Jolly" ? "" : suit);
      write(text + (!text || /\s$/.test(text) ? "" : " ") + card);
    } else if ("line" in key.dataset) write(text.trimEnd() + (field.matches("textarea") && text.trim() ? "\n" : ""));
    else write(text.replace(/\s*\S+\s*$/, ""));
    mark();
  });

  keys.hidden = false;
  mark();
})();
