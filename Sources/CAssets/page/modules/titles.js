import { ask } from "./api.js";
import { byID, filterLines, iconButton, make, on, onClick, setText } from "./dom.js";
import { openTitle } from "./title.js";
import { folded, matcher } from "./words.js";

// Most titles that are kept and shown.
const LIMIT = 500;
// How many are asked for when there is a new one.
const NEWEST = 20;
// Milliseconds between two questions for the titles in the sound that is kept.
const LOOK_TIME = 1000;

// The view of the titles that were heard, and above them of those in the sound that is kept; the newest first.
export function beginTitles(radio, views, recordings) {
  let shown = [];
  let asking = Promise.resolve();
  // What the titles in the sound that is kept were asked for.
  let seen = "";
  let isLooking = false;

  on("titles-filter", "input", filter);
  prepare(byID("history"), (button) => openTitle(radio, button.querySelector("span").textContent));
  prepare(byID("kept"), (button) => {
    if (button.matches(".icon")) recordings.keep(Number(button.value));
    else radio.change("/api/seek", { to: Number(button.value) });
  });
  radio.on("loaded", () => {
    load(LIMIT);
    seen = "";
    look();
  });
  radio.on("title", () => load(NEWEST));
  radio.on("status", look);
  on(document, "viewchange", look);
  on(document, "visibilitychange", look);

  // Asks for the titles in the sound that is kept, when others may be there, or another one is heard.
  async function look() {
    const { url, title, elapsed, titleElapsed } = radio.status;
    if (!radio.canSeek) {
      seen = "";
      byID("moments").hidden = true;
    }
    const wanted = JSON.stringify([url, title, Math.round(elapsed - titleElapsed)]);
    if (!radio.canSeek || wanted === seen || isLooking || !views.isSeen("titles")) return;
    seen = wanted;
    isLooking = true;
    setTimeout(() => {
      isLooking = false;
      look();
    }, LOOK_TIME);
    const { titles = [], position } = await ask("/api/timeshift").catch(() => ({})), list = byID("kept");
    const heard = titles.findLast(({ start }) => start <= position);
    byID("moments").hidden = !titles.length || !radio.canSeek;
    change(list, () => {
      list.replaceChildren(...titles.reverse().map((one) => {
        const item = line({ time: Date.parse(one.at) / 1000, title: one.title },
                          { value: one.start, "aria-current": one === heard });
        if (recordings.isOffered) item.append(iconButton("save", "Keep " + one.title, { value: one.id, tabIndex: -1 }));
        return item;
      }));
      const button = list.querySelector("[aria-current=true]") ?? list.querySelector("button");
      point(list, button);
      if (button) list.scrollTop = button.offsetTop - list.offsetTop;
    });
  }

  // One question at a time: a late answer must not replace a newer one.
  function load(limit) { asking = asking.then(() => take(limit)); }

  async function take(limit) {
    try {
      const { titles } = await ask(`/api/history?limit=${limit}`);
      const known = new Set(shown.map(keyOf));
      const fresh = titles.filter((one) => !known.has(keyOf(one)));
      // What is not among the newest may have been missed.
      if (limit < LIMIT && shown.length && fresh.length === titles.length) return take(LIMIT);
      const rest = limit === LIMIT ? [] : shown;
      show(limit === LIMIT ? titles : fresh, rest);
    } catch {
      // The radio is lost, or wants its token: then everything is loaded again.
    }
  }

  // Shows `fresh` titles above the ones that are shown already.
  function show(fresh, rest) {
    shown = [...fresh, ...rest].slice(0, LIMIT);
    const list = byID("history"), items = fresh.map((one) => line(one));
    change(list, () => {
      if (rest.length) list.prepend(...items);
      else list.replaceChildren(...items);
      while (list.childElementCount > LIMIT) list.lastChild.remove();
      filter();
    });
  }

  function filter() {
    const wanted = byID("titles-filter").value.trim(), fits = matcher(wanted), list = byID("history");
    const number = filterLines(list, (line) => fits(line.dataset.words));
    point(list, list.querySelector("li:not([hidden]) > button"));
    setText("titles-found", !shown.length ? "No titles yet."
      : wanted ? number ? `${number} titles` : `No title fits “${wanted}”.` : "");
  }
}

// A list of titles, of which a click on a button does `press`. One of them is in the order of Tab, with all that can be
// done with it; the arrows move to the others.
export function prepare(list, press) {
  onClick(list, ({ target }) => {
    const button = target.closest("button");
    if (button) press(button);
  });
  on(list, "keydown", (event) => {
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    let line = event.target.closest("li");
    if (!step || !line) return;
    const place = [...line.children].indexOf(event.target);
    event.preventDefault();
    do line = line[step]; while (line?.hidden);
    (line?.children[place] ?? line?.firstChild)?.focus();
  });
  on(list, "focusin", ({ target }) => point(list, target));
}

// Which title Tab goes to: that of `button`.
export function point(list, button) {
  if (!button) return;
  for (const one of list.querySelectorAll("[tabindex='0']")) one.tabIndex = -1;
  for (const one of button.closest("li").children) one.tabIndex = 0;
}

// Changes a list by `run`. The focus stays at its title, or goes to the first one.
export function change(list, run) {
  const focused = document.activeElement, line = list.contains(focused) ? focused.closest("li") : null;
  const key = line?.dataset.key, place = line ? [...line.children].indexOf(focused) : 0;
  run();
  if (key === undefined || list.contains(document.activeElement)) return;
  const same = [...list.children].find((line) => line.dataset.key === key && !line.hidden);
  (same?.children[place] ?? same?.firstChild ?? list.querySelector("[tabindex='0']") ?? byID("toggle"))
    .focus({ preventScroll: true });
}

const keyOf = (one) => `${one.time} ${one.title}`;

// A time in the way of the browser's language, with the date of another day.
export function timeText(when) {
  const isToday = when.toDateString() === new Date().toDateString();
  // A date has a line of its own: the column of the times stays narrow.
  const date = isToday ? "" : when.toLocaleDateString([], { dateStyle: "short" }) + "\n";
  return date + when.toLocaleTimeString([], { timeStyle: "short" });
}

function line(one, set) {
  const when = new Date(one.time * 1000), shown = timeText(when);
  return make("li", { data: { key: keyOf(one), words: folded(`${one.title} ${one.name || ""}`) } },
    make("button", { tabIndex: -1, ...set }, make("time", { dateTime: when.toISOString() }, shown),
      make("span", { dir: "auto", title: one.title }, one.title), make("small", { dir: "auto" }, one.name || "")));
}
