// The spectrum: bars that the radio measured, and caps that fall here. When no more frames come, the bars fall as well.
class Bars {
  #canvas;
  #context;
  #isCalm;
  #rows = [];
  #caps = [];
  #isFalling = false;
  #isDrawing = false;
  #lastDrawn = 0;
  #timer = 0;

  // Heights a second by which bars and caps fall.
  static #barFall = 1.6;
  static #capFall = .3;
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
    const seconds = Math.min(.1, (time - this.#lastDrawn) / 1000);
    this.#lastDrawn = time;
    if (this.#isFalling) {
      const fall = this.#isCalm ? Infinity : Bars.#barFall * seconds;
      this.#rows = this.#rows.map((row) => row.map((bar) => Math.max(0, Math.min(1, bar) - fall)));
    }
    const bars = this.#rows.flat().map((bar) => Math.min(1, bar));
    this.#caps = bars.map((bar, place) => Math.max(bar, (this.#caps[place] || 0) - Bars.#capFall * seconds));
    this.#paint(bars);
    const top = Math.max(0, ...bars);
    this.#canvas.dataset.frames = Number(this.#canvas.dataset.frames || 0) + 1;
    this.#canvas.dataset.top = top.toFixed(3);
    if (this.#isFalling && !this.#isCalm && Math.max(0, ...this.#caps) > 0) this.#schedule();
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
        context.fillRect(x, height - this.#caps[place] * (height - 6) - 3, thick, 2);
      }
      x += Bars.#rowGap;
    }
  }
}
