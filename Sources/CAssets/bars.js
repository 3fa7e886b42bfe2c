// The spectrum: bars that the radio measured, and caps that fall here. When no more frames come, the bars fall as well.
// All falls depend on the time, not on the number of pictures.
class Bars {
  #canvas;
  #context;
  #isCalm;
  #rows = [];
  // For each bar the last peak, its time in seconds, and the height of the cap.
  #caps = [];
  #isFalling = false;
  #isDrawing = false;
  #lastDrawn = 0;
  #timer = 0;

  // Heights a second by which bars fall.
  static #barFall = 1.6;
  // Seconds that a cap stays at its peak, and the acceleration of its fall after that, in heights a second squared. The
  // terminal's view has the same (SpectrumConstants.swift).
  static #capHold = .5;
  static #capGravity = 2;
  // Milliseconds without a frame after which nothing sounds.
  static #frameTime = 600;
  static #rowGap = 24;

  // `isCalm` is for those who asked for less motion: no caps, and bars drop at once.
  constructor(canvas, isCalm) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    this.#isCalm = isCalm;
  }

  // Shows a frame: one row of heights for each channel.
  take(rows) {
    this.#rows = rows;
    this.#isFalling = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.rest(), Bars.#frameTime);
    this.#schedule();
  }

  // Nothing sounds any more.
  rest() {
    clearTimeout(this.#timer);
    if (!this.#isFalling) this.#lastDrawn = performance.now();
    this.#isFalling = true;
    this.#schedule();
  }

  #schedule() {
    if (this.#isDrawing || document.hidden) return;
    this.#isDrawing = true;
    requestAnimationFrame((time) => this.#draw(time));
  }

  #draw(time) {
    this.#isDrawing = false;
    const seconds = Math.max(0, time - this.#lastDrawn) / 1000;
    this.#lastDrawn = time;
    if (this.#isFalling) {
      const fall = this.#isCalm ? Infinity : Bars.#barFall * seconds;
      this.#rows = this.#rows.map((row) => row.map((bar) => Math.max(0, Math.min(1, bar) - fall)));
    }
    const bars = this.#rows.flat().map((bar) => Math.min(1, bar));
    this.#moveCaps(bars, time / 1000);
    this.#paint(bars);
    const top = Math.max(0, ...bars);
    this.#canvas.dataset.frames = Number(this.#canvas.dataset.frames || 0) + 1;
    this.#canvas.dataset.top = top.toFixed(3);
    if (this.#isFalling && !this.#isCalm && this.#caps.some((cap) => cap.height > 0)) this.#schedule();
  }

  #moveCaps(bars, now) {
    this.#caps.length = Math.min(this.#caps.length, bars.length);
    bars.forEach((bar, place) => {
      const cap = this.#caps[place] ??= { top: 0, since: now, height: 0 };
      const fallen = Math.max(0, now - cap.since - Bars.#capHold);
      cap.height = cap.top - Bars.#capGravity / 2 * fallen ** 2;
      if (bar >= cap.height) Object.assign(cap, { top: bar, since: now, height: bar });
    });
  }

  #paint(bars) {
    const { width, height } = this.#canvas;
    const context = this.#context;
    context.clearRect(0, 0, width, height);
    if (!bars.length) return;
    const step = (width - Bars.#rowGap * (this.#rows.length - 1)) / bars.length;
    const thick = Math.max(1, step - 1.5);
    const paint = context.createLinearGradient(0, height, 0, 0);
    paint.addColorStop(0, "#1d8f63");
    paint.addColorStop(.6, "#5fe0a0");
    paint.addColorStop(1, "#f4d35e");
    let x = 0, place = 0;
    for (const row of this.#rows) {
      for (let index = 0; index < row.length; index += 1, place += 1, x += step) {
        const tall = bars[place] * (height - 6);
        context.fillStyle = paint;
        context.fillRect(x, height - tall, thick, tall);
        if (this.#isCalm) continue;
        context.fillStyle = "#e4efe9";
        context.fillRect(x, height - this.#caps[place].height * (height - 6) - 3, thick, 2);
      }
      x += Bars.#rowGap;
    }
  }
}
