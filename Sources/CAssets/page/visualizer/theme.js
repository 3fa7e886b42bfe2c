// The colours of the visualizers: those of the terminal's themes `dark` and `light`. A colour is [red, green, blue].
import { CONSTANTS } from "./constants.js";

const LIGHT = matchMedia("(prefers-color-scheme: light)");

export const css = ([red, green, blue]) => `rgb(${red} ${green} ${blue})`;

// The colour that lies the share `share` of the way from `one` to `other`.
export const mixed = (one, other, share) => one.map((part, index) => part + Math.round((other[index] - part) * share));

// The theme that fits the page now: { ground, faint, scale, gradient }.
export const theme = () => LIGHT.matches ? CONSTANTS.light : CONSTANTS.dark;

// Calls `body` whenever the theme has changed.
export const onTheme = (body) => LIGHT.addEventListener("change", body);

// The colour of bars at a height, 0…1.
export function gradientColor({ gradient }, height) {
  const upper = gradient.findIndex(([place]) => place >= height);
  if (upper < 0) return gradient.at(-1).slice(1);
  const [above, below] = [gradient[upper], gradient[Math.max(upper - 1, 0)]];
  const span = above[0] - below[0];
  return span > 0 ? mixed(below.slice(1), above.slice(1), (height - below[0]) / span) : above.slice(1);
}
