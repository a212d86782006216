// The desk by keyboard. Without this script the slip is an ordinary form: Tab moves, Enter saves.
// Enter or ↓ goes to the next field, ↑ back, Esc leaves, F2 exchanges the lines; the server judges while one types.
(() => {
  "use strict";
  const slip = document.querySelector("[data-desk]");
  if (!slip) return;
  const judge = document.querySelector("[data-judge]");
  const save = slip.querySelector("[data-save]");
  const sign = document.querySelector("[data-sign]");
  const override = slip.querySelector("[data-override]");
  const leave = slip.dataset.leave;
  const MINUS = "\u2212";
  const DESCRIBED = "aria-describedby";
  let changed = false;
  let warned = false;
  let sending = false;
  let last = null;

  const fields = () => [...slip.elements].filter((each) => each.matches(".in, .score [type=checkbox]") && each.offsetParent);
  const wrong = () => [...slip.elements].find((each) => each.matches('[aria-invalid="true"]'));
  const messages = () => [...document.querySelectorAll("[data-messages] .note")];
  const held = () => save.getAttribute("aria-disabled") === "true";

  function judgeNow() {
    judge.dispatchEvent(new CustomEvent("judge"));
  }

  // The next field; after the last one the button that saves, or what holds it.
  function move(from, step) {
    const all = fields();
    const to = all.indexOf(from) + step;
    if (to < all.length) all[Math.max(to, 0)].focus();
    else save.focus();
  }

  // A lone minus is a zero, "45-" is −45: written as it will be read.
  function tidy(field) {
    const text = field.value.trim();
    if (!field.matches("[data-figure]") || !text) return;
    const figure = /^([-−–]?)(\d+)([-−–]?)$/.exec(text);
    if (/^[-−–]$/.test(text)) field.value = "0";
    else if (figure && !(figure[1] && figure[3])) field.value = (figure[1] || figure[3] ? MINUS : "") + figure[2];
  }

  function changeSign(field) {
    const text = field.value.trim();
    field.value = /^[-−–]/.test(text) ? text.slice(1) : MINUS + text.replace(/[-−–]$/, "");
    field.focus();
    changed = true;
    judgeNow();
  }

  // Figures of the two lines change places.
  function exchange() {
    for (const one of slip.querySelectorAll('[name*="_NS"]')) {
      const other = slip.elements[one.name.replace("_NS", "_EW")];
      const key = one.type === "checkbox" ? "checked" : "value";
      [one[key], other[key]] = [other[key], one[key]];
    }
    for (const ending of slip.querySelectorAll('[name$="_ending"]')) {
      ending.value = { NS: "EW", EW: "NS" }[ending.value] || ending.value;
    }
    changed = true;
    judgeNow();
  }

  function invert() {
    const stored = document.querySelector("[data-swap]");
    if (stored && !changed) stored.requestSubmit();
    else exchange();
  }

  function fill(figures) {
    let first = null;
    for (const [name, figure] of new URLSearchParams(figures)) {
      const field = slip.elements[name];
      if (!field) continue;
      field.value = figure.replace("-", MINUS);
      first ??= field;
    }
    changed = true;
    first?.focus();
    judgeNow();
  }

  // The page's marks follow the messages that the server has just sent.
  function mark() {
    for (const field of slip.elements) {
      if (!field.matches('[aria-invalid="true"], .asks')) continue;
      field.removeAttribute("aria-invalid");
      field.classList.remove("asks");
      field.removeAttribute(DESCRIBED);
    }
    for (const note of messages()) {
      const field = note.dataset.field && slip.elements[note.dataset.field];
      if (!field) continue;
      if (note.dataset.kind === "error") field.setAttribute("aria-invalid", "true");
      else field.classList.add("asks");
      field.setAttribute(DESCRIBED, note.id);
    }
    if (override) {
      const asked = document.querySelector("[data-messages] [data-overridable]");
      override.hidden = !asked && !override.querySelector("input").value;
    }
    const why = document.getElementById("review").dataset.why;
    if (why) save.setAttribute("aria-disabled", "true");
    else save.removeAttribute("aria-disabled");
  }

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!fields().includes(field) || event.ctrlKey || event.altKey || event.metaKey) return;
    const isList = field.matches("select");
    if (event.key === "Enter" || (event.key === "ArrowDown" && !isList)) {
      event.preventDefault();
      tidy(field);
      move(field, 1);
    } else if (event.key === "ArrowUp" && !isList) {
      event.preventDefault();
      tidy(field);
      move(field, -1);
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "F2") {
      event.preventDefault();
      invert();
    } else if (event.key === "Escape") {
      if (changed && !warned) {
        warned = true;
        document.getElementById("why").textContent = slip.dataset.again;
      } else location.assign(leave);
    }
  });

  slip.addEventListener("input", () => {
    changed = true;
    warned = false;
  });
  slip.addEventListener("focusin", (event) => {
    if (!event.target.matches("[data-figure]")) return;
    last = event.target;
    last.select();
  });
  slip.addEventListener("focusout", (event) => tidy(event.target));

  // Only a deliberate press sends the slip, and only once.
  slip.addEventListener("submit", (event) => {
    const isSave = !event.submitter || event.submitter === save;
    if (sending || (isSave && held())) event.preventDefault();
    else sending = true;
  });
  addEventListener("pageshow", () => (sending = false));

  document.addEventListener("click", (event) => {
    // Pressed while something holds it, the button leads to what does.
    if (event.target.closest("[data-save]") && held()) {
      (document.querySelector("[data-messages] button") || wrong())?.focus();
    }
    const button = event.target.closest("[data-fill], [data-exchange]");
    if (!button) return;
    event.preventDefault();
    if (button.matches("[data-fill]")) fill(button.dataset.fill);
    else exchange();
  });

  // A phone's number pad has no minus: the ± key stands for it.
  sign.hidden = false;
  sign.addEventListener("pointerdown", (event) => event.preventDefault());
  sign.addEventListener("click", () => last && changeSign(last));
  function numeric() {
    for (const field of slip.querySelectorAll("[data-figure]")) field.inputMode = "numeric";
  }
  numeric();

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt === judge) event.detail.parameters.append("typing", document.activeElement?.name || "");
  });
  // A match to a target grows: rows that the server has added stand before the foot, unless they came already.
  function grow() {
    const added = document.querySelector("[data-fresh]")?.content.querySelectorAll("tbody") ?? [];
    for (const rows of added) {
      const first = rows.querySelector("input, select");
      if (first && !slip.elements[first.name]) slip.querySelector(".score tfoot").before(rows);
    }
    numeric();
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target?.id !== "review" && event.target.id !== "review") return;
    grow();
    mark();
  });

  // A page that came back begins where something is wrong, then where something waits for a yes.
  mark();
  (wrong() || document.querySelector("[data-confirm]") || fields()[0])?.focus();
})();
