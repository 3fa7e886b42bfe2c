import { byID, on, setText } from "./dom.js";
import { addCountries, stationPath } from "./words.js";

const OPTIONAL = ["country", "language", "homepage", "image"];

// The dialog that adds a station by its address, or edits one.
export class Editor {
  #radio;
  #form = byID("station-form");
  #station = null;
  #isSending = false;

  constructor(radio) {
    this.#radio = radio;
    addCountries(this.#field("country"));
    on(this.#form, "submit", (event) => {
      event.preventDefault();
      this.#save();
    });
  }

  // Opens the dialog for a station of the list; for a new one without it.
  open(station = null) {
    this.#station = station;
    this.#form.reset();
    setText("editor-title", station ? "Edit the station" : "Add a station");
    setText("editor-fault", "");
    const { name = "", url = "", tags = [], favourite = false } = station || {};
    this.#fill({ name, url, tags: tags.join(", ") });
    for (const key of OPTIONAL) this.#fill({ [key]: station?.[key] || "" });
    this.#field("favourite").checked = favourite;
    byID("editor").showModal();
    this.#field("name").focus();
  }

  #field(name) { return this.#form.elements.namedItem(name); }

  #fill(values) {
    for (const [name, value] of Object.entries(values)) {
      const field = this.#field(name);
      // A country that no standard lists stays what it is.
      if (field.tagName === "SELECT" && value && ![...field.options].some((one) => one.value === value)) {
        field.append(new Option(value, value));
      }
      field.value = value;
    }
  }

  // What was entered; of a station of the list only what is another, with null for what was emptied.
  #entered() {
    const text = (name) => this.#field(name).value.trim();
    const typed = text("tags"), known = this.#station?.tags ?? [];
    const tags = typed === known.join(", ") ? known
      : [...new Set(typed.split(",").map((tag) => tag.trim().toLowerCase()).filter(Boolean))];
    const entered = { name: text("name"), url: text("url"), tags, favourite: this.#field("favourite").checked };
    for (const key of OPTIONAL) entered[key] = text(key) || null;
    const before = this.#station && { ...this.#station };
    return Object.fromEntries(Object.entries(entered).filter(([key, value]) => before
      ? JSON.stringify(before[key] ?? null) !== JSON.stringify(value) : value !== null));
  }

  async #save() {
    if (this.#isSending) return;
    this.#isSending = true;
    setText("editor-fault", "");
    const entered = this.#entered(), station = this.#station;
    try {
      if (!station) await this.#radio.edit("/api/stations", { station: entered }, false);
      else if (Object.keys(entered).length) {
        await this.#radio.edit(stationPath(station), entered, true, `Saved: ${entered.name ?? station.name}`);
      }
      byID("editor").close();
    } catch (fault) {
      setText("editor-fault", fault.message);
    }
    this.#isSending = false;
  }
}
