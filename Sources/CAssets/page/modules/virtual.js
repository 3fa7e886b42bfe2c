import { on, setAttribute } from "./dom.js";

// Up to this number, all rows are in the document, where the browser's own search finds them.
const WHOLE_LIMIT = 200;
// Rows above and below what is seen that are made ready.
const SPARE_ROWS = 6;
// Least width of a column, in rem.
const MINIMUM_WIDTH = 22;

// A list with any number of rows of one height, in as many columns as its width allows, in one while it is arranged. Of
// a long list only those rows are in the document that are seen, and the one that Tab goes to. Elements of rows that
// stay are kept, and with them the focus. One row is in the order of Tab; the arrows move to the others.
export class VirtualList {
  #list;
  #make;
  #update;
  #items = [];
  #places = new Map();
  #rows = new Map();
  #columns = 1;
  #height = 64;
  #current = null;
  #isScheduled = false;

  // Rows in `list`: `make()` makes the element of one, `update(element, item)` shows an item in it. An item has an
  // `id`. A row's first button is its main one.
  constructor(list, make, update) {
    this.#list = list;
    this.#make = make;
    this.#update = update;
    addEventListener("scroll", () => this.#schedule(), { capture: true, passive: true });
    addEventListener("resize", () => this.#schedule());
    new ResizeObserver(() => this.#schedule()).observe(list);
    on(list, "focusin", (event) => {
      const id = event.target.closest("li")?.dataset.id;
      if (id !== undefined) this.#choose(id);
    });
    on(list, "keydown", (event) => this.#press(event));
  }

  // The item whose row has the focus; undefined for none.
  get focused() { return this.itemOf(document.activeElement); }

  // The item whose row has an element; undefined for none.
  itemOf(element) {
    const row = element?.closest("li");
    return row?.parentElement === this.#list ? this.#items[this.#places.get(row.dataset.id)] : undefined;
  }

  // Shows these items. When the row with the focus is no longer among them, the one in its place gets the focus.
  show(items) {
    const focusedID = this.focused?.id, place = this.#places.get(focusedID);
    this.#items = items;
    this.#places = new Map(items.map((item, index) => [item.id, index]));
    for (const [id, row] of this.#rows) {
      const item = items[this.#places.get(id)];
      if (item) this.#update(row, item);
    }
    if (!this.#places.has(this.#current)) this.#current = items[0]?.id ?? null;
    if (focusedID !== undefined && !this.#places.has(focusedID) && items.length) {
      this.focus(items[Math.min(place, items.length - 1)].id);
    }
    this.#render();
  }

  // Shows the items again, whose state has changed.
  refresh() { for (const [id, row] of this.#rows) this.#update(row, this.#items[this.#places.get(id)]); }

  // Which row Tab goes to.
  point(id) { if (this.#places.has(id) && this.focused === undefined) this.#choose(id); }

  // Gives the focus to an item's row, the present one without an id.
  focus(id = this.#current) {
    if (!this.#places.has(id)) return;
    this.#choose(id);
    this.#render();
    const button = this.#rows.get(id).querySelector("button");
    button.focus();
    button.scrollIntoView({ block: "nearest" });
  }

  // Keeps the row of an item in the document, also when it is not seen.
  keep(id) { this.#choose(id); }

  // The place of the item at this height of the screen, for what is dragged in one column.
  placeAt(y) {
    const place = Math.max(0, Math.floor((y - this.#list.getBoundingClientRect().top) / this.#height));
    return Math.min(this.#items.length - 1, place);
  }

  // Where in the list, in pixels, an item comes in between two others when it gets a place; null for its own.
  lineAt(place, id) {
    const own = this.#places.get(id);
    return place === own ? null : (place > own ? place + 1 : place) * this.#height;
  }

  #choose(id) {
    const before = this.#rows.get(this.#current);
    this.#current = id;
    if (before) this.#setReach(before, false);
    if (this.#rows.has(id)) this.#setReach(this.#rows.get(id), true);
  }

  #setReach(row, isCurrent) {
    for (const button of row.querySelectorAll("button, a")) button.tabIndex = isCurrent ? 0 : -1;
  }

  #press(event) {
    const place = this.#places.get(event.target.closest("li")?.dataset.id);
    if (place === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(innerHeight / this.#height) - 3) * this.#columns;
    const moves = { ArrowDown: place + this.#columns, ArrowUp: place - this.#columns, PageDown: place + page,
                    PageUp: place - page, Home: 0, End: this.#items.length - 1 };
    if (this.#columns > 1) Object.assign(moves, { ArrowLeft: place - 1, ArrowRight: place + 1 });
    const target = moves[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.focus(this.#items[Math.min(this.#items.length - 1, Math.max(0, target))].id);
  }

  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#render();
    });
  }

  // The places of the rows that are in the document.
  #range() {
    const count = this.#items.length;
    if (count <= WHOLE_LIMIT) return [0, count];
    const top = this.#list.getBoundingClientRect().top;
    const row = (y) => Math.floor((y - top) / this.#height);
    return [Math.max(0, (row(0) - SPARE_ROWS) * this.#columns),
            Math.min(count, (row(innerHeight) + SPARE_ROWS) * this.#columns)];
  }

  #render() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.#height = 4 * rem;
    const most = this.#list.classList.contains("arranging") ? 1 : Infinity;
    this.#columns = Math.min(most, Math.max(1, Math.floor(this.#list.clientWidth / (MINIMUM_WIDTH * rem))));
    this.#list.style.height = `${Math.ceil(this.#items.length / this.#columns) * this.#height}px`;
    const [start, end] = this.#range();
    const focused = document.activeElement;
    const current = this.#places.get(this.#current);
    const places = [];
    for (let place = start; place < end; place += 1) places.push(place);
    if (current < start) places.unshift(current);
    if (current >= end) places.push(current);
    const kept = new Set(places.map((place) => this.#items[place].id));
    for (const [id, row] of this.#rows) {
      if (kept.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
    let next = this.#list.firstElementChild;
    for (const place of places) {
      const row = this.#row(place);
      if (row === next) next = next.nextElementSibling;
      else this.#list.insertBefore(row, next);
    }
    // A row that was moved within the document has lost the focus.
    if (focused !== document.activeElement && this.#list.contains(focused)) focused.focus({ preventScroll: true });
  }

  #row(place) {
    const item = this.#items[place];
    let row = this.#rows.get(item.id);
    if (!row) {
      row = this.#make();
      row.dataset.id = item.id;
      this.#update(row, item);
      this.#setReach(row, item.id === this.#current);
      this.#rows.set(item.id, row);
    }
    setAttribute(row, "aria-setsize", this.#items.length);
    setAttribute(row, "aria-posinset", place + 1);
    row.style.top = `${Math.floor(place / this.#columns) * this.#height}px`;
    row.style.left = `${place % this.#columns * 100 / this.#columns}%`;
    row.style.width = `${100 / this.#columns}%`;
    return row;
  }
}
