import { barColors } from "./color.js";
import { byID, on, onClick, setAttribute, setIcon, setLongText, setText } from "./dom.js";
import { hideBroken, showPicture } from "./pictures.js";
import { openTitle } from "./title.js";
import { Volume } from "./volume.js";

const WORDS = {
  stopped: "stopped", paused: "paused", connecting: "connecting…", buffering: "buffering…", playing: "on the air",
  retrying: "trying again…", ended: "ended", failed: "does not play",
};
// Where the keys move to in the sound that is kept: a body of /api/seek.
const SEEKS = {
  "←": { by: -10 }, "→": { by: 10 }, "[": { by: -60 }, "]": { by: 60 }, ",": { title: -1 }, ".": { title: 1 },
  L: { live: true },
};
// Points of the volume that keys change.
const STEPS = { "+": 5, "-": -5, 0: 5, 9: -5 };

// Seconds as 5:20, 1:05:20 or 25:05:20.
export function clock(seconds) {
  const hours = Math.floor(seconds / 3600), rest = new Date(seconds * 1000).toISOString().slice(14, 19);
  return hours ? `${hours}:${rest}` : rest.replace(/^0/, "");
}

// Shows what can be pressed, or hides it. The focus is not lost with it.
export function offer(name, isOffered) {
  const one = byID(name);
  if (!isOffered && one.contains(document.activeElement)) byID("toggle").focus();
  one.hidden = !isOffered;
}

// The bar of what is on the air, in the colour of its picture: title, transport, volume.
export class Player {
  #radio;
  #finder;
  #library;
  #volume;
  // What counts seconds: until the radio tries again, and those that it is behind live.
  #timer = 0;
  #scheme = matchMedia("(prefers-color-scheme: dark)");

