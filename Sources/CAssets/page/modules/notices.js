import { byID, setText } from "./dom.js";

// How long something that happened is shown, in milliseconds.
const SHOWN_TIME = 10000;

// The line above the player: what failed last until it works again, or for a while; else what the radio says about its
// sound device for as long as it does.
export class Notices {
  #lasting = "";
  #passing = null;
  #timer = 0;
  #undo;
  #doneTimer = 0;

  constructor(radio) {
    radio.on("status", (status) => {
      this.#lasting = status.notice || "";
      this.#show();
    });
    radio.on("notice", (text) => this.pass("", text));
    radio.on("done", ({ text, undo }) => this.#say(text, undo));
    byID("undo").addEventListener("click", () => {
      const undo = this.#undo;
      this.#say("");
      undo();
    });
    radio.on("fault", ({ cause, text }) => this.pass(cause, text));
    radio.on("works", (cause) => { if (this.#passing?.cause === cause) this.pass("", ""); });
  }

  // What happened, and by what cause.
  pass(cause, text) {
    clearTimeout(this.#timer);
    this.#passing = text ? { cause, text } : null;
    if (text) this.#timer = setTimeout(() => this.pass("", ""), SHOWN_TIME);
    this.#show();
  }

  // What was done, for the same time, with the button that takes it back.
  #say(text, undo) {
    clearTimeout(this.#doneTimer);
    this.#undo = undo;
    setText(byID("done").firstChild, text);
    byID("done").hidden = !text;
    byID("undo").hidden = !undo;
    if (!text) return;
    setText(byID("announcement"), text);
    this.#doneTimer = setTimeout(() => this.#say(""), SHOWN_TIME);
  }

  #show() { setText(byID("notice"), this.#passing?.text || this.#lasting); }
}
