// Parts of the page: requests, notices, the volume, the list of stations, and the login.

const byID = (id) => document.getElementById(id);

// Milliseconds after which a request that has no answer is given up. The radio answers a command within one second.
const ANSWER_TIME = 8000;

// What went wrong, in words for a person; `status` is that of the answer, 0 when there is none.
class Fault extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

// The radio's answer to a GET, or with a `body` to a POST. Throws a Fault.
async function ask(path, body) {
  const options = { signal: AbortSignal.timeout(ANSWER_TIME), cache: "no-store" };
  if (body !== undefined) {
    Object.assign(options, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
  }
  let answer, text;
  try {
    answer = await fetch(path, options);
    text = await answer.text();
  } catch (error) {
    throw new Fault(error.name === "TimeoutError"
      ? `The radio did not answer within ${ANSWER_TIME / 1000} seconds.`
      : "The radio cannot be reached.");
  }
  let object = null;
  try {
    object = text ? JSON.parse(text) : {};
  } catch {
    // What is no JSON comes from something between the radio and here.
  }
  if (answer.ok && object) return object;
  const reason = typeof object?.error === "string" ? `The radio refused: ${object.error}.`
    : `The answer cannot be read (HTTP ${answer.status}).`;
  throw new Fault(reason, answer.status);
}

// The line below the buttons: what the radio says about its sound device for as long as it does, or else what happened
// last, for a while.
class Notices {
  #lasting = "";
  #passing = "";
  #timer = 0;
  static #time = 10000;

  // What is so now; empty when there is nothing to say.
  last(text) {
    this.#lasting = text;
    this.#show();
  }

  // What happened.
  pass(text) {
    clearTimeout(this.#timer);
    this.#passing = text;
    if (text) this.#timer = setTimeout(() => this.pass(""), Notices.#time);
    this.#show();
  }

  #show() {
    const text = this.#passing || this.#lasting;
    if (byID("notice").textContent !== text) byID("notice").textContent = text;
  }
}

// The volume: what the radio has, except while a person is changing it. While the slider moves the radio follows: one
// request at a time, and ten a second at most.
class Volume {
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
    slider.addEventListener("pointerdown", () => { this.#isHeld = true; });
    slider.addEventListener("input", () => this.#want(Number(slider.value)));
    // A drag that ends where it began fires no change.
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "change", "keyup", "blur"]) {
      slider.addEventListener(end, () => {
        this.#isHeld = false;
        this.#show();
      });
    }
  }

  // The radio's volume and whether it is muted.
  take(volume, isMuted) {
    this.#current = volume;
    byID("mute").setAttribute("aria-pressed", String(isMuted));
    byID("percent").dataset.muted = isMuted;
    this.#show();
  }

  change(points) { this.#want(Math.min(100, Math.max(0, (this.#wanted ?? this.#current) + points))); }

  #show() {
    const isOurs = this.#isHeld || this.#isSending || this.#wanted !== null;
    if (!isOurs) byID("volume").value = this.#current;
    const isMuted = !isOurs && byID("percent").dataset.muted === "true";
    byID("percent").textContent = isMuted ? "off" : byID("volume").value;
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

// The list of stations, and the field that looks for some of them.
class Stations {
  #stations = [];
  #current;
  #limit = Stations.#portion;
  static #portion = 200;

  // `play` is called with a station's id.
  constructor(play) {
    byID("filter").addEventListener("input", () => {
      this.#limit = Stations.#portion;
      this.#list();
    });
    byID("stations").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) play(button.dataset.id);
    });
    byID("more").addEventListener("click", () => {
      this.#limit += Stations.#portion;
      this.#list();
    });
  }

  take(stations) {
    this.#stations = stations
      .map((one) => ({ ...one, words: Stations.#folded(Stations.#text(one)) }))
      .sort((a, b) => b.favourite - a.favourite);
    this.#list();
  }

  // The station that plays.
  mark(id) {
    this.#current = id;
    for (const button of byID("stations").querySelectorAll("button")) this.#markButton(button);
  }

  #markButton(button) {
    if (button.dataset.id === this.#current) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }

  // What a station can be found by. Countries and languages by code and name, in English and in the browser's language.
  static #text(one) {
    const country = (one.country || "").toUpperCase(), language = one.language || "";
    const places = [country, this.#named("region", country), language, this.#named("language", language)];
    return [one.name, one.id, ...one.tags, ...places].join(" ");
  }

  static #names = new Map();
  static #namers = new Map(["region", "language"].map((type) =>
    [type, ["en", navigator.languages[0]].map((locale) => new Intl.DisplayNames(locale, { type, fallback: "none" }))]));

  static #named(type, code) {
    const key = type + code;
    if (!this.#names.has(key)) {
      try {
        this.#names.set(key, this.#namers.get(type).map((namer) => namer.of(code) || "").join(" "));
      } catch {
        this.#names.set(key, "");  // no code
      }
    }
    return this.#names.get(key);
  }

  static #folded(text) { return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(); }

  #list() {
    const wanted = byID("filter").value.trim();
    const words = Stations.#folded(wanted).split(/\s+/);
    const found = this.#stations.filter((one) => words.every((word) => one.words.includes(word)));
    const shown = found.slice(0, this.#limit);
    const focused = document.activeElement?.dataset?.id;
    byID("stations").replaceChildren(...shown.map((one) => this.#item(one)));
    if (focused) byID("stations").querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
    const rest = found.length - shown.length;
    byID("more").hidden = rest === 0;
    byID("more").textContent = `Show ${Math.min(rest, Stations.#portion)} more`;
    if (!this.#stations.length) byID("found").textContent = "The station list is empty.";
    else if (!found.length) byID("found").textContent = `No station fits “${wanted}”.`;
    else byID("found").textContent = rest ? `${shown.length} of ${found.length} stations` : "";
  }

  #item(one) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.id = one.id;
    button.append((one.favourite ? "★ " : "") + one.name);
    this.#markButton(button);
    const small = document.createElement("small");
    small.textContent = one.tags.join(", ") || " ";
    button.append(small);
    const item = document.createElement("li");
    item.append(button);
    return item;
  }
}

// The dialog that asks for the access token. The browser keeps a cookie for it, which no script can read, for all tabs.
class Login {
  #entered;
  #isLocked = false;
  #wasClosed = false;

  // `entered` is called when the radio has accepted a token.
  constructor(entered) {
    this.#entered = entered;
    byID("login").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
    // Also by Escape: the page stays locked then, and offers to ask again.
    byID("ask").addEventListener("close", () => {
      this.#wasClosed = this.#isLocked;
      byID("unlock").hidden = !this.#isLocked;
    });
    byID("unlock").addEventListener("click", () => this.#open());
  }

  get isLocked() { return this.#isLocked; }

  // The radio wants a token. `isWish` when a person asked for something: then also if the dialog was closed before.
  lock(isWish) {
    this.#isLocked = true;
    byID("state").textContent = "locked: the access token is needed";
    if (isWish || !this.#wasClosed) this.#open();
  }

  // The radio answers: here or in another tab the token was entered.
  unlock() {
    if (!this.#isLocked) return;
    this.#isLocked = this.#wasClosed = false;
    byID("token").value = "";
    byID("refused").textContent = "";
    byID("unlock").hidden = true;
    byID("ask").close();
  }

  #open() {
    if (!byID("ask").open) byID("ask").showModal();
  }

  async #enter() {
    if (byID("enter").disabled) return;
    byID("enter").disabled = true;
    byID("refused").textContent = "";
    try {
      await ask("/api/session", { token: byID("token").value });
      await this.#use();
    } catch (fault) {
      byID("refused").textContent = fault.status === 401 ? "This token is wrong." : fault.message;
      byID("token").select();
    }
    byID("enter").disabled = false;
  }

  // The token was right, but a browser may be set to keep no cookies.
  async #use() {
    try {
      await ask("/api/status");
    } catch (fault) {
      if (fault.status === 401) throw new Fault("The token is right, but this browser keeps no cookie for the radio.");
    }
    this.#entered();
  }
}
