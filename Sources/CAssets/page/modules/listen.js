// "Listen here": plays the radio's sound in this browser. It is the station as the radio receives it, some seconds
// later.
import { byID, make, on, onClick, setAttribute, setText } from "./dom.js";
import { recall, remember } from "./memory.js";

const VOLUME = "listen-volume";
// Milliseconds: until the next try, doubled each time; without any sound until the connection counts as dead; and how
// long a connection is kept that the lock screen paused.
const RETRY_TIME = 1000, MOST_RETRY_TIME = 16000, SILENT_TIME = 12000, PAUSE_TIME = 60000;
// Tries of one station until what cannot be decoded is given up.
const MOST_FAULTS = 3;

// Some browsers have none.
const session = navigator.mediaSession ?? {};

// Another one needs another connection.
const sourceOf = ({ station, url, codec }) => JSON.stringify([station, url, codec]);

export class Listener {
  #radio;
  #button = byID("listen");
  #volume = make("input", { type: "range", min: 0, max: 100, step: 1, id: "listen-volume", "aria-label": "Volume here" });
  #note = make("p", { id: "listen-note", role: "status" });
  #panel;
  #audio = new Audio();
  #channel = new BroadcastChannel("springradio-listen");
  #isWanted = false;
  // What is played: another station or codec needs another connection.
  #source = "";
  #faults = 0;
  #isGivenUp = false;
  // True from a fault to the next try.
  #isTrying = false;
  #count = 0;
  #retry = 0;
  #watch = 0;
  #picture = null;
  // What the lock screen shows.
  #shown = "";

