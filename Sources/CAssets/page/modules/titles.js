import { ask } from "./api.js";
import { byID, filterLines, make, on, onClick, setText } from "./dom.js";
import { openTitle } from "./title.js";
import { folded, matcher } from "./words.js";

// Most titles that are kept and shown.
const LIMIT = 500;
// How many are asked for when there is a new one.
const NEWEST = 20;

// The view of the titles that were heard, the newest first.
export class Titles {
  #titles = [];
  #radio;
  #asked = Promise.resolve();

  constructor(radio) {
    this.#radio = radio;
    on("titles-filter", "input", () => this.#filter());
    const list = byID("history");
    onClick(list, ({ target }) => {
      const button = target.closest("button");
      if (button) openTitle(radio, button.querySelector("span").textContent);
    });
    // One of the titles is in the order of Tab; the arrows move to the others.
    on(list, "keydown", (event) => {
      const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
      let line = event.target.closest("li");
      if (!step || !line) return;
      event.preventDefault();
      do line = line[step]; while (line?.hidden);
      line?.firstChild.focus();
    });
    on(list, "focusin", ({ target }) => this.#point(target));
    radio.on("loaded", () => this.#load(LIMIT));
    radio.on("title", () => this.#load(NEWEST));
  }

  // One question at a time: a late answer must not replace a newer one.
  #load(limit) { this.#asked = this.#asked.then(() => this.#take(limit)); }

  async #take(limit) {
    try {
      const { titles } = await ask(`/api/history?limit=${limit}`);
      const known = new Set(this.#titles.map(keyOf));
      const fresh = titles.filter((one) => !known.has(keyOf(one)));
      // What is not among the newest may have been missed.
      if (limit < LIMIT && this.#titles.length && fresh.length === titles.length) return this.#take(LIMIT);
      const rest = limit === LIMIT ? [] : this.#titles;
      this.#show(limit === LIMIT ? titles : fresh, rest);
    } catch {
      // The radio is lost, or wants its token: then everything is loaded again.
    }
  }

  // Shows `fresh` titles above the ones that are shown already.
  #show(fresh, rest) {
    this.#titles = [...fresh, ...rest].slice(0, LIMIT);
    const list = byID("history"), { key } = document.activeElement.closest("#history > li")?.dataset ?? {};
    const items = fresh.map((one) => line(one));
    if (rest.length) list.prepend(...items);
    else list.replaceChildren(...items);
    while (list.childElementCount > LIMIT) list.lastChild.remove();
    this.#filter();
    // The focus stays at its title, or goes to the first one.
    if (key === undefined || list.contains(document.activeElement)) return;
    const same = [...list.children].find((line) => line.dataset.key === key && !line.hidden);
    (same?.firstChild ?? list.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
  }

  #point(button) {
    if (!button) return;
    byID("history").querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
    button.tabIndex = 0;
  }

  #filter() {
    const wanted = byID("titles-filter").value.trim(), fits = matcher(wanted);
    const number = filterLines(byID("history"), (line) => fits(line.dataset.words));
    this.#point(byID("history").querySelector("li:not([hidden]) > button"));
    setText("titles-found", !this.#titles.length ? "No titles yet."
      : wanted ? number ? `${number} titles` : `No title fits “${wanted}”.` : "");
  }
}

const keyOf = (one) => `${one.time} ${one.title}`;

function line(one) {
  const when = new Date(one.time * 1000);
  const isToday = when.toDateString() === new Date().toDateString();
  const shown = when.toLocaleString([], isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
  return make("li", { data: { key: keyOf(one), words: folded(`${one.title} ${one.name || ""}`) } },
    make("button", { tabIndex: -1 }, make("time", { dateTime: when.toISOString() }, shown),
      make("span", { dir: "auto" }, one.title), make("small", { dir: "auto" }, one.name || "")));
}
