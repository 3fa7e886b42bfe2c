// The detail view: station and title as large letters that pass in opposite directions, over the colour of the
// station's picture, which is that of the player's bar. CSS moves them (visual.css); here is only decided along which
// line, for each pass.
import { byID, make, on, onClick, setText } from "./dom.js";

const ORIENTATIONS = ["horizontal", "vertical", "tilted-up", "tilted-down"];
// Seconds of the first pass that are left out, so that the texts are in sight at once.
const FIRST_SECONDS = 6;
// Letters that are as wide as they are high: those of East Asia, and emoji.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u;
const WIDE_WIDTH = 1, USUAL_WIDTH = .62;

export class Detail {
  #dialog = byID("detail");
  #texts = { name: "", title: "" };

  constructor(radio, keys) {
    const button = byID("detail-button");
    button.hidden = false;
    onClick(button, () => this.toggle());
    keys.add("o", () => this.toggle());
    onClick(this.#dialog, () => this.#dialog.close());
    on(this.#dialog, "close", () => { if (!this.#dialog.open) this.#dialog.replaceChildren(); });
    on(this.#dialog, "animationiteration", ({ target }) => {
      if (target.matches(".lane-name p")) this.#pass(0);
    });
    radio.on("status", (status) => this.#take(status));
  }

  toggle() {
    if (this.#dialog.open) return this.#dialog.close();
    const close = make("button", { type: "button", id: "detail-close" }, "Close");
    this.#dialog.replaceChildren(make("div", { className: "lane lane-name" }), make("div", { className: "lane lane-title" }), close);
    this.#pass(FIRST_SECONDS);
    this.#dialog.showModal();
  }

  #take({ name = "", title = "" }) {
    const texts = { name: name || (title ? "" : "SpringRadio"), title: title || "" };
    if (texts.name === this.#texts.name && texts.title === this.#texts.title) return;
    this.#texts = texts;
    this.#write();
  }

  // Begins a pass along another line, `seconds` after its start.
  #pass(seconds) {
    const data = this.#dialog.dataset;
    data.orientation = ORIENTATIONS[Math.floor(Math.random() * ORIENTATIONS.length)];
    data.reversed = Math.random() < .5;
    this.#dialog.style.setProperty("--begin", -seconds + "s");
    // A new element begins its animation at the start.
    for (const lane of this.#dialog.querySelectorAll(".lane")) lane.replaceChildren(make("p", { dir: "auto" }));
    this.#write();
  }

  #write() {
    for (const lane of this.#dialog.querySelectorAll(".lane")) {
      const text = this.#texts[lane.classList.contains("lane-name") ? "name" : "title"];
      // The width of the text in heights of its letters: a long one gets smaller letters.
      const width = Math.max(1, [...text].reduce((sum, one) => sum + (WIDE.test(one) ? WIDE_WIDTH : USUAL_WIDTH), 0));
      lane.style.setProperty("--width", width.toFixed(1));
      lane.style.setProperty("--root", Math.sqrt(width).toFixed(2));
      setText(lane.firstChild, text);
    }
    this.#dialog.dataset.texts = [this.#texts.name, this.#texts.title].filter(Boolean).length;
  }
}
