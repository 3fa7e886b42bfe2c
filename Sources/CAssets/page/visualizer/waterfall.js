// A spectrogram that flows down, with the colours of the terminal's (Waterfall.swift): the newest row is at the top.
import { CONSTANTS } from "./constants.js";
import { frequencies, label } from "./scales.js";
import { gradientColor, mixed } from "./theme.js";

const STEPS = 64;
const BANDS = 256;
// The height of a row, in pixels of CSS; and the most rows that are kept.
const ROW = 2, MOST_ROWS = 600;
// Rows between two labels of time.
const LABEL_ROWS = 20;

const pace = (isCalm) => isCalm ? 4 : CONSTANTS.waterfallRowsPerSecond;

export class Waterfall {
  #steps = new Uint8Array(BANDS * MOST_ROWS);
  #newest = 0;
  #brightRows = 0;
  #lastRow = null;
  #picture = null;
  #colors = null;
  #rows = 1;
  #rowsPerSecond;

  // `isCalm` is for those who asked for less motion: fewer rows, and none while nothing sounds.
  constructor(isCalm) { this.#rowsPerSecond = pace(isCalm); }

  static query(_, isCalm) { return `fps=${pace(isCalm)}&bands=${BANDS}&channels=mono&levels=b64`; }

  feed(frame, time) {
    const levels = frame.levels[0] ?? [];
    // A frame that was measured for another picture.
    if (levels.length !== BANDS || frame.levels.length !== 1) return;
    this.#add(levels.map((level) => level + (frame.gain ?? 0)), time);
  }

  feedSilence() {}

  // While nothing sounds the rows go on, until none is bright. Returns false when nothing has changed.
  advance(time, isResting) {
    if (!isResting || this.#lastRow === null) return true;
    this.#lastRow = Math.max(this.#lastRow, time - MOST_ROWS / this.#rowsPerSecond);
    const before = this.#newest;
    while (time - this.#lastRow >= 1 / this.#rowsPerSecond && !this.isStill) {
      this.#add(null, this.#lastRow + 1 / this.#rowsPerSecond);
    }
    return this.#newest !== before;
  }

  get isStill() { return this.#brightRows === 0; }
  get top() {
    const row = this.#steps.subarray(this.#newest * BANDS, (this.#newest + 1) * BANDS);
    return row.reduce((top, step) => Math.max(top, step), 0) / (STEPS - 1);
  }

  paint(surface) {
    const { context, box, k, theme, range } = surface;
    this.#rows = Math.min(MOST_ROWS, Math.max(1, Math.floor(box.height / (ROW * k))));
    if (this.#picture?.height !== this.#rows) this.#picture = new ImageData(BANDS, this.#rows);
    if (this.#colors?.theme !== theme) this.#colors = { theme, words: wordsOf(theme) };
    const pixels = new Uint32Array(this.#picture.data.buffer), { words } = this.#colors;
    for (let row = 0, pixel = 0; row < this.#rows; row += 1) {
      const first = (this.#newest + row) % MOST_ROWS * BANDS;
      for (let band = 0; band < BANDS; band += 1, pixel += 1) pixels[pixel] = words[this.#steps[first + band]];
    }
    const small = surface.scratch(BANDS, this.#rows);
    small.putImageData(this.#picture, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(small.canvas, box.x, box.y, box.width, Math.min(box.height, Math.ceil(this.#rows * ROW * k)));
    for (let row = 0; row + 4 < this.#rows; row += LABEL_ROWS) {
      label(surface, row / this.#rowsPerSecond + " s", box.y + (row * ROW + 5) * k);
    }
    const octaves = Math.log(range[1] / range[0]);
    frequencies(surface, range[0], range[1], (mark) => [box.x + box.width * Math.log(mark / range[0]) / octaves], 1);
  }

  #add(levels, time) {
    this.#lastRow = time;
    this.#newest = (this.#newest + MOST_ROWS - 1) % MOST_ROWS;
    const base = this.#newest * BANDS, scale = (STEPS - 1) / CONSTANTS.waterfallSpanDecibels;
    let isBright = false;
    for (let band = 0; band < BANDS; band += 1) {
      const level = levels ? levels[band] - CONSTANTS.waterfallBottomDecibels : 0;
      const step = Math.floor(Math.min(Math.max(level * scale, 0), STEPS - 1)) || 0;
      this.#steps[base + band] = step;
      isBright ||= step > 0;
    }
    // The rows that are seen count from the last bright one.
    this.#brightRows = isBright ? this.#rows : Math.max(0, this.#brightRows - 1);
  }
}

// The colour of each step as the four bytes of a pixel.
function wordsOf(theme) {
  const bytes = new Uint8ClampedArray(4 * STEPS);
  for (let step = 0; step < STEPS; step += 1) {
    const height = step / (STEPS - 1);
    bytes.set([...mixed(theme.ground, gradientColor(theme, height), Math.min(height * 1.6, 1)), 255], 4 * step);
  }
  return new Uint32Array(bytes.buffer);
}
