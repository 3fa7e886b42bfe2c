import { ask } from "./api.js";
import { byID, filterLines, make, on, setText } from "./dom.js";

// Milliseconds between two looks while the view is seen.
const LOOK_TIME = 2000;
// Most lines that are kept.
const LIMIT = 500;
const LEVELS = ["debug", "info", "notice", "warning", "error"];

// The view of the connection to the station and of the program's log. It asks only while it is seen.
export function beginStatus(views) {
  let started = null;
  let last = 0;
  let isAsking = false;

  on("log-level", "change", filter);
  on(document, "viewchange", look);
  setInterval(look, LOOK_TIME);

  async function look() {
    if (isAsking || !views.isSeen("status")) return;
    isAsking = true;
    // Each answer is shown by itself: one of them may fail.
    const [status, log] = await Promise.allSettled([ask("/api/status"), ask(`/api/log?after=${last}`)]);
    if (status.value) showStatus(status.value);
    if (log.value) showLog(log.value);
    else setText("log-found", "The log cannot be read.");
    isAsking = false;
  }

  function showStatus(status) {
    const seconds = (number) => number.toFixed(1) + " s";
    const sound = [status.sampleRate && status.sampleRate / 1000 + " kHz",
                   { 1: "mono", 2: "stereo" }[status.channels] || status.channels && status.channels + " channels"];
    const rows = [
      ["Station", status.name], ["Address", status.url], ["Codec", status.codec?.toUpperCase()],
      ["Bit rate", status.bitRate && Math.round(status.bitRate / 1000) + " kbit/s"],
      ["Sound", sound.filter(Boolean).join(", ")],
      ["Buffer", status.bufferCapacity ? `${seconds(status.buffered)} of ${seconds(status.bufferCapacity)}` : ""],
      ["Playing for", status.elapsed ? duration(status.elapsed) : ""],
      ["Reconnects", status.retries], ["Gaps in the sound", status.underruns],
      ["Program", "radiod " + status.version],
    ];
    const list = byID("connection");
    if (!list.childElementCount) {
      list.append(...rows.map(([name]) => make("div", {}, make("dt", {}, name), make("dd", { dir: "auto" }))));
    }
    rows.forEach(([, value], place) => setText(list.children[place].lastChild, String(value ?? "") || "–"));
  }

  function showLog({ started: begun, records }) {
    const list = byID("log");
    if (started && begun !== started) {
      // The program was started again, and its numbers began again.
      list.replaceChildren();
      started = null;
      last = 0;
      return;
    }
    started = begun;
    last = records.at(-1)?.number ?? last;
    list.prepend(...records.reverse().map((one) => make("li", { data: { level: one.level } },
      make("time", { dateTime: one.clock }, new Date(one.clock).toLocaleTimeString()),
      make("b", {}, one.level), make("span", { dir: "auto" }, one.text))));
    while (list.childElementCount > LIMIT) list.lastChild.remove();
    filter();
  }

  function filter() {
    const least = LEVELS.indexOf(byID("log-level").value);
    const number = filterLines(byID("log"), (line) => LEVELS.indexOf(line.dataset.level) >= least);
    setText("log-found", number ? "" : "No lines of this level.");
  }
}

function duration(seconds) {
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours} h ${minutes} min` : minutes ? `${minutes} min` : `${Math.floor(seconds)} s`;
}
