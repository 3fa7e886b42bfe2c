import { ask } from "./api.js";
import { byID, icon, isTouched, make, on, onClick, setAttribute, setIcon, setText } from "./dom.js";
import { Groups } from "./groups.js";
import { beginDrag } from "./reorder.js";
import { grip, isOnAir, joined, makeRow, rowButton, showRow } from "./rows.js";
import { menu, openSheet, sheetButton } from "./sheet.js";
import { VirtualList } from "./virtual.js";
import { countryName, matcher, stationPath, stationWords } from "./words.js";

const BUTTONS = ["star", "more", "up", "down"];

// The view of the stations: groups, the field that filters, the list, and what is done with a station.
export class Library {
  #radio;
  #views;
  #editor;
  #stations = [];
  #shown = [];
  #groups = new Groups(() => this.#choose());
  #recent = [];
  // Why the stations that were played last are not there.
  #recentState = "Loading…";
  #rows;

  constructor(radio, views, editor) {
    this.#radio = radio;
    this.#views = views;
    this.#editor = editor;
    const list = byID("stations");
    this.#rows = new VirtualList(list, () => makeRow(...BUTTONS.map(rowButton), grip()),
                                 (row, one) => this.#update(row, one));
    onClick(list, (event) => this.#click(event));
    on(list, "keydown", (event) => this.#press(event));
    beginDrag(list, this.#rows, (id, place) => this.#moveShown(id, () => place));
    on("filter", "input", () => this.#list());
    on("filter", "keydown", (event) => {
      if (event.key === "Enter" && this.#shown.length && !isTouched()) this.#start(this.#shown[0]);
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      this.#rows.focus(this.#shown[0]?.id);
    });
    onClick("arranged", () => this.arrange(false));
    radio.on("stations", (stations) => this.#take(stations));
    radio.on("status", () => this.#mark());
    radio.on("loaded", () => this.#loadRecent());
  }

  // The station of the list that has the focus; undefined for none.
  get focused() { return this.#radio.station(this.#rows.focused?.id); }

  // The station that a key means: the one with the focus, else the one on the air.
  get meant() { return this.#rows.focused ? this.focused : this.#radio.station(this.#radio.status.station); }

  // Plays the next station, or the one before with -1: of the group that is shown, where the radio's queue has all.
  step(places) {
    const group = this.#groups.isAll ? [] : this.#members();
    if (!group.length) return this.#radio.change(places > 0 ? "/api/next" : "/api/previous");
    const place = group.findIndex((one) => isOnAir(one, this.#radio.status));
    const next = place < 0 && places < 0 ? 0 : place + places;
    return this.#start(group.at(next % group.length));
  }

  // Makes a station a favourite, or no longer.
  favour(one) {
    const word = one.favourite ? "No longer a favourite" : "Favourite";
    if (!this.#radio.station(one.id)) this.#add(one);
    else this.#radio.tryEdit(stationPath(one), { favourite: !one.favourite }, false, `${word}: ${one.name}`);
  }

  #has({ url }) { return this.#radio.stations.some((one) => one.url === url); }

  // Adds a station, with `more` members, unless the list has it by now. The radio refuses what it has.
  #add({ id, picture, words, ...station }, more, word) {
    return this.#radio.tryEdit("/api/stations",
      () => this.#has(station) ? null : { station: { ...station, ...more } }, false, word);
  }

  #start({ id, directoryId, url }) {
    this.#radio.change("/api/play", this.#radio.station(id) ? { station: id } : directoryId ? { directoryId } : { url });
  }

  // Removes a station; what says so can bring it back.
  async remove(one) {
    let next = [];
    const remove = () => {
      const ids = this.#radio.stations.map(({ id }) => id);
      next = ids.slice(ids.indexOf(one.id) + 1);
      return {};
    };
    if (await this.#radio.tryEdit(stationPath(one) + "/remove", remove)) {
      this.#radio.say(`Removed: ${one.name}`, () => this.#restore(one, next));
    }
  }

  // Adds a station again, before the first of the stations `next` that followed it. Returns false where that may be
  // tried again.
  async #restore(one, next) {
    const answer = await this.#add(one, { id: one.id }, `Restored: ${one.name}`);
    if (!answer) return this.#has(one);
    const { id } = answer.station;
    await this.#move(id, (from) => {
      const { stations } = this.#radio, follower = next.find((other) => this.#radio.station(other));
      return follower ? stations.findIndex((other) => other.id === follower) : from;
    }, "");
    if (document.activeElement === document.body) this.#rows.focus(id);
    return true;
  }

  #take(stations) {
    this.#stations = stations.map((one) => ({ ...one, words: stationWords(one) }));
    this.#groups.take(stations);
    this.#list();
    this.#mark();
  }

  // The stations that were played last, which need not be in the list. They keep their order while they are shown, so
  // that the next one is not always the one before.
  async #loadRecent() {
    if (!this.#groups.isRecent) return;
    const answer = await this.#radio.attempt("/api/recent", () => ask("/api/recent"));
    this.#recentState = answer ? "Nothing was played yet." : "They could not be loaded.";
    if (answer) {
      this.#recent = answer.stations.map((one) =>
        ({ ...one, words: stationWords(one), picture: `/api/stations/${encodeURIComponent(one.id)}/picture` }));
    }
    this.#list();
  }

  // Another group was chosen. The stations that were played last have an order of their own.
  #choose() {
    if (this.#groups.isRecent && this.#isArranging) this.arrange(false);
    this.#list();
    this.#loadRecent();
  }

  get #isArranging() { return !byID("arranging").hidden; }

  // All stations of the chosen group, each once.
  #members() {
    if (!this.#groups.isRecent) return this.#stations.filter((one) => this.#groups.has(one));
    const listed = this.#recent.map((one) =>
      this.#stations.find((other) => other.id === one.id || other.url === one.url) || one);
    return [...new Map(listed.map((one) => [one.id, one])).values()];
  }

  #mark() {
    this.#rows.refresh();
    this.#rows.point(this.#shown.find((one) => isOnAir(one, this.#radio.status))?.id);
  }

  #list() {
    const wanted = byID("filter").value.trim(), fits = matcher(wanted);
    this.#shown = this.#members().filter((one) => fits(one.words));
    this.#rows.show(this.#shown);
    let text = this.#radio.fault;
    if (!this.#stations.length && !text) text = "The station list is empty.";
    else if (!this.#shown.length && wanted) text = `No station fits “${wanted}”${this.#groups.isAll ? "" : " in this group"}.`;
    else if (!this.#shown.length) text = this.#groups.isRecent ? this.#recentState : "No station is in this group.";
    else if (wanted) text = `${this.#shown.length} of ${this.#stations.length} stations`;
    setText("found", text);
    byID("nothing").hidden = this.#shown.length > 0;
  }

  #update(row, one) {
    const { status } = this.#radio, [, star, more, up, down] = row.children;
    showRow(row, one, joined(countryName(one.country), ...one.tags), isOnAir(one, status), status);
    const isListed = Boolean(this.#radio.station(one.id));
    setAttribute(star, "aria-pressed", isListed ? one.favourite : null);
    setIcon(star, !isListed ? "plus" : one.favourite ? "starred" : "star", `${isListed ? "Favourite:" : "Add"} ${one.name}`);
    more.hidden = !isListed;
    setAttribute(more, "aria-label", `More for ${one.name}`);
    setAttribute(up, "aria-label", `Move up: ${one.name}`);
    setAttribute(down, "aria-label", `Move down: ${one.name}`);
  }

  #click(event) {
    const button = event.target.closest("button"), one = this.#rows.itemOf(button);
    if (!one) return;
    if (button.matches(".pick")) this.#start(one);
    if (button.matches(".star")) this.favour(one);
    if (button.matches(".more")) this.#openMenu(one);
    if (button.matches(".up")) this.#step(one, -1);
    if (button.matches(".down")) this.#step(one, 1);
  }

  #press(event) {
    const one = this.#rows.focused;
    if (!event.altKey || !one || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    this.#step(one, event.key === "ArrowUp" ? -1 : 1);
  }

  #openMenu(one) {
    const facts = [joined(countryName(one.country), ...one.tags), one.url].filter(Boolean);
    const isWeb = /^https?:\/\//i.test(one.homepage || "");
    openSheet(one.name, [...facts.map((text) => make("p.facts", {}, text)),
      menu(
        sheetButton("play", "Play", () => this.#start(one)),
        sheetButton(one.favourite ? "starred" : "star", one.favourite ? "No longer a favourite" : "Make it a favourite",
                    () => this.favour(one)),
        ...(isWeb ? [make("a", { href: one.homepage, target: "_blank", rel: "noopener noreferrer" },
                          icon("link"), "Website")] : []),
        sheetButton("edit", "Edit…", () => this.#editor.open(one)),
        sheetButton("up", "Move to the top", () => this.#moveToTop(one)),
        sheetButton("grip", "Arrange the list", () => this.arrange(true)),
        sheetButton("close", "Remove", () => this.remove(one)))]);
  }

  // Moves a station to the place, from 0, that `place` gives when it is its turn.
  #move(id, place, word = `Moved: ${this.#radio.station(id)?.name}`) {
    return this.#radio.tryEdit("/api/stations/order", () => {
      const { stations } = this.#radio, from = stations.findIndex((one) => one.id === id);
      const to = Math.min(stations.length - 1, Math.max(0, place(from)));
      return from < 0 || to === from ? null : { id, position: to + 1 };
    }, true, word);
  }

  // Moves a station among those that are shown: `where` gives its new place there from the present one.
  #moveShown(id, where) {
    const ids = new Set(this.#shown.map((one) => one.id));
    this.#move(id, (from) => {
      const { stations } = this.#radio, shown = stations.filter((one) => ids.has(one.id));
      const target = shown[where(shown.findIndex((one) => one.id === id))];
      return target ? stations.indexOf(target) : from;
    });
  }

  // To the top of what is shown; the stations that were played last have an order of their own.
  #moveToTop({ id }) {
    if (this.#groups.isRecent) this.#move(id, () => 0);
    else this.#moveShown(id, () => 0);
  }

  #step(one, places) { if (!this.#groups.isRecent) this.#moveShown(one.id, (from) => from + places); }

  // Begins or ends to arrange by hand what is shown; the stations played last have an order of their own.
  arrange(isOn) {
    byID("stations").classList.toggle("arranging", isOn);
    byID("arranging").hidden = !isOn;
    if (isOn) this.#views.show("stations");
    if (isOn && this.#groups.isRecent) this.#groups.choose("all");
    else this.#list();
    if (isOn) this.#rows.focus();
    else if ([document.body, byID("arranged")].includes(document.activeElement)) byID("list-menu").focus();
  }
}
