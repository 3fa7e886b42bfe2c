// The colours of the player: the dominant colour of a picture with less chroma, made so dark or light that text on it
// can be read.

// Contrast of text and ground that is kept at least (WCAG 2.2, 1.4.3, asks for 4.5), and the most chroma in OKLCH.
const CONTRAST = 7.5, CHROMA = .07;
const INK = [16, 20, 19], PAPER = [255, 255, 255];
// From linear sRGB to cone responses, and from their cube roots to OKLab (Björn Ottosson, 2020); each with its inverse.
const CONES = [[.4122, .5363, .0515], [.2119, .6807, .1074], [.0883, .2817, .63]];
const FROM_CONES = [[4.0767, -3.3077, .2310], [-1.2684, 2.6098, -.3413], [-.0042, -.7034, 1.7076]];
const LAB = [[.2105, .7936, -.0041], [1.9780, -2.4286, .4506], [.0259, .7828, -.8087]];
const FROM_LAB = [[1, .3963, .2158], [1, -.1056, -.0639], [1, -.0895, -1.2915]];

const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, one, place) => sum + one * vector[place], 0));

const linear = (color) => color.map((part) => {
  const share = part / 255;
  return share <= .04045 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
});

// The lightness, and both axes of the chroma, of a colour of three numbers 0…255.
export const lab = (color) => times(LAB, times(CONES, linear(color)).map(Math.cbrt));

// The colour with the same lightness and hue, and no more than the most chroma.
function calm(color) {
  const [light, a, b] = lab(color), share = Math.min(1, CHROMA / Math.hypot(a, b));
  if (share === 1) return color;
  const parts = times(FROM_CONES, times(FROM_LAB, [light, a * share, b * share]).map((one) => one ** 3));
  return parts.map((part) => Math.round(255 * Math.min(1, Math.max(0, part <= .0031308 ? part * 12.92
    : 1.055 * part ** (1 / 2.4) - .055))));
}

// Relative luminance of a colour of three numbers 0…255 (WCAG 2.2).
export const luminance = (color) => times([[.2126, .7152, .0722]], linear(color))[0];

// Contrast of two colours, 1…21.
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + .05) / (dark + .05);
}

// The ground and the text for a picture's colour "#rrggbb", in a dark or a light scheme, as CSS colours. Without a
// colour the ground is that of the program.
export function barColors(color, isDark) {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color || "");
  const from = parts ? calm(parts.slice(1).map((part) => parseInt(part, 16))) : isDark ? [16, 61, 43] : [176, 226, 200];
  const [text, end] = isDark ? [PAPER, INK] : [INK, PAPER];
  let ground = from;
  for (let share = 0; share <= 1 && contrast(ground, text) < CONTRAST; share += .05) {
    ground = from.map((part, place) => Math.round(part + (end[place] - part) * share));
  }
  return { ground: css(ground), text: css(text) };
}

const css = (color) => `rgb(${color.join(" ")})`;