  constructor(radio, views, library, finder, keys) {
    this.#radio = radio;
    this.#library = library;
    this.#finder = finder;
    this.#volume = new Volume((volume) => radio.change("/api/volume", { volume }));
    onClick("stop", () => radio.change("/api/stop"));
    onClick("toggle", () => this.#toggle());
    onClick("retry", async () => {
      if (radio.isOn) await radio.change("/api/stop");
      radio.change("/api/toggle");
    });
    for (const name of ["next", "skip"]) onClick(name, () => library.step(1));
    onClick("previous", () => library.step(-1));
    onClick("words", () => views.show("now"));
    onClick("now-song", () => radio.status.title ? openTitle(radio, radio.status.title) : views.show("stations"));
    onClick("mute", () => radio.change("/api/volume", { muted: !radio.status.muted }));
    onClick("favourite", () => this.#favour());
    onClick("cover", () => views.show("now"));
    for (const name of ["picture", "now-picture"]) hideBroken(byID(name));
    on(document, "visibilitychange", () => this.#showDocumentTitle());
    radio.on("kept", () => this.#showDocumentTitle());
    on(this.#scheme, "change", () => this.#paint());
    radio.on("status", (status) => this.#show(status));
    radio.on("stations", () => {
      this.#showFavourite();
      if (this.#first) this.#show(radio.status);
    });
    radio.on("picture", () => this.#paint());
    radio.on("waits", (isWaiting) => byID("bar").classList.toggle("waits", isWaiting));
    radio.on("lost", (status) => { if (status !== 401) this.#halt("no connection"); });
    radio.on("locked", () => this.#halt("locked"));
    this.#paint();
    this.#addKeys(keys);
  }

  #addKeys(keys) {
    for (const [key, name] of Object.entries({ " ": "toggle", p: "toggle", n: "next", ">": "next", b: "previous", "<": "previous", m: "mute" })) {
      keys.add(key, () => byID(name).click());
    }
    for (const [key, body] of Object.entries(SEEKS)) keys.add(key, () => this.#seek(body));
    for (const [name, key] of Object.entries({ back: "←", ahead: "→", live: "L" })) {
      onClick(name, () => this.#seek(SEEKS[key]));
    }
    for (const [key, points] of Object.entries(STEPS)) keys.add(key, () => this.#volume.change(points), { repeats: true });
  }

  #show(now) {
    if (!now.state) return;
    const { isOn } = this.#radio, first = this.#first, name = now.name || "Choose a station";
    this.#report(now, 0);
    setLongText("title", now.title || name);
    setLongText("now-song", now.song || now.title || name);
    setLongText("now-artist", now.artist || "");
    for (const id of ["station", "now-station"]) setLongText(id, now.title ? now.name || "" : "");
    for (const id of ["reason", "now-reason"]) setText(id, now.reason || "");
    offer("failed", now.reason);
    for (const name of ["back", "ahead"]) offer(name, this.#radio.canSeek);
    byID("now").classList.toggle("failed", Boolean(now.reason));
    byID("visual").classList.toggle("silent", !["playing", "buffering"].includes(now.state));
    setIcon("toggle", isOn ? "pause" : "play", isOn ? "Pause" : first ? "Play " + first.name : "Play");
    this.#volume.take(now.volume, now.muted);
    this.#showFavourite();
    this.#paint();
    this.#showDocumentTitle();
    if (now.title && now.state === "playing") {
      setText("announcement", now.title + (now.name ? ", " + now.name : ""));
    }
  }

  // The station that Play begins with, while nothing was tuned in yet: the first favourite, or the first of all.
  get #first() {
    const { status, stations } = this.#radio;
    return status.name ? null : stations.find((one) => one.favourite) || stations[0];
  }

  #toggle() {
    const first = this.#first;
    this.#radio.change(...first ? ["/api/play", { station: first.id }] : ["/api/toggle"]);
  }

  // Moves in the sound that is kept, where some is.
  #seek(body) { if (this.#radio.canSeek) this.#radio.change("/api/seek", body); }

  // Says what the radio does, some seconds after its answer: it counts down to the next try, and how far a pause
  // falls behind.
  #report(now, passed) {
    const { state, retryIn = 0, behindLive } = now, first = this.#first, counts = state === "paused" && behindLive !== undefined;
    const left = state === "retrying" && retryIn - passed, behind = behindLive + (counts && passed);
    const word = first ? `Play begins with ${first.name}` : WORDS[state] || state, isBehind = behind >= 1;
    clearTimeout(this.#timer);
    // What counts is not read out each second.
    setAttribute("state", "aria-live", passed || left > 0 ? "off" : null);
    this.#say(left > 0 ? `retry in ${left} s` : !isBehind ? word
      : (state === "playing" ? "" : word + " · ") + clock(behind) + " behind live");
    byID("words").classList.toggle("first", Boolean(first) || isBehind);
    offer("live", isBehind && this.#radio.canSeek);
    if (left > 0 || counts) this.#timer = setTimeout(() => this.#report(now, passed + 1), 1000);
  }

  #say(state) { for (const id of ["state", "now-state"]) setText(id, state); }

  // What plays is not known: nothing is counted down any more.
  #halt(state) {
    clearTimeout(this.#timer);
    setAttribute("state", "aria-live", null);
    byID("words").classList.remove("first");
    this.#say(state);
    document.title = "SpringRadio";
  }

  // A hidden page learns nothing, so that its title must not name what may be over.
  #showDocumentTitle() {
    const now = this.#radio.status;
    document.title = !this.#radio.isFollowed ? "SpringRadio"
      : (now.title || now.name || "SpringRadio") + (now.state === "playing" ? " ♪" : "");
  }

  // The star of a station of the list; of another one that is heard, what adds it.
  #showFavourite() {
    const { status } = this.#radio, one = this.#radio.station(status.station), button = byID("favourite");
    // The demo has another address each time.
    button.hidden = !one && (status.station === "demo" || !/^https?:/.test(status.url || ""));
    setIcon(button, one?.favourite ? "starred" : one ? "star" : "plus",
      one ? `Favourite: ${one.name}` : "Add this station to the list");
    setAttribute(button, "aria-pressed", one ? one.favourite : null);
  }

  #favour() {
    const { status } = this.#radio, one = this.#radio.station(status.station);
    if (one) return this.#library.favour(one);
    const found = this.#finder.result(status.url);
    if (found) return this.#finder.add(found);
    this.#radio.tryEdit("/api/stations", { station: { name: status.name || status.url, url: status.url } }, false);
  }

  #paint() {
    // While nothing was tuned in yet, the picture and the colour are those of the program.
    const { name: on, state } = this.#radio.status;
    const now = on ? this.#radio.picture : state && { url: "/icon.svg" };
    for (const name of ["picture", "now-picture"]) showPicture(byID(name), now?.station ?? "", now?.url);
    const { ground, text } = barColors(now?.color, this.#scheme.matches);
    const style = document.documentElement.style;
    style.setProperty("--bar", ground);
    style.setProperty("--bar-text", text);
  }
}
