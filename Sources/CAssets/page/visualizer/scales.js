// The scales beside and below a visualizer, drawn into its canvas. A surface is { context, k, theme, box }: `k` device
// pixels are one of CSS, and all places are in device pixels. `box` is where the sound itself is drawn.
import { css } from "./theme.js";

// Space for the scales, in pixels of CSS.
const LEFT = 34, BOTTOM = 20, TOP = 8, RIGHT = 8, FONT = 11;
// The most important label first; one that would touch another is left out.
const MARKS = [100, 1000, 10000, 50, 200, 500, 2000, 5000, 20000, 20, 300, 3000, 30, 15000, 700, 7000, 70, 150, 1500];
// The least distance of two lines of decibels, in pixels of CSS, before only each second one is drawn.
const LINE_SPACE = 22;

// The part of a canvas that the scales leave.
export const boxOf = (width, height, k) => ({
  x: Math.round(LEFT * k), y: Math.round(TOP * k),
  width: Math.max(1, width - Math.round((LEFT + RIGHT) * k)), height: Math.max(1, height - Math.round((TOP + BOTTOM) * k)),
});

function begin({ context, k, theme }) {
  context.font = `${Math.round(FONT * k)}px system-ui, sans-serif`;
  context.fillStyle = css(theme.faint);
  context.strokeStyle = css(theme.scale);
  context.lineWidth = Math.max(1, Math.round(k / 2));
  context.textBaseline = "middle";
}

// A label at the left edge, beside the box.
export function label(surface, text, y) {
  const { context, box, k } = surface;
  begin(surface);
  context.textAlign = "right";
  context.fillText(text, box.x - 6 * k, y);
}

// Lines and labels of levels: `low` and `high` in dBFS at the bottom and the top of the box.
export function levels(surface, low, high) {
  const { context, box, k } = surface;
  const decibel = box.height / (high - low);
  const step = decibel * 10 >= LINE_SPACE * k ? 10 : 20;
  begin(surface);
  context.globalAlpha = .25;
  const lines = [];
  for (let level = Math.floor(high / step) * step; level > low; level -= step) {
    lines.push([level, Math.round(box.y + (high - level) * decibel) + .5]);
  }
  context.beginPath();
  for (const [, y] of lines) {
    context.moveTo(box.x, y);
    context.lineTo(box.x + box.width, y);
  }
  context.stroke();
  context.globalAlpha = 1;
  for (const [level, y] of lines) label(surface, String(level), y);
  label(surface, "dB", box.y + box.height + BOTTOM / 2 * k);
}

// Labels of frequencies below the box. `place` gives where a frequency is, for each of the channels; both are named.
export function frequencies(surface, low, high, places, channels) {
  const { context, box, k } = surface;
  begin(surface);
  context.textAlign = "center";
  const y = box.y + box.height + BOTTOM / 2 * k, taken = [];
  const write = (text, x) => {
    const half = context.measureText(text).width / 2 + 4 * k;
    if (x - half < box.x - 4 * k || x + half > box.x + box.width + RIGHT * k) return;
    if (taken.some(([from, to]) => x + half > from && x - half < to)) return;
    taken.push([x - half, x + half]);
    context.fillText(text, x, y);
  };
  if (channels > 1) {
    write("L", box.x + 6 * k);
    write("R", box.x + box.width - 4 * k);
  }
  write("Hz", box.x + box.width - (channels > 1 ? 24 : 6) * k);
  for (const mark of MARKS.filter((one) => one >= low && one <= high)) {
    const text = mark >= 1000 ? mark / 1000 + "k" : String(mark);
    for (const x of places(mark)) write(text, x);
  }
}

// Labels of time below the box: each fifth of `milliseconds`.
export function times(surface, milliseconds) {
  const { context, box, k } = surface;
  begin(surface);
  context.textAlign = "left";
  for (let step = 0; step < 5; step += 1) {
    context.fillText(step ? String(milliseconds * step / 5) : "0 ms", box.x + box.width * step / 5,
      box.y + box.height + BOTTOM / 2 * k);
  }
}
