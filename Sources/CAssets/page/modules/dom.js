// What the modules have in common to change the page. Text of others becomes text nodes, never markup.

// The element with an id.
export const byID = (id) => document.getElementById(id);

// What is given as an element, or by its id.
const target = (one) => typeof one === "string" ? byID(one) : one;

// Calls `run` with each event of this name that an element gets.
export const on = (element, name, run) => target(element).addEventListener(name, run);
export const onClick = (element, run) => on(element, "click", run);

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

// A new element of SVG, with these attributes.
export function svg(tag, set, ...parts) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(set)) element.setAttribute(name, value);
  element.append(...parts);
  return element;
}

const ICONS = "/icons.svg#";

// A new icon, by its name in icons.svg.
export const icon = (name) => svg("svg", { "aria-hidden": true }, svg("use", { href: ICONS + name }));

// A new button with an icon and a name that is not seen.
export function iconButton(name, label, set = {}) {
  return make("button.icon", { "aria-label": label, ...set }, icon(name));
}

// Changes the icon of a button, and its name where one is given.
export function setIcon(button, name, label) {
  setAttribute(target(button).querySelector("use"), "href", ICONS + name);
  if (label) setAttribute(button, "aria-label", label);
}

// Changes a text, but only if it is another: what did not change is not read out again.
export function setText(element, text) {
  const one = target(element);
  if (one.textContent !== text) one.textContent = text;
}

// Changes a text of which the end may not be seen: it is seen whole while the pointer rests on it.
export function setLongText(element, text) {
  setText(element, text);
  target(element).title = text;
}

// Shows of the lines of a list only those that fit. Returns how many these are.
export function filterLines(list, fits) {
  for (const line of list.children) line.hidden = !fits(line);
  return list.querySelectorAll(":scope > :not([hidden])").length;
}

// Sets an attribute, or removes it when the value is null.
export function setAttribute(element, name, value) {
  const one = target(element);
  if (value === null) one.removeAttribute(name);
  else if (one.getAttribute(name) !== String(value)) one.setAttribute(name, value);
}
