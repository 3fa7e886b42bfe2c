import { barColors } from "./color.js";
import { byID, setAttribute, setIcon, setText } from "./dom.js";
import { hideBroken, showPicture } from "./pictures.js";
import { Volume } from "./volume.js";

const WORDS = {
  stopped: "stopped", paused: "paused", connecting: "connecting…", buffering: "buffering…", playing: "on the air",
  retrying: "trying again…", ended: "ended", failed: "failed",
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
  #scheme = matchMedia("(prefers-color-scheme: dark)");

  constructor(radio, views, library, finder, keys) {
    this.#radio = radio;
    this.#library = library;
    this.#finder = finder;
    this.#volume = new Volume((volume) => radio.change("/api/volume", { volume }));
    for (const name of ["toggle", "stop", "next", "previous"]) {
      byID(name).addEventListener("click", () => radio.change("/api/" + name));
    }
    byID("mute").addEventListener("click", () => radio.change("/api/volume", { muted: !radio.status.muted }));
    byID("favourite").addEventListener("click", () => this.#favour());
    byID("cover").addEventListener("click", () => views.show("now"));
    for (const name of ["picture", "now-picture"]) hideBroken(byID(name));
    document.addEventListener("visibilitychange", () => this.#showDocumentTitle());
    this.#scheme.addEventListener("change", () => this.#paint());
    radio.on("status", (status) => this.#show(status));
    radio.on("stations", () => this.#showFavourite());
    radio.on("picture", () => this.#paint());
    radio.on("lost", (status) => {
      if (status !== 401) setText(byID("state"), "not connected; trying again…");
    });
    this.#paint();
    this.#addKeys(keys);
  }

  #addKeys(keys) {
    const press = (name) => () => byID(name).click();
    keys.add([" ", "p"], "space", "stop, or rejoin the station", press("toggle"));
    keys.add(["n", "ArrowRight"], "n b", "next, previous station", press("next"));
    keys.add(["b", "ArrowLeft"], "", "", press("previous"));
    keys.add(["+", "=", "0"], "+ -", "louder, softer", () => this.#volume.change(STEP), { repeats: true });
    keys.add(["-", "_", "9"], "", "", () => this.#volume.change(-STEP), { repeats: true });
    keys.add(["m"], "m", "mute, unmute", press("mute"));
  }

  #show(now) {
    const word = WORDS[now.state] || now.state;
    setText(byID("state"), now.reason ? word + " " + now.reason : word);
    setText(byID("title"), now.title || now.name || "nothing yet");
    setText(byID("station"), now.title ? now.name || "" : now.url || "");
    setText(byID("now-song"), now.song || now.title || now.name || "");
    setText(byID("now-artist"), now.artist || "");
    setText(byID("now-station"), now.title ? now.name || "" : "");
    const isOn = ON.includes(now.state);
    setIcon(byID("toggle"), isOn ? "pause" : "play", isOn ? "Pause" : "Play");
    this.#volume.take(now.volume, now.muted);
    this.#showFavourite();
    this.#showDocumentTitle();
    if (now.title && now.state === "playing") {
      setText(byID("announcement"), now.title + (now.name ? ", " + now.name : ""));
    }
  }

  // A hidden page learns nothing, so that its title must not name what may be over.
  #showDocumentTitle() {
    const now = this.#radio.status;
    document.title = document.hidden ? "SpringRadio"
      : (now.title || now.name || "SpringRadio") + (now.state === "playing" ? " ♪" : "");
  }

  // The star of a station of the list; of another one that is heard, what adds it.
  #showFavourite() {
    const { status } = this.#radio, one = this.#radio.station(status.station), button = byID("favourite");
    // The demo has another address each time.
    button.hidden = !one && (status.station === "demo" || !/^https?:/.test(status.url || ""));
    setIcon(button, one?.favourite ? "starred" : one ? "star" : "plus", one ? `Favourite: ${one.name}` : "Add this station to the list");
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
    const now = this.#radio.picture;
    for (const name of ["picture", "now-picture"]) showPicture(byID(name), now?.station ?? "", now?.url);
    const { ground, text } = barColors(now?.color, this.#scheme.matches);
    const style = document.documentElement.style;
    style.setProperty("--bar", ground);
    style.setProperty("--bar-text", text);
  }
}
