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

// The object that the radio answers to a GET, or with a `body` to a POST. Waits for `limit` milliseconds, and ends when the
// signal `abort` says so. Throws a Fault.
export async function ask(path, body, { limit = ANSWER_TIME, abort = null } = {}) {
  const signals = [AbortSignal.timeout(limit), abort].filter(Boolean);
  const options = { signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0], cache: "no-cache" };
  if (body !== undefined) {
    Object.assign(options, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
  }
  let answer, text;
  try {
    answer = await fetch(path, options);
    text = await answer.text();
  } catch (error) {
    throw new Fault(error.name === "TimeoutError"
      ? `The radio did not answer within ${limit / 1000} seconds.`
      : "The radio cannot be reached.");
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
