import { byID, make, on, onClick, setText } from "./dom.js";
import { recall, remember } from "./memory.js";
import { countryName } from "./words.js";

// Most tags, and most countries, to choose from.
const CHOICES = 300;
const REMEMBERED = "group";

// The groups of stations: all, favourites, those with a tag, and those of a country. A group is a text such as "all",
// or "tag jazz". The chosen one is remembered.
export class Groups {
  #changed;
  #chosen = recall(REMEMBERED) || "all";
  #chips = ["All", "Favourites", "Recent"].map((name) =>
    make("button", { data: { group: name.toLowerCase() } }, name + " ", make("small")));
  #select = make("select", { "aria-label": "Tag or country" }, new Option("Tag or country", ""));

  // `changed` is called when another group was chosen.
  constructor(changed) {
    this.#changed = changed;
    byID("groups").append(...this.#chips, this.#select);
    onClick("groups", ({ target }) => {
      const chip = target.closest("button");
      if (chip) this.choose(chip.dataset.group);
    });
    on(this.#select, "change", () => this.choose(this.#select.value || "all"));
  }

  get isAll() { return this.#chosen === "all"; }
  get isRecent() { return this.#chosen === "recent"; }

  // True when a station is in the chosen group.
  has(one) {
    const [kind, value] = this.#chosen.split(/ (.*)/s);
    return kind === "tag" ? one.tags.includes(value) : kind === "country" ? one.country === value
      : kind === "all" || one.favourite;
  }

  choose(group) {
    this.#chosen = group;
    remember(REMEMBERED, group);
    this.#mark();
    this.#changed();
  }

  // The groups of these stations.
  take(stations) {
    setText(this.#chips[0].lastChild, String(stations.length));
    setText(this.#chips[1].lastChild, String(stations.filter((one) => one.favourite).length));
    const groups = { Tags: choices("tag", stations.flatMap((one) => one.tags), (tag) => tag),
                     Countries: choices("country", stations.flatMap((one) => one.country || []), countryName) };
    const key = JSON.stringify(groups);
    if (this.#select.dataset.key !== key) {
      this.#select.dataset.key = key;
      this.#select.replaceChildren(this.#select.firstChild, ...Object.entries(groups).map(([label, entries]) =>
        make("optgroup", { label }, ...entries.map(([value, text]) => new Option(text, value)))));
    }
    if (stations.length && this.#chosen.includes(" ") && !stations.some((one) => this.has(one))) this.#chosen = "all";
    this.#mark();
  }

  #mark() {
    for (const chip of this.#chips) chip.setAttribute("aria-pressed", String(chip.dataset.group === this.#chosen));
    this.#select.value = this.#chosen.includes(" ") ? this.#chosen : "";
    this.#select.classList.toggle("chosen", this.#select.value !== "");
  }
}

// The most frequent of these values as groups, each with its name and number.
function choices(kind, values, name) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  const kept = [...counts].sort((one, other) => other[1] - one[1]).slice(0, CHOICES);
  return kept.map(([value, count]) => [`${kind} ${value}`, `${name(value)} (${count})`])
    .sort((one, other) => one[1].localeCompare(other[1]));
}
