"use strict";

// What this browser receives from the radio without asking again: its events and its spectrum, one stream of each for
// all tabs.
//
// A browser opens six connections to a host, and a stream occupies one until it ends. So the streams belong to a
// SharedWorker, which runs this same file and lives as long as any tab does: no tab has to lead, and none is missed when
// it is closed or frozen. It exists on plain HTTP, where Web Locks do not. Where there is no SharedWorker (as in Chrome
// on Android), or it does not answer, a tab has its own streams. Either way they are open only while a tab is visible.

// All times in milliseconds.
const RETRY_TIME = 2000;
// The server sends at least a comment every 15 s; two may be lost.
const SILENT_TIME = 40000;
const PING_TIME = 10000;
// A tab that has not pinged for so long is gone, or too busy to take frames.
const TAB_TIME = 30000;
// How long a worker may take to answer; twice that to start.
const ANSWER_LIMIT = 2000;
// So that changing tabs or reloading does not end the streams.
const LINGER_TIME = 500;
// Characters of one event.
const EVENT_LIMIT = 1 << 20;
// What tabs and worker say to each other; a tab of another version of the page gets another worker.
const WORKER_NAME = "springradio-streams-1";

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
// and sends { fps, isNewSession }: frames a second that it wants, 0 while it is hidden; or { isGone }.
class StreamHub {
  #tabs = new Map();
  #timer = 0;
  #events = new EventReader({
    opened: () => {
      this.#spectrum.retry();
      this.#send({ link: "opened" });
    },
    event: (event, data) => this.#send({ event, data }),
    closed: (status) => this.#send({ link: "closed", status }),
  });
  #spectrum = new EventReader({
    opened: () => {},
    event: (event, data) => this.#send({ event, data }),
    closed: () => {},
  });

  take(tab, { fps = 0, isNewSession = false, isGone = false }) {
    const wasVisible = Boolean(this.#tabs.get(tab)?.fps);
    if (isGone) {
      this.#tabs.delete(tab);
    } else {
      this.#tabs.set(tab, { fps, time: Date.now() });
      tab({ isAlive: true });
    }
    this.#update();
    if (isGone || !fps || (wasVisible && !isNewSession)) return;
    if (this.#events.isOpen) tab({ link: "opened" });
    this.#events.retry();
    this.#spectrum.retry();
  }

  // Forgets tabs that have not been heard of for too long.
  sweep() {
    for (const [tab, { fps, time }] of this.#tabs) {
      if (fps && Date.now() - time > TAB_TIME) this.#tabs.delete(tab);
    }
    this.#update();
  }

  #update() {
    const fps = Math.max(0, ...[...this.#tabs.values()].map((tab) => tab.fps));
    clearTimeout(this.#timer);
    if (fps) {
      this.#events.open("/api/events");
      this.#spectrum.open(`/api/spectrum?fps=${fps}&bands=48&channels=stereo`);
    } else {
      this.#timer = setTimeout(() => {
        this.#events.close();
        this.#spectrum.close();
      }, LINGER_TIME);
    }
  }

  #send(message) {
    for (const [tab, { fps }] of this.#tabs) if (fps) tab(message);
  }
}

// A tab's side of the streams: those of the worker, or its own. `handlers` are opened(), closed(status) and
// event(name, data).
class RadioLink {
  #handlers;
  #fps;
  #deliver = () => {};
  #leave = () => {};
  #unanswered = 0;
  #timer = 0;

  constructor(handlers, fps) {
    this.#handlers = handlers;
    this.#fps = fps;
  }

  start() {
    const script = document.querySelector("script").src;
    try {
      const worker = new SharedWorker(script, { name: WORKER_NAME });
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
    setInterval(() => { if (!document.hidden) this.#ping(); }, PING_TIME);
    this.#ping();
  }

  // This browser has logged in: streams that were refused are opened again, also those of other tabs.
  renew() { this.#ping({ isNewSession: true }); }

  #ping(more = {}) {
    this.#deliver({ fps: document.hidden ? 0 : this.#fps, ...more });
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

if (typeof SharedWorkerGlobalScope !== "undefined" && self instanceof SharedWorkerGlobalScope) {
  const hub = new StreamHub();
  self.onconnect = ({ ports: [port] }) => {
    const tab = (message) => port.postMessage(message);
    port.onmessage = ({ data }) => hub.take(tab, data);
  };
  setInterval(() => hub.sweep(), PING_TIME);
}
