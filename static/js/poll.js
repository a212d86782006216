// Live parts of a page: an element with data-every="10" asks its hx-get again every 10 seconds (plus up to 3, so
// that a hall of phones does not ask at once) through hx-trigger="poll". Its address carries ?v=…; the server
// answers 204 when nothing changed, else the whole element with its new version. Without data-every it stops.
(() => {
  "use strict";
  const JITTER = 3000;
  const timers = new WeakMap();

  function later(element) {
    clearTimeout(timers.get(element));
    const wait = Number(element.dataset.every) * 1000 + Math.random() * JITTER;
    timers.set(element, setTimeout(() => ask(element), wait));
  }

  function ask(element) {
    if (!element.isConnected) return;
    // A hidden page asks nothing, and nothing is swapped under a hand that is typing.
    if (!document.hidden && !element.contains(document.activeElement?.closest("input, select, textarea"))) {
      element.dispatchEvent(new CustomEvent("poll"));
    }
    later(element);
  }

  function all(root) {
    const found = [...root.querySelectorAll("[data-every]")];
    return root.matches?.("[data-every]") ? [root, ...found] : found;
  }

  function reachable(yes) {
    for (const banner of document.querySelectorAll("[data-offline]")) banner.hidden = yes;
  }

  document.addEventListener("DOMContentLoaded", () => all(document).forEach(later));
  document.addEventListener("htmx:load", (event) => all(event.detail.elt).forEach(later));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) all(document).forEach(ask);
  });
  document.addEventListener("htmx:sendError", () => reachable(false));
  document.addEventListener("htmx:timeout", () => reachable(false));
  document.addEventListener("htmx:afterOnLoad", () => reachable(true));
})();
