// The waveform, which the radio measures from a rising zero crossing on, so that a tone stands still
// (WaveformMember.swift, Oscilloscope.swift).
import { CONSTANTS } from "./constants.js";
import { label, times } from "./scales.js";
import { css, gradientColor } from "./theme.js";

// The thickness of the line, in pixels of CSS.
const LINE = 1.5;

export class Oscilloscope {
  // For each channel the lowest and the highest sample of each point in turn, −1…1.
  rows = [];
  #hold = 0;
  #time = null;

  static query(_, isCalm) { return `fps=${isCalm ? 4 : CONSTANTS.wavesPerSecond}&bands=1&channels=stereo&wave=1&levels=b64`; }

  feed(frame, time) {
    if (!frame.wave) return;
    const { peak, rows } = frame.wave;
    const pictures = this.#time === null ? 1 : Math.max(time - this.#time, 0) * CONSTANTS.wavesPerSecond;
    this.#time = time;
    this.#hold = Math.max(peak, this.#hold * CONSTANTS.waveRelease ** pictures, CONSTANTS.waveQuietest);
    const scale = peak / this.#hold * CONSTANTS.waveFill / 127;
    this.rows = rows.map((text) => Array.from(atob(text), (byte) => (byte.charCodeAt(0) << 24 >> 24) * scale));
  }

  feedSilence() {
    this.rows = this.rows.map((row) => row.map(() => 0));
    this.#hold = 0;
  }

  advance() {}

  get isStill() { return this.top === 0; }
  get top() { return this.rows.flat().reduce((top, sample) => Math.max(top, Math.abs(sample)), 0); }

  paint(surface) {
    const { context, box, k, theme } = surface;
    const height = box.height / Math.max(1, this.rows.length);
    this.rows.forEach((row, channel) => {
      const top = box.y + channel * height, points = row.length / 2;
      const paint = context.createLinearGradient(0, top, 0, top + height);
      for (const [place, share] of [[0, 1], [.5, .25], [1, 1]]) {
        paint.addColorStop(place, css(gradientColor(theme, share)));
      }
      const y = (sample) => top + (1 - sample) / 2 * height;
      context.strokeStyle = paint;
      context.lineWidth = LINE * k;
      context.lineJoin = "round";
      context.beginPath();
      let last = 0;
      for (let point = 0; point < points; point += 1) {
        const x = box.x + box.width * point / Math.max(1, points - 1);
        const [low, high] = [row[2 * point], row[2 * point + 1]];
        // The end that is nearer to the point before comes first.
        const [first, second] = Math.abs(last - low) < Math.abs(last - high) ? [low, high] : [high, low];
        context.lineTo(x, y(first));
        context.lineTo(x, y(second));
        last = second;
      }
      context.stroke();
      if (this.rows.length > 1) label(surface, channel ? "R" : "L", top + height / 2);
    });
    times(surface, CONSTANTS.waveSeconds * 1000);
  }
}
