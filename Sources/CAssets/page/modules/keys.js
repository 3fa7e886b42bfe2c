import { byID, make, on, onClick } from "./dom.js";
import { recall, remember } from "./memory.js";

// All keys of the page, as docs/page.md lists them: the keys of a line, and their effect. They are those of the
// terminal's view where it has them. The lines behind "?" are keys that elements have themselves.
export const KEYS = [
  [[" ", "p"], "pause, go on"],
  [["←", "→"], "10 s back, forward"],
  [["[", "]"], "60 s back, forward"],
  [[",", "."], "title again, next title"],
  [["L"], "back to live"],
  [["w"], "keep the title that is heard; in “Play from” the one with the focus"],
  [["n", "b", ">", "<"], "next, previous station"],
  [["+", "-", "0", "9"], "louder, softer"],
  [["m"], "mute, unmute"],
  [["/"], "filter what is shown"],
  [["S"], "search the directory"],
  [["f"], "mark or unmark as favourite: the station with the focus, else the one on the air"],
  [["e"], "edit that station"],
  [["d"], "delete the station with the focus"],
  [["a"], "add a station by its address"],
  [["v"], "another picture of the sound"],
  [["o"], "large letters, or the page again"],
  [["1", "2", "3", "4"], "stations, now, titles, status"],
  [["?"], "show these keys"],
  [["↑", "↓", "Home", "End"], "in a list: choose a station; in one with columns also ← →"],
  [["Alt-↑", "Alt-↓"], "move that station"],
  [["Esc"], "close; clear the field"],
];
const LISTED = new Set(KEYS.flatMap(([keys]) => keys));
const NAME = "keys";

// What keys do. Who uses speech, or rests a hand on the keyboard, can switch them off (WCAG 2.2, 2.1.4).
export class Keys {
  #actions = new Map();
  #isOn = recall(NAME) !== "off";

  constructor() {
    on(document, "keydown", (event) => this.#press(event));
    byID("keys").append(...KEYS.map(([keys, effect]) =>
      make("div", {}, make("dt", {}, keys.join(" ").replace(/^ (?= |$)/, "space")), make("dd", {}, effect))));
    const control = byID("keys-on"), show = () => {
      control.checked = this.#isOn;
      // A tablet shows the button only while its keyboard cannot open the help.
      byID("help-button").classList.toggle("off", !this.#isOn);
    };
    on(control, "change", () => {
      this.#isOn = control.checked;
      remember(NAME, this.#isOn ? "on" : "off");
      show();
    });
    addEventListener("storage", ({ key, newValue }) => {
      if (!key?.endsWith("-" + NAME)) return;
      this.#isOn = newValue !== "off";
      show();
    });
    show();
    const open = () => byID("help").showModal();
    onClick("help-button", open);
    this.add("?", open);
  }

  // `key`, one of the list, does `run`; one that `repeats` does it again while it is held.
  add(key, run, { repeats = false } = {}) {
    if (!LISTED.has(key)) throw new Error(`the key ${key} is not in the list`);
    this.#actions.set(key, { run, repeats });
  }

  #press(event) {
    if (!this.#isOn || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    const target = event.target;
    // An upper-case letter that the list does not have is the lower-case one.
    const key = { ArrowLeft: "←", ArrowRight: "→" }[event.key] || event.key;
    const action = this.#actions.get(key) || this.#actions.get(key.toLowerCase());
    if (!action || document.querySelector("dialog:modal") && !target.closest("#detail")) return;
    // What an element does with a key itself is left to it.
    if (target.matches("input:not([type=range], [type=checkbox]), select, textarea")) return;
    if (target.matches("button, a, summary, [type=checkbox]") && key === " ") return;
    if (target.matches("[type=range]") && key !== event.key) return;
    event.preventDefault();
    if (action.repeats || !event.repeat) action.run();
  }
}
