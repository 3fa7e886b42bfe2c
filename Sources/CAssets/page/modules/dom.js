// What the modules have in common to change the page. Text of others becomes text nodes, never markup.

// The element with an id.
export const byID = (id) => document.getElementById(id);

// True while an element is in the layout. Browsers before 2023 have no checkVisibility().
export const isSeen = (element) => element.getClientRects().length > 0;

// True on phones, where Enter is the key that puts the keyboard away.
export const isTouched = () => matchMedia("(pointer: coarse)").matches;

// A new element such as "li" or "li.row", with a class. `set` are its properties, or attributes where a name has a
// hyphen; `children` are elements and texts.
export function make(kind, set = {}, ...children) {
  const [tag, className = ""] = kind.split(".");
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(set)) {
    if (name === "data") Object.assign(element.dataset, value);
    else if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

const SVG = document.createElementNS.bind(document, "http://www.w3.org/2000/svg");

const ICONS = "/icons.svg#";

// A new icon, by its name in icons.svg.
export function icon(name) {
  const svg = SVG("svg"), use = SVG("use");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", ICONS + name);
  svg.append(use);
  return svg;
}

// A new button with an icon and a name that is not seen.
export function iconButton(name, label, set = {}) {
  return make("button.icon", { "aria-label": label, ...set }, icon(name));
}

// Changes the icon of a button, and its name where one is given.
export function setIcon(button, name, label) {
  const use = button.querySelector("use");
  setAttribute(use, "href", ICONS + name);
  if (label) setAttribute(button, "aria-label", label);
}

// Changes a text, but only if it is another: what did not change is not read out again.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Shows of the lines of a list only those that fit. Returns how many these are.
export function filterLines(list, fits) {
  for (const line of list.children) line.hidden = !fits(line);
  return list.querySelectorAll(":scope > :not([hidden])").length;
}

// Sets an attribute, or removes it when the value is null.
export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}
