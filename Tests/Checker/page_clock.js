// A clock that only a test moves, so that no test waits for what takes seconds, or judges by the time of a busy machine. It
// runs before the scripts of a page. Timers of a second and more and the limits of requests end when the test lets time
// pass; shorter timers as usual, and intervals both ways, since a shared worker forgets a tab that is silent in real time.
// What is animated sees the time that has passed as well.
//
// `asked` and `answered` are the paths of requests, `open` is how many have no answer yet.
globalThis.clock = (() => {
  const [begin, end, repeat, request, draw, read] =
    [setTimeout, clearTimeout, setInterval, fetch, requestAnimationFrame, Response.prototype.text];
  const measure = performance.now.bind(performance), held = new Map(), soon = new Set();
  const clock = { asked: [], answered: [], open: 0 };
  let now = 0, last = 1 << 30, pictures = 0;
  const hold = (run, delay) => {
    held.set(last += 1, { run, due: now + delay });
    return last;
  };
  const opened = async (run) => {
    clock.open += 1;
    try { return await run(); } finally { clock.open -= 1; }
  };
  setTimeout = (run, delay = 0, ...rest) => {
    if (delay >= 1000) return hold(() => run(...rest), delay);
    const number = begin(() => {
      soon.delete(number);
      run(...rest);
    }, delay);
    soon.add(number);
    return number;
  };
  setInterval = (run, delay) => {
    const number = repeat(run, delay);
    held.set(number, { run, due: now + delay, every: delay });
    return number;
  };
  clearTimeout = clearInterval = (number) => {
    held.delete(number);
    soon.delete(number);
    end(number);
  };
  AbortSignal.timeout = (delay) => {
    const abort = new AbortController();
    hold(() => abort.abort(new DOMException("the time is over", "TimeoutError")), delay);
    return abort.signal;
  };
  fetch = (path, options) => opened(async () => {
    clock.asked.push(path);
    const answer = await request(path, options);
    clock.answered.push(path);
    return answer;
  });
  Response.prototype.text = function () { return opened(() => read.call(this)); };
  performance.now = () => measure() + now;
  requestAnimationFrame = (run) => {
    pictures += 1;
    return draw((time) => {
      pictures -= 1;
      run(time + now);
    });
  };
  // Whether nothing is drawn any more unless time passes.
  clock.isStill = () => !pictures && !soon.size;
  // Whether something is to happen in so many milliseconds.
  clock.waits = (delay) => [...held.values()].some(({ due }) => due === now + delay);
  // Lets time pass, in which all requests but `hanging` ones are answered at once; false when they are not for 20 s.
  clock.pass = async (delay, hanging = 0) => {
    for (const until = now + delay;;) {
      for (let tries = 0; clock.open > hanging; tries += 1) {
        if (tries === 4000) return false;
        await new Promise((done) => begin(done, 5));
      }
      const [number, timer] = [...held].sort(([, one], [, other]) => one.due - other.due)[0] ?? [];
      now = Math.min(timer?.due ?? until, until);
      if (!(timer?.due <= until)) return true;
      if (timer.every) timer.due += timer.every;
      else held.delete(number);
      timer.run();
    }
  };
  return clock;
})();
