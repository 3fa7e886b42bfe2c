import { ask, Fault } from "./api.js";
import { RadioLink } from "./link.js";

// Milliseconds until what could not be loaded is tried again.
const RETRY_TIME = 3000;
// Milliseconds that the events may take to begin; and an answer until it is said that it is awaited.
const BEGIN_TIME = 700, WAIT_TIME = 500;
// Milliseconds that the search in the directory and the check of a station may take.
const SEARCH_TIME = 40000;

// What this page knows of the radio, and what it asks of it. Views follow its events with on():
//   status     its status, whenever that may have changed
//   stations   its list of stations, whenever that may have changed
//   picture    what belongs to the station on the air: { station, url, color, isPlaceholder }
//   pictures   the ids of stations whose pictures have come; null when such events may have been missed
//   title      another title is heard
//   header     what the frames of the spectrum that follow are
//   frame      a frame of the spectrum
//   loaded     everything was loaded, after which events follow
//   lost       the events ended, with the HTTP status of a refusal (0: none)
//   locked     it wants the access token; true when a person asked for something
//   answered   it answers again
//   notice     a sentence on what happened
//   done       a change was made: { text, undo }, where `undo` takes it back, if that can be
//   fault      something failed: { cause, text }
//   kept       whether the events of a hidden page go on
//   waits      whether an answer to a change is awaited
//   works      what failed with this cause works again; without a cause, a notice is over
export class Radio extends EventTarget {
  status = {};
  stations = [];
  picture = null;
  // Version of the list, and why it cannot be changed or read, if so.
  version;
  fault = "";
  // Number of the last event that `status` takes into account.
  #event = 0;
  // How often the events were opened.
  #opened = 0;
  #isKept = false;
  #isLocked = false;
  #waits = 0;
  #isLoading = false;
  #mustLoad = false;
  #timer = 0;
  #edits = Promise.resolve();
  #link;

