import { byID, make } from "./dom.js";

// The keys of the page. They are those of the terminal's view where it has them. An upper-case letter that the table does
// not have is the lower-case one.
export class Keys {
  #actions = new Map();

  constructor() { document.addEventListener("keydown", (event) => this.#press(event)); }

  // `keys` do `run`; the list of keys shows `shown` with its `effect`, unless they are empty. A `repeats` key acts again
  // while it is held.
  add(keys, shown, effect, run, { repeats = false } = {}) {
    for (const key of keys) this.#actions.set(key, { run, repeats });
    if (shown) this.show(shown, effect);
  }

  // Lists a key that an element of the page has itself.
  show(shown, effect) { byID("keys").append(make("div", {}, make("dt", {}, shown), make("dd", {}, effect))); }

  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    const target = event.target;
    const action = this.#actions.get(event.key) || this.#actions.get(event.key.toLowerCase());
    if (!action || document.querySelector("dialog:modal") && !target.closest("#detail")) return;
    // What an element does with a key itself is left to it.
    if (target.matches("input:not([type=range], [type=checkbox]), select, textarea")) return;
    if (target.matches("button, a, summary, [type=checkbox]") && [" ", "Enter"].includes(event.key)) return;
    if (target.matches("[type=range]") && event.key.startsWith("Arrow")) return;
    event.preventDefault();
    if (action.repeats || !event.repeat) action.run();
  }
}

// The dialog that lists the keys.
export function beginHelp(keys) {
  const open = () => byID("help").showModal();
  byID("help-button").addEventListener("click", open);
  keys.add(["?", "h"], "?", "show these keys", open);
}
