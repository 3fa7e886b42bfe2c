import { barColors } from "./color.js";
import { byID, setAttribute, setIcon, setText } from "./dom.js";
import { hideBroken, showPicture } from "./pictures.js";
import { openTitle } from "./title.js";
import { Volume } from "./volume.js";

const WORDS = {
  stopped: "stopped", paused: "paused", connecting: "connecting…", buffering: "buffering…", playing: "on the air",
  retrying: "trying again…", ended: "ended", failed: "does not play",
};
const ON = ["connecting", "buffering", "playing", "retrying"];
// Points of the volume that a key changes.
const STEP = 5;

// The bar of what is on the air, in the colour of its picture: title, transport, volume.
export class Player {
  #radio;
  #finder;
  #library;
  #volume;
  // Seconds until the radio tries again, and what counts them down.
  #left = 0;
  #timer = 0;
  #scheme = matchMedia("(prefers-color-scheme: dark)");

  constructor(radio, views, library, finder, keys) {
    this.#radio = radio;
    this.#library = library;
    this.#finder = finder;
    this.#volume = new Volume((volume) => radio.change("/api/volume", { volume }));
    const press = (name, run) => byID(name).addEventListener("click", run);
    press("stop", () => radio.change("/api/stop"));
    press("toggle", () => this.#toggle());
    press("retry", async () => {
      if (ON.includes(radio.status.state)) await radio.change("/api/pause");
      radio.change("/api/toggle");
    });
    for (const name of ["next", "skip"]) press(name, () => library.step(1));
    press("previous", () => library.step(-1));
    press("words", () => views.show("now"));
    press("now-song", () => radio.status.title ? openTitle(radio, radio.status.title) : views.show("stations"));
    byID("mute").addEventListener("click", () => radio.change("/api/volume", { muted: !radio.status.muted }));
    byID("favourite").addEventListener("click", () => this.#favour());
    byID("cover").addEventListener("click", () => views.show("now"));
    for (const name of ["picture", "now-picture"]) hideBroken(byID(name));
    document.addEventListener("visibilitychange", () => this.#showDocumentTitle());
    radio.on("kept", () => this.#showDocumentTitle());
    this.#scheme.addEventListener("change", () => this.#paint());
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
    for (const [key, name] of Object.entries({ " ": "toggle", n: "next", b: "previous", m: "mute" })) {
      keys.add(key, () => byID(name).click());
    }
    keys.add("+", () => this.#volume.change(STEP), { repeats: true });
    keys.add("-", () => this.#volume.change(-STEP), { repeats: true });
  }

  #show(now) {
    if (!now.state) return;
    const isOn = ON.includes(now.state), first = this.#first, name = now.name || "Choose a station";
    clearTimeout(this.#timer);
    this.#left = now.state === "retrying" ? now.retryIn || 0 : 0;
    // What counts is not read out each second.
    setAttribute(byID("state"), "aria-live", this.#left ? "off" : null);
    if (this.#left) this.#countDown();
    else this.#say(first ? `Play begins with ${first.name}` : WORDS[now.state] || now.state);
    byID("words").classList.toggle("first", Boolean(first));
    setText(byID("title"), now.title || name);
    setText(byID("now-song"), now.song || now.title || name);
    setText(byID("now-artist"), now.artist || "");
    for (const id of ["station", "now-station"]) setText(byID(id), now.title ? now.name || "" : "");
    for (const id of ["reason", "now-reason"]) setText(byID(id), now.reason || "");
    if (!now.reason && byID("failed").contains(document.activeElement)) byID("toggle").focus();
    byID("failed").hidden = !now.reason;
    byID("now").classList.toggle("failed", Boolean(now.reason));
    byID("visual").classList.toggle("silent", !["playing", "buffering"].includes(now.state));
    setIcon(byID("toggle"), isOn ? "pause" : "play", isOn ? "Pause" : first ? "Play " + first.name : "Play");
    this.#volume.take(now.volume, now.muted);
    this.#showFavourite();
    this.#paint();
    this.#showDocumentTitle();
    if (now.title && now.state === "playing") {
      setText(byID("announcement"), now.title + (now.name ? ", " + now.name : ""));
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

  #say(state) { for (const id of ["state", "now-state"]) setText(byID(id), state); }

  // What plays is not known: nothing is counted down any more.
  #halt(state) {
    clearTimeout(this.#timer);
    setAttribute(byID("state"), "aria-live", null);
    byID("words").classList.remove("first");
    this.#say(state);
    document.title = "SpringRadio";
  }

  #countDown() {
    this.#say(this.#left > 0 ? `retry in ${this.#left} s` : WORDS.retrying);
    if (this.#left > 0) this.#timer = setTimeout(() => this.#countDown(), 1000);
    this.#left -= 1;
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
    setAttribute(button, "aria-pressed", one ? String(one.favourite) : null);
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
