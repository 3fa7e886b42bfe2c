// The colours of the player: the dominant colour of a picture, made so dark or light that text on it can be read.

// Contrast of text and ground that is kept at least (WCAG 2.2, 1.4.3, asks for 4.5).
const CONTRAST = 7.5;
const INK = [16, 20, 19], PAPER = [255, 255, 255];

// Relative luminance of a colour of three numbers 0…255 (WCAG 2.2).
export function luminance(color) {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= .04045 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
  });
  return .2126 * red + .7152 * green + .0722 * blue;
}

// Contrast of two colours, 1…21.
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + .05) / (dark + .05);
}

// The ground and the text for a picture's colour "#rrggbb", in a dark or a light scheme, as CSS colours.
export function barColors(color, isDark) {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color || "");
  const from = parts ? parts.slice(1).map((part) => parseInt(part, 16)) : isDark ? [38, 52, 47] : [214, 228, 221];
  const [text, end] = isDark ? [PAPER, INK] : [INK, PAPER];
  let ground = from;
  for (let share = 0; share <= 1 && contrast(ground, text) < CONTRAST; share += .05) {
    ground = from.map((part, place) => Math.round(part + (end[place] - part) * share));
  }
  return { ground: css(ground), text: css(text) };
}

const css = (color) => `rgb(${color.join(" ")})`;
