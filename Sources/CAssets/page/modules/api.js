// Requests to the radio.

// Milliseconds after which a request that has no answer is given up. The radio answers a command within one second.
const ANSWER_TIME = 8000;

// What went wrong, in words for a person; `status` is that of the answer, 0 when there is none.
export class Fault extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

// The object that the radio answers to a GET, or with a `body` to a POST. Waits for `limit` milliseconds, and ends when
// the signal `abort` says so. Throws a Fault.
export async function ask(path, body, { limit = ANSWER_TIME, abort = null } = {}) {
  // Not AbortSignal.timeout() and any(), which browsers of 2022 lack.
  const control = new AbortController(), options = { signal: control.signal, cache: "no-cache" };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    control.abort();
  }, limit);
  abort?.addEventListener("abort", () => control.abort());
  if (body !== undefined) {
    Object.assign(options, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
  }
  let answer, text;
  try {
    answer = await fetch(path, options);
    text = await answer.text();
  } catch {
    throw new Fault(isLate ? `The radio did not answer within ${limit / 1000} seconds.` : "The radio cannot be reached.");
  } finally {
    clearTimeout(timer);
  }
  let object = null;
  try {
    object = text ? JSON.parse(text) : {};
  } catch {
    // What is not JSON comes from something between the radio and here.
  }
  if (answer.ok && object) return object;
  const reason = typeof object?.error === "string" ? `The radio refused: ${object.error}.`
    : `The answer cannot be read (HTTP ${answer.status}).`;
  throw new Fault(reason, answer.status);
}
