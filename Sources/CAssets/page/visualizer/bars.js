// Bars of the levels that the radio measured, with caps. They move as those of the terminal do (LiveBallistics.swift,
// profile rta): all falls depend on the time, not on the number of pictures. Times are in seconds of one clock.
import { CONSTANTS } from "./constants.js";
import { frequencies, levels } from "./scales.js";
import { css } from "./theme.js";

// Between frames further apart the sound was interrupted.
const LONGEST_INTERVAL = .25;
// The smallest height that is seen.
const VISIBLE = .002;
// The space between left and right, and the thickness of a cap, in pixels of CSS.
const MIDDLE = 2, CAP = 2;

export class Bars {
  // Heights of bars and caps, 0…1: all of the first channel, then all of the second.
  bars = [];
  caps = [];
  #rows = 1;
  #latest = [];
  #previous = [];
  #latestTime = 0;
  #interval = 0;
  #framesFed = 0;
  #peaks = [];
  #shownTime = null;
  // Decibels that the radio adds to each level, so that loud and soft sound use the same height.
  #gain = 0;
  #isCalm;

  // `isCalm` is for those who asked for less motion: no caps, and bars that are where the last frame says.
  constructor(isCalm) { this.#isCalm = isCalm; }

  // What is asked of the radio for a canvas of `width` pixels of CSS.
  static query(width, isCalm) { return `fps=${isCalm ? 4 : 30}&bands=${width < 520 ? 32 : 48}&channels=stereo&levels=b64`; }

  feed(frame, time) {
    const numbers = frame.levels.flat();
    if (numbers.length !== this.#latest.length) this.#begin(numbers.length);
    this.#rows = Math.max(1, frame.levels.length);
    this.#startFrame(time);
    this.#latest = numbers;
    this.#gain = frame.gain ?? 0;
  }

  feedSilence(time) {
    this.#startFrame(time);
    this.#latest = this.#latest.map(() => CONSTANTS.floorDecibels);
  }

  // Moves bars and caps to where they are at `time`.
  advance(time) {
    const passed = this.#shownTime === null ? 0 : Math.max(time - this.#shownTime, 0);
    this.#shownTime = Math.max(time, this.#shownTime ?? time);
    const isBetween = !this.#isCalm && this.#interval > 0;
    const way = isBetween ? Math.min(Math.max((time - this.#latestTime) / this.#interval, 0), 1) : 1;
    const fall = this.#isCalm ? Infinity : passed * CONSTANTS.liveFallPerSecond;
    this.bars.forEach((bar, index) => {
      const level = this.#previous[index] + (this.#latest[index] - this.#previous[index]) * way;
      const height = (level + this.#gain - CONSTANTS.liveBottomDecibels) / CONSTANTS.liveSpanDecibels;
      this.bars[index] = Math.max(Math.min(height, 1), bar - fall, 0);
      this.#moveCap(index, time);
    });
  }

  // True when nothing is above the ground.
  get isStill() { return [this.bars, this.caps].every((heights) => heights.every((height) => height < VISIBLE)); }
  get top() { return this.bars.reduce((top, bar) => Math.max(top, bar), 0); }

  paint(surface) {
    const { context, box, k, theme, range } = surface;
    const low = CONSTANTS.liveBottomDecibels - this.#gain;
    levels(surface, low, low + CONSTANTS.liveSpanDecibels);
    const paint = context.createLinearGradient(0, box.y + box.height, 0, box.y);
    for (const [height, ...color] of theme.gradient) paint.addColorStop(height, css(color));
    const count = this.bars.length / this.#rows;
    if (!count) return;
    const gap = box.width / this.bars.length >= 4 * k ? Math.round(1.5 * k) : Math.max(1, Math.floor(k / 2));
    const cap = Math.round(CAP * k);
    for (let row = 0; row < this.#rows; row += 1) {
      for (let band = 0; band < count; band += 1) {
        const [from, to] = this.#place(box, k, row, band, count);
        const index = row * count + band, width = Math.max(1, to - from - gap);
        const tall = Math.round(this.bars[index] * box.height);
        context.fillStyle = paint;
        context.fillRect(from, box.y + box.height - tall, width, tall);
        if (this.#isCalm || this.caps[index] < VISIBLE) continue;
        const rise = Math.max(Math.round(this.caps[index] * box.height), cap);
        context.fillStyle = surface.text;
        context.fillRect(from, box.y + box.height - rise, width, cap);
      }
    }
    const middle = (frequency) => {
      const band = Math.min(count - 1, Math.floor(count * Math.log(frequency / range[0]) / Math.log(range[1] / range[0])));
      return Array.from({ length: this.#rows }, (_, row) => {
        const [from, to] = this.#place(box, k, row, band, count);
        return (from + to - gap) / 2;
      });
    };
    frequencies(surface, range[0], range[1], middle, this.#rows);
  }

  // Where a bar begins and the next one does. Of two channels the lowest bands meet in the middle.
  #place(box, k, row, band, count) {
    const width = this.#rows === 1 ? box.width : (box.width - MIDDLE * k) / 2;
    const [from, to] = [Math.round(band * width / count), Math.round((band + 1) * width / count)];
    if (this.#rows > 1 && row === 0) return [box.x + Math.round(width) - to, box.x + Math.round(width) - from];
    const begin = box.x + Math.round(box.width - width);
    return [begin + from, begin + to];
  }

  #begin(count) {
    this.bars = Array(count).fill(0);
    this.caps = Array(count).fill(0);
    this.#peaks = Array.from({ length: count }, () => ({ top: 0, since: 0 }));
    this.#latest = Array(count).fill(CONSTANTS.floorDecibels);
    this.#framesFed = 0;
  }

  #startFrame(time) {
    const passed = this.#framesFed > 0 ? Math.max(time - this.#latestTime, 0) : 0;
    this.#interval = passed <= LONGEST_INTERVAL ? passed : 0;
    this.#latestTime = time;
    this.#framesFed += 1;
    this.#previous = this.#latest;
  }

  #moveCap(index, time) {
    const peak = this.#peaks[index];
    const fallen = Math.max(time - peak.since - CONSTANTS.capHoldSeconds, 0);
    const height = peak.top - CONSTANTS.capGravity / 2 * fallen ** 2;
    const bar = this.bars[index];
    if (this.#isCalm || bar >= height) this.#peaks[index] = { top: bar, since: time };
    this.caps[index] = this.#isCalm ? bar : Math.max(bar, height);
  }
}