  constructor(radio) {
    const audio = this.#audio;
    this.#radio = radio;
    this.#panel = make("div", { id: "listening", hidden: true },
      make("label", {}, make("span", {}, "Volume here"), this.#volume), this.#note);
    byID("now-actions").after(this.#panel);
    this.#button.hidden = false;
    onClick(this.#button, () => this.#isWanted ? this.#stop() : this.#start());
    this.#volume.value = recall(VOLUME) ?? 100;
    on(this.#volume, "input", () => {
      audio.volume = this.#volume.value / 100;
      remember(VOLUME, this.#volume.value);
    });
    // Only one tab of a browser plays: the one that was asked last.
    this.#channel.onmessage = () => { if (this.#isWanted) this.#stop("Another tab plays the radio now."); };
    audio.volume = this.#volume.value / 100;
    audio.preload = "none";
    on(audio, "playing", () => {
      this.#say("Playing here, some seconds later than the radio.");
      session.playbackState = "playing";
    });
    on(audio, "timeupdate", () => this.#watchSound());
    on(audio, "waiting", () => this.#say("buffering…"));
    on(audio, "ended", () => this.#failed());
    on(audio, "error", () => this.#failed());
    on(audio, "pause", () => this.#paused());
    this.#addSession();
    radio.on("status", (status) => this.#follow(status));
    radio.on("picture", (picture) => {
      this.#picture = picture;
      this.#describe();
    });
  }

  #start() {
    this.#isWanted = true;
    this.#faults = 0;
    this.#channel.postMessage("listening");
    this.#radio.keep(true);
    this.#describe();
    this.#connect();
  }

  // Ends listening, and frees the connection.
  #stop(why = "") {
    this.#isWanted = false;
    this.#radio.keep(false);
    this.#drop();
    this.#say(why);
    session.playbackState = "none";
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#isGivenUp = this.#isTrying = false;
    if (!this.#isWanted) return;
    const { status } = this.#radio;
    this.#source = sourceOf(status);
    if (!this.#radio.isOn) {
      this.#drop();
      return this.#say("The radio is silent. The sound begins when a station plays.");
    }
    this.#say("connecting…");
    // Without titles, since browsers do not play on after the first link of FLAC in Ogg. With a number of its own, so
    // that no other connection's bytes are used.
    this.#audio.src = `/stream?titles=0&listener=${Date.now()}.${this.#count += 1}`;
    this.#watchSound();
    this.#audio.play().catch((error) => {
      if (error.name === "NotAllowedError") this.#stop("The browser wants another click before it plays.");
    });
  }

  // Without a source the browser ends the connection.
  #drop() {
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    if (!this.#isFed) return;
    this.#audio.removeAttribute("src");
    this.#audio.load();
  }

  // Waits for more sound; where none comes, there is another connection.
  #watchSound() {
    if (this.#audio.currentTime > 1) this.#faults = 0;
    clearTimeout(this.#watch);
    if (this.#isFed) this.#watch = setTimeout(() => this.#failed(), SILENT_TIME);
  }

  // The browser or the system paused the sound, as for a phone call. What is played later is what is on the air then,
  // so the connection is kept for a short time only, for the keys of the lock screen.
  #paused() {
    if (!this.#isWanted || !this.#isFed || this.#audio.ended || this.#audio.error) return;
    clearTimeout(this.#watch);
    this.#isWanted = false;
    this.#say("paused here");
    session.playbackState = "paused";
    this.#retry = setTimeout(() => { if (!this.#isWanted) this.#stop(); }, PAUSE_TIME);
  }

  #failed() {
    if (!this.#isWanted || !this.#isFed) return;
    this.#drop();
    this.#isTrying = true;
    this.#faults += 1;
    this.#diagnose(this.#source);
  }

  // Says what is wrong, and tries again where that may help.
  async #diagnose(source) {
    let why = "The connection was lost; trying again…", canRetry = true;
    try {
      const answer = await fetch("/stream", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(SILENT_TIME) });
      const type = answer.headers.get("Content-Type") ?? "";
      if (answer.status === 503) why = "Nothing sounds at the moment; trying again…";
      if (answer.status === 401) why = "The access token is needed.";
      if (answer.status === 415) [why, canRetry] = ["This station cannot be sent to a browser.", false];
      if (answer.ok && (!this.#audio.canPlayType(type) || this.#faults >= MOST_FAULTS)) {
        [why, canRetry] = [`This browser cannot play this station (${this.#radio.status.codec?.toUpperCase()}).`, false];
      }
    } catch {
      why = "The radio cannot be reached; trying again…";
    }
    if (!this.#isWanted || source !== this.#source || this.#isFed) return;
    this.#say(why);
    [this.#isGivenUp, this.#isTrying] = [!canRetry, canRetry];
    if (!canRetry) return;
    const pause = Math.min(RETRY_TIME * 2 ** (this.#faults - 1), MOST_RETRY_TIME);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), pause);
  }

  // Follows the radio: another station needs another connection.
  #follow(status) {
    this.#describe();
    if (!this.#isWanted) return;
    if (!this.#radio.isOn) {
      if (this.#isFed || this.#isTrying) this.#connect();
      return;
    }
    const isOther = sourceOf(status) !== this.#source;
    if (isOther) this.#faults = 0;
    const isWaiting = !this.#isFed && !this.#isGivenUp && !this.#isTrying;
    if (status.state === "playing" && (isOther || isWaiting)) this.#connect();
  }

  // Whether there is a connection.
  get #isFed() { return this.#audio.hasAttribute("src"); }

  #say(text) {
    setText(this.#note, text);
    this.#button.title = this.#isWanted ? "Stop here" : "Listen here";
    setAttribute(this.#button, "aria-label", this.#button.title);
    setAttribute(this.#button, "aria-pressed", this.#isWanted);
    this.#panel.hidden = !this.#isWanted && !text;
  }

  // The keys of keyboards, headphones and lock screens.
  #addSession() {
    const actions = {
      play: () => this.#start(), pause: () => this.#audio.pause(), stop: () => this.#stop(),
      nexttrack: () => byID("next").click(), previoustrack: () => byID("previous").click(),
    };
    for (const [name, action] of Object.entries(actions)) session.setActionHandler?.(name, action);
  }

  // What lock screens show.
  #describe() {
    if (!this.#isWanted) return;
    const { name = "", title, artist, song } = this.#radio.status;
    const texts = { title: song || title || name || "SpringRadio", artist: artist || (title ? name : ""), album: name };
    const url = this.#picture?.url;
    const shown = JSON.stringify([texts, url]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (session.setActionHandler) session.metadata = new MediaMetadata({ ...texts, artwork: url ? [{ src: url }] : [] });
  }
}
