// The round's clock: counts down to data-ends by the server's time (data-now when the page was made).
(() => {
  "use strict";
  for (const clock of document.querySelectorAll(".clock[data-ends]")) {
    const ends = Date.parse(clock.dataset.ends);
    const ahead = Date.now() - Date.parse(clock.dataset.now);
    const show = () => {
      const left = Math.round((ends - (Date.now() - ahead)) / 1000);
      const size = Math.abs(left);
      const two = (figure) => String(figure).padStart(2, "0");
      clock.textContent = `${left < 0 ? "−" : ""}${Math.floor(size / 60)}:${two(size % 60)}`;
      clock.classList.toggle("bad", left < 0);
    };
    show();
    setInterval(show, 1000);
  }
})();
