import { byID, isTouched, make, on, onClick, setAttribute, setIcon, setText } from "./dom.js";
import { joined, makeRow, rowButton, showRow } from "./rows.js";
import { VirtualList } from "./virtual.js";
import { addCountries, countryName } from "./words.js";

// Most stations of an answer.
const LIMIT = 100;

// The view that finds stations in the directory: a station of it can be tried, checked and added to the list.
export class Finder {
  #radio;
  #views;
  #results = [];
  #checks = new Map();
  #rows;
  #abort = null;

  constructor(radio, views) {
    this.#radio = radio;
    this.#views = views;
    addCountries(byID("search-country"));
    const list = byID("results");
    const check = () => make("button.check", {}, "Check");
    this.#rows = new VirtualList(list, () => makeRow(check(), rowButton("plus")), (row, one) => this.#update(row, one));
    onClick(list, (event) => this.#click(event));
    on("search", "submit", (event) => {
      event.preventDefault();
      if (isTouched()) document.activeElement.blur();
      this.#search();
    });
    radio.on("stations", () => this.#rows.refresh());
    radio.on("status", () => this.#rows.refresh());
  }

  // Shows the view with the field for words, with these words and what they find.
  open(words = "") {
    this.#views.show("find");
    byID("search-words").focus();
    if (!words) return;
    byID("search-words").value = words;
    this.#search();
  }

  // The record of the directory that plays from this address; undefined for none.
  result(url) { return url && this.#results.find((one) => one.url === url); }

  async #search() {
    const [words, country, tag] = ["words", "country", "tag"].map((name) => byID("search-" + name).value.trim());
    if (!words && !country && !tag) return setText("search-state", "Enter a word, a country or a tag.");
    this.#abort?.abort();
    const abort = this.#abort = new AbortController();
    setText("search-state", "Searching…");
    const body = Object.fromEntries(Object.entries({ words, country, tag }).filter((entry) => entry[1]));
    try {
      const answer = await this.#radio.search("/api/directory/search", { ...body, limit: LIMIT }, abort.signal);
      if (this.#abort === abort) this.#take(answer);
    } catch (fault) {
      if (this.#abort === abort) setText("search-state", fault.message);
    }
  }

  #take({ stations, searchedAt, isCached, fault }) {
    this.#results = stations.map((one) => ({ ...one, id: one.directoryId }));
    this.#checks.clear();
    this.#rows.show(this.#results);
    const number = stations.length, most = number === LIMIT ? "The first " : "";
    const time = isCached ? ", as of " + new Date(searchedAt).toLocaleString([], { timeStyle: "short" }) : "";
    setText("search-state", fault && !number ? fault : number ? `${most}${number} station${number === 1 ? "" : "s"}${time}`
      : "No station of the directory fits.");
  }

  #update(row, one) {
    const [main, check, add] = row.children, { status, stations } = this.#radio;
    const checked = this.#checks.get(one.id), facts = checked?.text || this.#facts(one);
    showRow(row, one, facts, one.url === status.url && status.state !== "stopped", status);
    main.querySelector("small").classList.toggle("bad", checked?.plays === false);
    setAttribute(main, "aria-label", `Try ${one.name}. ${facts}`);
    setAttribute(check, "aria-label", `Check whether ${one.name} plays from here`);
    const isListed = stations.some((other) => other.directoryId === one.id || other.url === one.url);
    setIcon(add, isListed ? "check" : "plus", isListed ? `In the list: ${one.name}` : `Add ${one.name}`);
    add.classList.toggle("done", isListed);
  }

  #facts(one) {
    const rate = one.kilobits ? ` ${one.kilobits} kbit/s` : "";
    return joined(((one.codec || "").toUpperCase() + rate + (one.isHLS ? " HLS" : "")).trim(), countryName(one.country),
      one.votes && `${one.votes.toLocaleString()} votes`, one.isWorking === false && "not reached lately",
      ...(one.tags || []).slice(0, 4));
  }

  #click(event) {
    const button = event.target.closest("button"), one = this.#rows.itemOf(button);
    if (!one) return;
    if (button.matches(".pick")) this.#radio.change("/api/play", { directoryId: one.id });
    if (button.matches(".check")) this.#check(one);
    if (button.matches(".plus") && !button.matches(".done")) this.add(one);
  }

  // Adds a record of the directory to the list.
  add(one) {
    this.#radio.tryEdit("/api/stations", { directoryId: one.id }, false);
  }

  async #check(one) {
    this.#setCheck(one, { text: "Checking whether it plays from here…" });
    try {
      const { plays, reason, codec, kilobits, sampleRate, channels } =
        await this.#radio.search("/api/directory/check", { directoryId: one.id });
      const sound = [(codec || "").toUpperCase(), kilobits && `${kilobits} kbit/s`,
        sampleRate && `${sampleRate / 1000} kHz`, { 1: "mono", 2: "stereo" }[channels]].filter(Boolean).join(", ");
      this.#setCheck(one, { plays, text: plays ? `Plays from here: ${sound}` : `Does not play: ${reason}` });
    } catch (fault) {
      this.#setCheck(one, { plays: false, text: fault.message });
    }
  }

  #setCheck(one, check) {
    if (!this.#results.includes(one)) return;
    this.#checks.set(one.id, check);
    this.#rows.refresh();
    if (check.plays !== undefined) setText("changes", `${one.name}: ${check.text}`);
  }
}
