import { byID, on, setAttribute, setIcon, setText } from "./dom.js";

// The volume: what the radio has, except while a person is changing it. While the slider moves the radio follows: one
// request at a time, and ten a second at most.
export class Volume {
  #send;
  #current = 0;
  #isHeld = false;
  #wanted = null;
  #isSending = false;
  static #pause = 100;

  // `send` asks the radio for a volume.
  constructor(send) {
    this.#send = send;
    const slider = byID("volume");
    on(slider, "pointerdown", () => { this.#isHeld = true; });
    on(slider, "input", () => this.#want(Number(slider.value)));
    // A drag that ends where it began fires no change.
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "change", "keyup", "blur"]) {
      on(slider, end, () => {
        this.#isHeld = false;
        this.#show();
      });
    }
  }

  // The radio's volume and whether it is muted.
  take(volume, isMuted) {
    this.#current = volume;
    setAttribute("mute", "aria-pressed", isMuted);
    setIcon("mute", isMuted ? "muted" : "volume");
    byID("percent").dataset.muted = isMuted;
    this.#show();
  }

  change(points) { this.#want(Math.min(100, Math.max(0, (this.#wanted ?? this.#current) + points))); }

  #show() {
    const isOurs = this.#isHeld || this.#isSending || this.#wanted !== null;
    if (!isOurs) byID("volume").value = this.#current;
    const isMuted = !isOurs && byID("percent").dataset.muted === "true";
    setText("percent", isMuted ? "off" : byID("volume").value);
    byID("volume").style.setProperty("--share", byID("volume").value + "%");
  }

  #want(volume) {
    this.#wanted = volume;
    byID("volume").value = volume;
    this.#show();
    this.#deliver();
  }

  async #deliver() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#wanted !== null) {
      const volume = this.#wanted;
      await Promise.all([this.#send(volume), new Promise((done) => setTimeout(done, Volume.#pause))]);
      if (this.#wanted === volume) this.#wanted = null;
    }
    this.#isSending = false;
    this.#show();
  }
}
