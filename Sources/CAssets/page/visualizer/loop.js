// The canvas of the spectrum: one of three modes draws what the radio measured, as long as something moves.
import { Bars } from "./bars.js";
import { CONSTANTS } from "./constants.js";
import { Oscilloscope } from "./oscilloscope.js";
import { boxOf } from "./scales.js";
import { onTheme, theme } from "./theme.js";
import { Waterfall } from "./waterfall.js";
import { recall, remember } from "../modules/memory.js";

// In the order of the key v. A mode has query, feed, feedSilence, advance, isStill, top and paint; `isSmooth` when it
// moves between two frames.
const MODES = {
  bars: { name: "Bars", make: Bars, isSmooth: true },
  waterfall: { name: "Waterfall", make: Waterfall, isSmooth: false },
  oscilloscope: { name: "Oscilloscope", make: Oscilloscope, isSmooth: false },
};
const NAME = "visualizer";
// Milliseconds without a frame after which nothing sounds, and the shortest time between two pictures.
const FRAME_TIME = 600, PICTURE_TIME = 14;
// The frequencies in Hz until the radio has said which.
const USUAL_RANGE = [40, 18000];

// The levels in dBFS that a row of bytes in Base64 stands for (LevelBytes.swift).
const levelsOf = (text) => Array.from(atob(text), (byte) =>
  CONSTANTS.floorDecibels + byte.charCodeAt(0) * CONSTANTS.levelStepDecibels);

export class Visualizer {
  #canvas;
  #button;
  #context;
  #scratch = document.createElement("canvas").getContext("2d");
  #look;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  #name = "bars";
  #mode;
  #range = USUAL_RANGE;
  #text = "";
  // Nothing sounds until a frame comes.
  #isResting = true;
  #isSeen = false;
  #isCovered = false;
  #isDrawing = false;
  #isStale = false;
  #lastDrawn = 0;
  #timer = 0;

  // Draws into `canvas`; `button` changes the mode. `look` is called with what is asked of the radio, whenever that is
  // something else.
  constructor(canvas, button, look) {
    this.#canvas = canvas;
    this.#button = button;
    this.#context = canvas.getContext("2d");
    this.#look = look;
    button.addEventListener("click", () => {
      remember(NAME, this.#next());
      this.#begin(this.#next());
    });
    addEventListener("storage", ({ key, newValue }) => { if (key?.endsWith(NAME)) this.#begin(newValue); });
    this.#calm.addEventListener("change", () => this.#begin(this.#name));
    onTheme(() => this.#refresh());
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#begin(recall(NAME));
  }

  // Takes a frame of the spectrum.
  take(frame) {
    if (!frame.levelBytes) return;
    this.#mode.feed({ ...frame, levels: frame.levelBytes.map(levelsOf) }, performance.now() / 1000);
    this.#isResting = false;
    this.#isStale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.rest(), FRAME_TIME);
    this.#schedule();
  }

  // Takes the description of the frames that follow.
  takeHeader(header) {
    const bands = header.bands ?? [];
    if (bands.length) this.#range = [bands[0].low, bands.at(-1).high];
    this.#isStale = true;
  }

  // The canvas is behind something that hides all of it, or no longer.
  cover(isCovered) {
    this.#isCovered = isCovered;
    this.#resize();
  }

  // Nothing sounds any more.
  rest() {
    clearTimeout(this.#timer);
    this.#mode.feedSilence(performance.now() / 1000);
    this.#isResting = this.#isStale = true;
    this.#schedule();
  }

  #next() {
    const names = Object.keys(MODES);
    return names[(names.indexOf(this.#name) + 1) % names.length];
  }

  #begin(name) {
    this.#name = Object.hasOwn(MODES, name ?? "") ? name : "bars";
    this.#mode = new MODES[this.#name].make(this.#calm.matches);
    this.#canvas.dataset.mode = this.#name;
    this.#button.textContent = MODES[this.#name].name;
    this.#button.setAttribute("aria-label", `Visualizer: ${MODES[this.#name].name}. Change it`);
    this.#resize();
  }

  #resize() {
    const k = devicePixelRatio || 1, box = this.#canvas.getBoundingClientRect();
    const [width, height] = [Math.round(box.width * k), Math.round(box.height * k)];
    if (width && height && (this.#canvas.width !== width || this.#canvas.height !== height)) {
      Object.assign(this.#canvas, { width, height });
    }
    // What is not on the screen is neither asked for nor drawn.
    this.#isSeen = box.width > 0 && !this.#isCovered;
    this.#look(this.#isSeen ? MODES[this.#name].make.query(box.width, this.#calm.matches) : "");
    this.#refresh();
  }

  #refresh() {
    this.#text = getComputedStyle(this.#canvas).color;
    this.#isStale = true;
    this.#schedule();
  }

  #schedule() {
    if (this.#isDrawing || !this.#isSeen) return;
    this.#isDrawing = true;
    requestAnimationFrame((time) => this.#draw(time));
  }

  #draw(time) {
    this.#isDrawing = false;
    if (time - this.#lastDrawn < PICTURE_TIME) return this.#schedule();
    this.#lastDrawn = time;
    const mode = this.#mode, isSmooth = !this.#calm.matches && (MODES[this.#name].isSmooth || this.#isResting);
    if (isSmooth || this.#isStale) {
      const hasMoved = mode.advance(time / 1000, this.#isResting) !== false;
      if (hasMoved || this.#isStale) this.#paint();
      this.#isStale = false;
    }
    if (isSmooth && !(this.#isResting && mode.isStill)) this.#schedule();
  }

  #paint() {
    const { width, height } = this.#canvas, k = devicePixelRatio || 1, context = this.#context;
    context.clearRect(0, 0, width, height);
    this.#mode.paint({
      context, k, theme: theme(), text: this.#text, box: boxOf(width, height, k), range: this.#range,
      scratch: (columns, rows) => {
        const { canvas } = this.#scratch;
        if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
        return this.#scratch;
      },
    });
    const data = this.#canvas.dataset;
    data.frames = Number(data.frames || 0) + 1;
    data.top = this.#mode.top.toFixed(3);
  }
}
