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

export function beginListening(radio) {
  const button = byID("listen");
  const volume = make("input", { type: "range", min: 0, max: 100, step: 1, id: "listen-volume", "aria-label": "Volume here" });
  const note = make("p", { id: "listen-note", role: "status" });
  const audio = new Audio();
  // Whether there is a connection.
  const isFed = () => audio.hasAttribute("src");
  const channel = new BroadcastChannel("springradio-listen");
  let isWanted = false;
  // What is played: another station or codec needs another connection.
  let source = "";
  let faults = 0;
  let isGivenUp = false;
  // True from a fault to the next try.
  let isTrying = false;
  let count = 0;
  let retry = 0;
  let watch = 0;
  let picture = null;
  // What the lock screen shows.
  let shown = "";

  const panel = make("div", { id: "listening", hidden: true },
    make("label", {}, make("span", {}, "Volume here"), volume), note);
  byID("now-actions").after(panel);
  button.hidden = false;
  onClick(button, () => isWanted ? stop() : start());
  volume.value = recall(VOLUME) ?? 100;
  on(volume, "input", () => {
    audio.volume = volume.value / 100;
    remember(VOLUME, volume.value);
  });
  // Only one tab of a browser plays: the one that was asked last.
  channel.onmessage = () => { if (isWanted) stop("Another tab plays the radio now."); };
  audio.volume = volume.value / 100;
  audio.preload = "none";
  on(audio, "playing", () => {
    say("Playing here, some seconds later than the radio.");
    session.playbackState = "playing";
  });
  on(audio, "timeupdate", watchSound);
  on(audio, "waiting", () => say("buffering…"));
  on(audio, "ended", failed);
  on(audio, "error", failed);
  on(audio, "pause", paused);
  addSession();
  radio.on("status", follow);
  radio.on("picture", (one) => {
    picture = one;
    describe();
  });

  function start() {
    isWanted = true;
    faults = 0;
    channel.postMessage("listening");
    radio.keep(true);
    describe();
    connect();
  }

  // Ends listening, and frees the connection.
  function stop(why = "") {
    isWanted = false;
    radio.keep(false);
    drop();
    say(why);
    session.playbackState = "none";
  }

  function connect() {
    clearTimeout(retry);
    isGivenUp = isTrying = false;
    if (!isWanted) return;
    const { status } = radio;
    source = sourceOf(status);
    if (!radio.isReceived) {
      drop();
      return say("The radio is silent. The sound begins when a station plays.");
    }
    say("connecting…");
    // Without titles, since browsers do not play on after the first link of FLAC in Ogg. With a number of its own, so
    // that no other connection's bytes are used.
    audio.src = `/stream?titles=0&listener=${Date.now()}.${count += 1}`;
    watchSound();
    audio.play().catch((error) => {
      if (error.name === "NotAllowedError") stop("The browser wants another click before it plays.");
    });
  }

  // Without a source the browser ends the connection.
  function drop() {
    clearTimeout(retry);
    clearTimeout(watch);
    if (!isFed()) return;
    audio.removeAttribute("src");
    audio.load();
  }

  // Waits for more sound; where none comes, there is another connection.
  function watchSound() {
    if (audio.currentTime > 1) faults = 0;
    clearTimeout(watch);
    if (isFed()) watch = setTimeout(failed, SILENT_TIME);
  }

  // The browser or the system paused the sound, as for a phone call. What is played later is what is on the air then,
  // so the connection is kept for a short time only, for the keys of the lock screen.
  function paused() {
    if (!isWanted || !isFed() || audio.ended || audio.error) return;
    clearTimeout(watch);
    isWanted = false;
    say("paused here");
    session.playbackState = "paused";
    retry = setTimeout(() => { if (!isWanted) stop(); }, PAUSE_TIME);
  }

  function failed() {
    if (!isWanted || !isFed()) return;
    drop();
    isTrying = true;
    faults += 1;
    diagnose(source);
  }

  // Says what is wrong, and tries again where that may help.
  async function diagnose(tried) {
    let why = "The connection was lost; trying again…", canRetry = true;
    try {
      const answer = await fetch("/stream", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(SILENT_TIME) });
      const type = answer.headers.get("Content-Type") ?? "";
      if (answer.status === 503) why = "Nothing sounds at the moment; trying again…";
      if (answer.status === 401) why = "The access token is needed.";
      if (answer.status === 415) [why, canRetry] = ["This station cannot be sent to a browser.", false];
      if (answer.ok && (!audio.canPlayType(type) || faults >= MOST_FAULTS)) {
        [why, canRetry] = [`This browser cannot play this station (${radio.status.codec?.toUpperCase()}).`, false];
      }
    } catch {
      why = "The radio cannot be reached; trying again…";
    }
    if (!isWanted || tried !== source || isFed()) return;
    say(why);
    [isGivenUp, isTrying] = [!canRetry, canRetry];
    if (!canRetry) return;
    const pause = Math.min(RETRY_TIME * 2 ** (faults - 1), MOST_RETRY_TIME);
    clearTimeout(retry);
    retry = setTimeout(connect, pause);
  }

  // Follows the radio: another station needs another connection.
  function follow(status) {
    describe();
    if (!isWanted) return;
    if (!radio.isReceived) {
      if (isFed() || isTrying) connect();
      return;
    }
    const isOther = sourceOf(status) !== source;
    if (isOther) faults = 0;
    const isWaiting = !isFed() && !isGivenUp && !isTrying;
    if (status.state === "playing" && (isOther || isWaiting)) connect();
  }

  function say(text) {
    setText(note, text);
    button.title = isWanted ? "Stop here" : "Listen here";
    setAttribute(button, "aria-label", button.title);
    setAttribute(button, "aria-pressed", isWanted);
    panel.hidden = !isWanted && !text;
  }

  // The keys of keyboards, headphones and lock screens.
  function addSession() {
    const actions = {
      play: start, pause: () => audio.pause(), stop: () => stop(),
      nexttrack: () => byID("next").click(), previoustrack: () => byID("previous").click(),
    };
    for (const [name, action] of Object.entries(actions)) session.setActionHandler?.(name, action);
  }

  // What lock screens show.
  function describe() {
    if (!isWanted) return;
    const { name = "", title, artist, song } = radio.status;
    const texts = { title: song || title || name || "SpringRadio", artist: artist || (title ? name : ""), album: name };
    const url = picture?.url;
    const now = JSON.stringify([texts, url]);
    if (now === shown) return;
    shown = now;
    if (session.setActionHandler) session.metadata = new MediaMetadata({ ...texts, artwork: url ? [{ src: url }] : [] });
  }
}
