import { byID, on, onClick, setText } from "./dom.js";

// How long something that happened is shown, in milliseconds.
const SHOWN_TIME = 10000;

// The line above the player: what failed last until it works again, or for a while; else what the radio says about its
// sound device for as long as it does.
export class Notices {
  #lasting = "";
  #passing = null;
  #timer = 0;
  // What was done last, and the removals that can be taken back, the last one at the end.
  #word = "";
  #undos = [];
  #wordTimer = 0;
  #undoTimer = 0;
  // What had the focus before the button that takes back.
  #before = null;

  constructor(radio) {
    radio.on("status", (status) => {
      this.#lasting = status.notice || "";
      this.#show();
    });
    radio.on("notice", (text) => this.pass("", text));
    radio.on("done", ({ text, undo }) => this.#say(text, undo));
    onClick("undo", () => this.#undo());
    on("undo", "focus", ({ relatedTarget }) => { this.#before = relatedTarget; });
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

  // What was done, for the same time; `undo` takes it back.
  #say(text, undo) {
    setText("changes", text);
    if (undo) this.#undos.push({ text, undo });
    this.#word = undo ? "" : text;
    clearTimeout(this.#wordTimer);
    this.#wordTimer = setTimeout(() => {
      this.#word = "";
      this.#showDone();
    }, SHOWN_TIME);
    if (undo) this.#keepUndos();
    this.#showDone();
  }

  #keepUndos() {
    clearTimeout(this.#undoTimer);
    this.#undoTimer = setTimeout(() => {
      this.#undos = [];
      this.#showDone();
    }, SHOWN_TIME);
  }

  // Takes the last removal back. What fails is offered again.
  async #undo() {
    const last = this.#undos.pop();
    this.#word = "";
    this.#keepUndos();
    this.#showDone();
    if (await last.undo()) return;
    this.#undos.push(last);
    this.#keepUndos();
    this.#showDone();
  }

  #showDone() {
    const number = this.#undos.length, hadFocus = document.activeElement === byID("undo");
    const removed = number > 1 ? `Removed: ${number} stations` : this.#undos[0]?.text;
    const text = [removed, this.#word].filter(Boolean).join(" · ");
    setText(byID("done").firstChild, text);
    byID("done").hidden = !text;
    byID("undo").hidden = !number;
    if (hadFocus && !number) (this.#before?.isConnected ? this.#before : byID("toggle")).focus({ preventScroll: true });
  }

  #show() { setText("notice", this.#passing?.text || this.#lasting); }
}
