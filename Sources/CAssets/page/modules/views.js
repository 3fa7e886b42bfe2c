import { byID, isSeen, onClick, setAttribute } from "./dom.js";

// The views: one at a time on a narrow screen, one for each column on a wide one. CSS decides how many columns there
// are; [data-current] is the view of a narrow screen, and [data-shown] the one of each column.
export class Views {
  #buttons = [...byID("views").children];

  constructor() {
    for (const button of this.#buttons) onClick(button, () => this.show(button.dataset.view));
    this.show("stations");
  }

  // The keys of the views, by the numbers that the terminal's panes have.
  addKeys(keys) {
    const numbers = { 1: "stations", 2: "now", 3: "titles", 4: "status" };
    for (const [number, view] of Object.entries(numbers)) {
      keys.add(number, () => {
        this.show(view);
        this.#button(view).focus();
      });
    }
  }

  // True while a view can be seen.
  isSeen(view) { return !document.hidden && isSeen(byID("view-" + view)); }

  // On a wide screen several views are shown; the current one is the one that was chosen last.
  show(view) {
    const { column } = byID("view-" + view).dataset;
    document.body.dataset.view = view;
    for (const button of this.#buttons) {
      const name = button.dataset.view, section = byID("view-" + name), isCurrent = name === view;
      section.toggleAttribute("data-current", isCurrent);
      if (section.dataset.column === column) section.toggleAttribute("data-shown", isCurrent);
      button.toggleAttribute("data-shown", section.hasAttribute("data-shown"));
      setAttribute(button, "aria-current", isCurrent || null);
    }
    document.dispatchEvent(new CustomEvent("viewchange"));
  }

  #button(view) { return this.#buttons.find((one) => one.dataset.view === view); }
}
