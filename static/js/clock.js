// Clocks count down to data-ends by the server's time (data-now when the page was made). A round's goes on below
// zero, and the words before it say which (data-left, data-over); one with data-stops stays there. A live part of a
// page may bring a clock.
(() => {
  "use strict";
  const started = new WeakSet();

  function start(clock) {
    if (started.has(clock)) return;
    started.add(clock);
    const ends = Date.parse(clock.dataset.ends);
    const ahead = Date.now() - Date.parse(clock.dataset.now);
    const two = (figure) => String(figure).padStart(2, "0");
    const show = () => {
      const rest = Math.round((ends - (Date.now() - ahead)) / 1000);
      const left = "stops" in clock.dataset ? Math.max(rest, 0) : rest;
      const size = Math.abs(left);
      const words = clock.dataset[left < 0 ? "over" : "left"];
      if (words) clock.previousElementSibling.textContent = words;
      clock.textContent = `${left < 0 && !words ? "−" : ""}${Math.floor(size / 60)}:${two(size % 60)}`;
      clock.classList.toggle("bad", rest < 0);
    };
    show();
    const ticking = setInterval(() => (clock.isConnected ? show() : clearInterval(ticking)), 1000);
  }

  const all = (root) => root.querySelectorAll(".clock[data-ends]").forEach(start);
  all(document);
  document.addEventListener("htmx:load", (event) => all(event.detail.elt));
})();
