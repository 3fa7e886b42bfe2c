import { byID, icon, make, onClick } from "./dom.js";

// A dialog closes by a click beside it, by Escape and by its own buttons; the focus goes back to where it was.
export function prepareDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    onClick(dialog, (event) => {
      if (event.target === dialog && dialog.id !== "ask") dialog.close();
      if (event.target.closest("[data-close]")) dialog.close();
    });
  }
}

// Opens the sheet with a heading, what is below it, and the buttons at its end: one that closes it, unless others are
// given.
export function openSheet(title, children, actions = [closeButton("Close")]) {
  const sheet = byID("sheet");
  sheet.replaceChildren(make("h2", { id: "sheet-title" }, title), ...children,
    make("div.actions", {}, ...actions));
  if (!sheet.open) sheet.showModal();
  else if (!sheet.contains(document.activeElement)) sheet.querySelector("input, button, a")?.focus();
}

// A button that does something; the sheet is closed before. An icon is left out when it has no name.
export function sheetButton(name, text, run, set = {}) {
  const button = make("button", set, ...(name ? [icon(name)] : []), text);
  onClick(button, () => {
    byID("sheet").close();
    run();
  });
  return button;
}

// What a sheet offers, one below the other.
export const menu = (...children) => make("div.menu", {}, ...children);

export const closeButton = (text) => make("button", { data: { close: "" } }, text);