  constructor() {
    super();
    this.#link = new RadioLink({
      opened: () => {
        // A radio that was started again may count from another number.
        this.#event = 0;
        if (this.#opened++) this.#emit("pictures");
        this.load();
      },
      closed: (status) => this.#lost(status),
      event: (name, data) => this.#take(name, data),
    });
  }

  // True while a station is tuned in, and while that is tried.
  get isOn() { return ["connecting", "buffering", "playing", "retrying"].includes(this.status.state); }

  // True while there is sound for others: of a station that is paused, where it is kept, there is.
  get isReceived() { return this.isOn || this.status.state === "paused" && this.status.behindLive !== undefined; }

  // True where there is sound to move in.
  get canSeek() { return this.status.seekableStart !== undefined; }

  // Asks for the spectrum with these parameters of /api/spectrum.
  look(spectrum) { this.#link.look(spectrum); }

  // Goes on with the events of a hidden page, for as long as `isKept`.
  keep(isKept) {
    this.#isKept = isKept;
    this.#link.keep(isKept);
    this.#emit("kept", isKept);
  }

  // Calls `handler` with the detail of every event with this name.
  on(name, handler) { this.addEventListener(name, (event) => handler(event.detail)); }

  // True while events come, also to a hidden page.
  get isFollowed() { return this.#isKept || !document.hidden; }

  // Everything is loaded when the events begin, or soon where they do not.
  start() {
    addEventListener("focus", () => { if (this.#isLocked) this.load(); });
    this.#timer = setTimeout(() => this.load(), BEGIN_TIME);
    this.#link.start();
  }

  // The station of the list with this id.
  station(id) { return this.stations.find((one) => one.id === id); }

  // Asks for a change of what plays. Returns the radio's answer, or null when it failed, which an event says.
  async change(path, body = {}) {
    // A notice is over with the next wish.
    this.#emit("works", "");
    return this.attempt(path, async () => {
      const answer = await this.#awaited(ask(path, body));
      // The status has the number of an event; other answers may have a state, too.
      if (answer.event !== undefined) this.#show(answer);
      return answer;
    });
  }

  // Runs `work`; returns null when it throws a Fault, which an event then says until something with the same `cause`
  // works.
  async attempt(cause, work) {
    try {
      const result = await work();
      this.#works(cause);
      return result;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.#failed(cause, fault, true);
      return null;
    }
  }

  // Changes the list of stations, but only if it is the one that is shown; one change at a time. `body` is what to
  // send, or gives it when its turn has come, null for nothing. Returns the answer; throws a Fault. Then the list is
  // the present one. With `isVersioned` false the change is made in whatever list the radio has. `word` says what was
  // done.
  edit(path, body, isVersioned = true, word = "") {
    const current = () => typeof body === "function" ? body() : body;
    const edit = this.#edits.then(() => this.#edit(path, current(), isVersioned, word));
    this.#edits = edit.catch(() => {});
    return edit;
  }

  // Like edit(); an event says why it failed, and the answer is null.
  tryEdit(...edit) { return this.attempt("list", () => this.edit(...edit)); }

  // Says that a change was made. `undo` takes it back; it resolves with false where that may be tried again.
  say(text, undo) { this.#emit("done", { text, undo }); }

  // Asks the directory, which may take its time. Throws a Fault.
  async search(path, body, abort) {
    try {
      return await ask(path, body, { limit: SEARCH_TIME, abort });
    } catch (fault) {
      if (fault.status === 401) this.#lock(true);
      throw fault;
    }
  }

  // Asks for everything that is shown, until it is there: at the beginning, and whenever events may have been missed.
  async load() {
    this.#mustLoad = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    clearTimeout(this.#timer);
    try {
      while (this.#mustLoad) {
        this.#mustLoad = false;
        const wasLocked = this.#isLocked;
        this.#show(await ask("/api/status"));
        this.#isLocked = false;
        this.#emit("answered");
        if (wasLocked) this.#link.renew();
        await Promise.all([this.#loadStations(), this.#loadPicture()]);
        this.#works("load");
        this.#emit("loaded");
      }
    } catch (fault) {
      this.#lost(fault.status);
      if (fault.status !== 401) {
        this.#failed("load", fault, false);
        this.#timer = setTimeout(() => this.load(), RETRY_TIME);
      }
    }
    this.#isLoading = false;
  }

  async #edit(path, body, isVersioned, word) {
    if (!body) return null;
    const version = this.version;
    try {
      const answer = await this.#awaited(ask(path, isVersioned ? { ...body, ifVersion: version } : body));
      await this.#loadStations();
      this.#works("list");
      if (word || path === "/api/stations") this.say(word || `Added: ${answer.station.name}`);
      return answer;
    } catch (fault) {
      if (fault.status === 401) this.#lock(true);
      if (fault.status !== 409) throw fault;
      await this.#loadStations();
      if (!isVersioned || this.version === version) throw fault;
      throw new Fault("The list was changed elsewhere in the meantime, and is now up to date here. Please try again.",
                      409);
    }
  }

  // The same answer; says when it takes its time.
  async #awaited(answer) {
    const wait = (one) => {
      this.#waits += one;
      this.#emit("waits", this.#waits > 0);
    };
    let isLong = false;
    const timer = setTimeout(() => {
      isLong = true;
      wait(1);
    }, WAIT_TIME);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      if (isLong) wait(-1);
    }
  }

  #emit(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  // A fault without an answer is over when anything is answered.
  #failed(cause, fault, isWish) {
    if (fault.status === 401) this.#lock(isWish);
    else this.#emit("fault", { cause: fault.status ? cause : "connection", text: fault.message });
  }

  #works(cause) {
    this.#emit("works", "connection");
    this.#emit("works", cause);
  }

  #lost(status) {
    this.#event = 0;
    this.#emit("lost", status);
    if (status === 401) this.#lock(false);
  }

  #lock(isWish) {
    this.#isLocked = true;
    this.#emit("locked", isWish);
  }

  #take(name, data) {
    if (name === "header" || name === "frame") this.#emit(name, data);
    if (name === "status") this.#show(data);
    if (name === "notice") this.#emit("notice", data.text);
    if (name === "pictures") this.#emit("pictures", data.ids || []);
    if (name === "picture") this.#showPicture(data);
    if (name === "stations" && (data.version === undefined || data.version !== this.version)) {
      this.#loadStations().catch(() => this.load());
    }
    if (name === "title") {
      // Not from the event itself: an older answer that is still on its way must not bring the old title back.
      ask("/api/status").then((now) => this.#show(now)).catch(() => this.load());
      this.#emit("title", data);
    }
  }

  #show(now) {
    // An answer that was overtaken by an event is no longer true.
    if (now.event < this.#event) return;
    this.#event = now.event;
    // While it is tried again, the reason stays until the outcome is known.
    const { reason, url } = this.status, isRetry = now.state === "connecting" && now.url === url && !now.reason;
    this.status = isRetry ? { ...now, reason } : now;
    this.#emit("status", this.status);
  }

  #showPicture(picture) {
    this.picture = picture;
    this.#emit("picture", picture);
  }

  async #loadStations() {
    const { stations, version, fault = "" } = await ask("/api/stations");
    Object.assign(this, { stations, version, fault });
    this.#emit("stations", stations);
  }

  // Where the picture cannot be had, the page goes on without it.
  async #loadPicture() {
    const before = this.picture;
    let picture = null;
    try {
      picture = await ask("/api/picture");
    } catch (fault) {
      if (fault.status !== 404) throw fault;
    }
    // Unless an event has brought a newer one.
    if (this.picture === before) this.#showPicture(picture);
  }
}
