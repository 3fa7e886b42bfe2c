// What this browser receives from the radio without asking again: its events and its spectrum, one stream of each for
// all tabs.
//
// A browser opens six connections to a host, and a stream occupies one until it ends. So the streams belong to a
// SharedWorker (worker.js), which lives as long as any tab does: no tab has to lead, and none is missed when it is
// closed or frozen. It exists on plain HTTP, where Web Locks do not. Where there is no SharedWorker (as in Chrome on
// Android), or it does not answer, a tab has its own streams. Either way they are open only while a tab is visible.

// All times in milliseconds.
const RETRY_TIME = 2000;
// The server sends at least a comment every 15 s; two may be lost.
const SILENT_TIME = 40000;
export const PING_TIME = 10000;
// A tab that has not pinged for so long is gone, or too busy to take frames.
const TAB_TIME = 30000;
// So that changing tabs or reloading does not end the streams.
const LINGER_TIME = 500;
// Characters of one event.
const EVENT_LIMIT = 1 << 20;

// One stream of server-sent events, opened again whenever it ends. Read by fetch: an EventSource reports neither the
// status of a refusal nor the comments that show that the server is there. `handlers` are opened(), event(name, data)
// and closed(status); after 401 it waits for retry().
class EventReader {
  #handlers;
  #path = null;
  #abort = null;
  #timer = 0;
  isOpen = false;

  constructor(handlers) { this.#handlers = handlers; }

  open(path) {
    if (this.#path === path) return;
    this.close();
    this.#path = path;
    this.#run();
  }

  close() {
    clearTimeout(this.#timer);
    const abort = this.#abort;
    this.#path = this.#abort = null;
    this.isOpen = false;
    abort?.abort();
  }

  // Opens a stream that is waiting for its next try, or was refused, at once.
  retry() {
    if (this.#path && !this.#abort) this.#run();
  }

  async #run() {
    clearTimeout(this.#timer);
    const abort = this.#abort = new AbortController();
    let status = 0;
    try {
      status = await this.#read(abort);
    } catch {
      // The network's reasons differ from browser to browser; what counts is that the stream is over.
    }
    if (this.#abort !== abort) return;
    this.#abort = null;
    this.isOpen = false;
    if (status !== 401) this.#timer = setTimeout(() => this.#run(), RETRY_TIME);
    this.#handlers.closed(status);
  }

  async #read(abort) {
    let watch = setTimeout(() => abort.abort(), SILENT_TIME);
    try {
      const answer = await fetch(this.#path, { signal: abort.signal, cache: "no-store" });
      if (!answer.ok) return answer.status;
      if (!(answer.headers.get("Content-Type") || "").startsWith("text/event-stream")) return 0;
      if (this.#abort !== abort) return 0;
      this.isOpen = true;
      this.#handlers.opened();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done || this.#abort !== abort) return answer.status;
        clearTimeout(watch);
        watch = setTimeout(() => abort.abort(), SILENT_TIME);
        const events = (text + value).split("\n\n");
        text = events.pop();
        if (text.length > EVENT_LIMIT) return 0;
        events.forEach((event) => this.#take(event));
      }
    } finally {
      clearTimeout(watch);
      abort.abort();
    }
  }

  #take(event) {
    let name = "message", data = "";
    for (const line of event.split("\n")) {
      if (line.startsWith("event: ")) name = line.slice(7);
      if (line.startsWith("data: ")) data += line.slice(6);
    }
    if (data) this.#handlers.event(name, JSON.parse(data));
  }
}

// The streams of some tabs. A tab is a function that takes messages:
//   { isAlive }            answers each message of the tab
//   { link, status }       the events stream was "opened", or "closed" with that status (0: none)
//   { event, data }        an event
// and sends { hasEvents, spectrum, isNewSession }: whether it wants events, as it does while it is visible or plays the
// sound; and the parameters of the spectrum that it wants, empty while it is hidden; or { isGone }.
export class StreamHub {
  #tabs = new Map();
  #timer = 0;
  // The last description of the spectrum's frames.
  #header = null;
  #events = new EventReader({
    opened: () => {
      this.#spectrum.retry();
      this.#send({ link: "opened" }, "hasEvents");
    },
    event: (event, data) => this.#send({ event, data }, "hasEvents"),
    closed: (status) => this.#send({ link: "closed", status }, "hasEvents"),
  });
  #spectrum = new EventReader({
    opened: () => {},
    event: (event, data) => {
      if (event === "header") this.#header = data;
      this.#send({ event, data }, "spectrum");
    },
    closed: () => {},
  });

  take(tab, { hasEvents = false, spectrum = "", isNewSession = false, isGone = false }) {
    const before = this.#tabs.get(tab);
    if (isGone) {
      this.#tabs.delete(tab);
    } else {
      this.#tabs.set(tab, { hasEvents, spectrum, time: Date.now() });
      tab({ isAlive: true });
    }
    this.#update();
    if (isGone) return;
    if (spectrum && !before?.spectrum && this.#header) tab({ event: "header", data: this.#header });
    if (!hasEvents || (before?.hasEvents && !isNewSession)) return;
    if (this.#events.isOpen) tab({ link: "opened" });
    this.#events.retry();
    this.#spectrum.retry();
  }

  // Forgets tabs that have not been heard of for too long.
  sweep() {
    for (const [tab, { hasEvents, time }] of this.#tabs) {
      if (hasEvents && Date.now() - time > TAB_TIME) this.#tabs.delete(tab);
    }
    this.#update();
  }

  #update() {
    const tabs = [...this.#tabs.values()], hasEvents = tabs.some((one) => one.hasEvents);
    // Tabs that want different spectra get the same one: the last by its parameters. Views leave out what does not fit.
    const spectrum = tabs.map((one) => one.spectrum).sort().at(-1);
    clearTimeout(this.#timer);
    if (hasEvents) this.#events.open("/api/events");
    if (spectrum) this.#spectrum.open("/api/spectrum?" + spectrum);
    if (hasEvents && spectrum) return;
    this.#timer = setTimeout(() => {
      if (!hasEvents) this.#events.close();
      if (!spectrum) this.#spectrum.close();
    }, LINGER_TIME);
  }

  #send(message, need) {
    for (const [tab, wants] of this.#tabs) if (wants[need]) tab(message);
  }
}
