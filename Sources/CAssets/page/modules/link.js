import { PING_TIME, StreamHub } from "./streams.js";

// How long a worker may take to answer, in milliseconds; twice that to start.
const ANSWER_LIMIT = 2000;
// What tabs and worker say to each other; a tab of another version of the page gets another worker.
const WORKER_NAME = "springradio-streams-4";

// A tab's side of the streams: those of the worker, or its own. `handlers` are opened(), closed(status) and
// event(name, data).
export class RadioLink {
  #handlers;
  #spectrum = "";
  #isKept = false;
  #deliver = () => {};
  #leave = () => {};
  #unanswered = 0;
  #timer = 0;

  constructor(handlers) { this.#handlers = handlers; }

  start() {
    try {
      const worker = new SharedWorker(new URL("./worker.js", import.meta.url), { name: WORKER_NAME, type: "module" });
      worker.onerror = () => this.#useOwnStreams();
      worker.port.onmessage = ({ data }) => this.#take(data);
      this.#deliver = (message) => worker.port.postMessage(message);
      this.#leave = () => {
        worker.port.postMessage({ isGone: true });
        worker.port.close();
      };
    } catch {
      this.#useOwnStreams();
    }
    document.addEventListener("visibilitychange", () => this.#ping());
    addEventListener("focus", () => this.#ping());
    addEventListener("pageshow", () => this.#ping());
    addEventListener("pagehide", () => this.#deliver({ isGone: true }));
    setInterval(() => { if (this.#isKept || !document.hidden) this.#ping(); }, PING_TIME);
    this.#ping();
  }

  // This browser has logged in: streams that were refused are opened again, also those of other tabs.
  renew() { this.#ping({ isNewSession: true }); }

  // Asks for the spectrum with these parameters while the page is visible.
  look(spectrum) {
    if (spectrum === this.#spectrum) return;
    this.#spectrum = spectrum;
    this.#ping();
  }

  // Keeps the events while the page is hidden, for as long as `isKept`.
  keep(isKept) {
    if (isKept === this.#isKept) return;
    this.#isKept = isKept;
    this.#ping();
  }

  #ping(more = {}) {
    this.#deliver({
      hasEvents: this.#isKept || !document.hidden, spectrum: document.hidden ? "" : this.#spectrum, ...more,
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), ANSWER_LIMIT);
  }

  // The worker has not answered. A phone may have ended it, or slept; the second time in a row it is given up.
  #check() {
    if (document.hidden) return;
    this.#unanswered += 1;
    if (this.#unanswered > 1) this.#useOwnStreams();
    else this.#ping();
  }

  #take(message) {
    if (message.isAlive) {
      this.#unanswered = 0;
      clearTimeout(this.#timer);
    }
    if (message.link === "opened") this.#handlers.opened();
    if (message.link === "closed") this.#handlers.closed(message.status);
    if (message.event) this.#handlers.event(message.event, message.data);
  }

  #useOwnStreams() {
    this.#leave();
    this.#leave = () => {};
    const hub = new StreamHub();
    const tab = (message) => this.#take(message);
    this.#deliver = (message) => hub.take(tab, message);
    this.#unanswered = 0;
    this.#ping();
  }
}
