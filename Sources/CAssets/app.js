// The page: what the radio does, and what a person wants of it. Everything comes from /api, and nothing from elsewhere.
class Page {
  #status = {};
  // Number of the last event that #status takes into account.
  #event = 0;
  #isLoading = false;
  #mustLoad = false;
  #timer = 0;
  #isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  #bars = new Bars(byID("bars"), this.#isCalm);
  #notices = new Notices();
  #volume = new Volume((volume) => this.#change("/api/volume", { volume }));
  #stations = new Stations((station) => this.#change("/api/play", { station }));
  #login = new Login(() => this.#load());
  #link = new RadioLink({
    opened: () => {
      this.#event = 0;  // a radio that was started again may count from another number
      this.#load();
    },
    closed: (status) => this.#lost(status),
    event: (name, data) => this.#take(name, data),
  }, this.#isCalm ? 4 : 30);

  static #words = {
    stopped: "stopped", paused: "paused", connecting: "connecting…", buffering: "buffering…", playing: "on the air",
    retrying: "trying again…", ended: "ended", failed: "failed",
  };
  // Milliseconds until what could not be loaded is tried again.
  static #retryTime = 3000;
  // Keys are those of the terminal's view, but for the arrows up and down, which scroll a page.
  static #keys = {
    " ": "toggle", p: "toggle", n: "next", ArrowRight: "next", b: "previous", ArrowLeft: "previous", m: "mute",
    "?": "help", h: "help", "+": 5, "=": 5, 0: 5, "-": -5, _: -5, 9: -5,
  };

  begin() {
    for (const name of ["toggle", "stop", "next", "previous"]) {
      byID(name).addEventListener("click", () => this.#change("/api/" + name));
    }
    byID("mute").addEventListener("click", () => this.#change("/api/volume", { muted: !this.#status.muted }));
    document.addEventListener("keydown", (event) => this.#press(event));
    document.addEventListener("visibilitychange", () => this.#showTitle());
    addEventListener("focus", () => { if (this.#login.isLocked) this.#load(); });
    this.#load();
    this.#link.start();
  }

  async #change(path, body = {}) {
    try {
      this.#show(await ask(path, body));
      this.#notices.pass("");
    } catch (fault) {
      if (fault.status === 401) this.#login.lock(true);
      else this.#notices.pass(fault.message);
    }
  }

  // Asks for everything that is shown, until it is there: at the beginning, and whenever events may have been missed.
  async #load() {
    this.#mustLoad = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    clearTimeout(this.#timer);
    try {
      while (this.#mustLoad) {
        this.#mustLoad = false;
        const wasLocked = this.#login.isLocked;
        this.#show(await ask("/api/status"));
        this.#login.unlock();
        if (wasLocked) this.#link.renew();
        await Promise.all([this.#loadStations(), this.#loadHistory()]);
        this.#notices.pass("");
      }
    } catch (fault) {
      this.#lost(fault.status);
      if (fault.status !== 401) {
        this.#notices.pass(fault.message);
        this.#timer = setTimeout(() => this.#load(), Page.#retryTime);
      }
    }
    this.#isLoading = false;
  }

  #lost(status) {
    this.#event = 0;
    this.#bars.rest();
    if (status === 401) this.#login.lock(false);
    else byID("state").textContent = "not connected; trying again…";
  }

  #take(name, data) {
    if (name === "frame") this.#bars.take(data.bars);
    if (name === "status") this.#show(data);
    if (name === "notice") this.#notices.pass(data.text);
    if (name === "stations") this.#loadStations().catch(() => this.#load());
    if (name === "title") {
      this.#show({ ...this.#status, ...data });
      this.#loadHistory().catch(() => this.#load());
    }
  }

  #show(now) {
    // An answer that was overtaken by an event is no longer true.
    if (now.event < this.#event) return;
    this.#status = now;
    this.#event = now.event;
    const word = Page.#words[now.state] || now.state;
    byID("state").textContent = now.reason ? word + " " + now.reason : word;
    byID("title").textContent = now.title || now.name || "nothing yet";
    byID("station").textContent = now.title ? now.name || "" : now.url || "";
    const isOn = ["connecting", "buffering", "playing", "retrying"].includes(now.state);
    byID("toggle").textContent = isOn ? "Pause" : "Play";
    this.#volume.take(now.volume, now.muted);
    this.#notices.last(now.notice || "");
    this.#stations.mark(now.station);
    this.#showTitle();
  }

  // A hidden page learns nothing, so that its title must not name what may be over.
  #showTitle() {
    const now = this.#status;
    document.title = document.hidden ? "SpringRadio"
      : (now.title || now.name || "SpringRadio") + (now.state === "playing" ? " ♪" : "");
  }

  async #loadStations() { this.#stations.take((await ask("/api/stations")).stations); }

  async #loadHistory() {
    const titles = (await ask("/api/history?limit=12")).titles;
    byID("history").replaceChildren(...titles.map((one) => {
      const when = new Date(one.time * 1000);
      const time = document.createElement("time");
      time.dateTime = when.toISOString();
      time.textContent = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      const item = document.createElement("li");
      item.append(time, one.title);
      return item;
    }));
  }

  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || byID("ask").open) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const target = event.target;
    // What an element does with a key itself is left to it.
    if (target.matches("input:not([type=range])")) return;
    if (target.matches("button, summary") && [" ", "Enter"].includes(key)) return;
    if (target.matches("[type=range]") && key.startsWith("Arrow")) return;
    const action = Page.#keys[key];
    if (action === undefined) return;
    event.preventDefault();
    if (typeof action === "number") this.#volume.change(action);
    else if (event.repeat) return;
    else if (action === "help") byID("keys").open = !byID("keys").open;
    else byID(action).click();
  }
}

if (typeof document !== "undefined") new Page().begin();
