import { byID, on, onClick, setText } from "./dom.js";

// How long something that happened is shown, in milliseconds.
const SHOWN_TIME = 10000;
// Within this time of a notice the radio comes to the state that it belongs to.
const SETTLE_TIME = 1000;

// The line above the player: what failed last until it works again, or for a while; else what the radio says about its
// sound device for as long as it does.
export function beginNotices(radio) {
  let lasting = "";
  let passing = null;
  // What the radio does, and whether it is live; until when that belongs to the last notice.
  let place = "";
  let settled = 0;
  let timer = 0;
  // What was done last, and the removals that can be taken back, the last one at the end.
  let word = "";
  let undos = [];
  let wordTimer = 0;
  let undoTimer = 0;
  // What had the focus before the button that takes back.
  let before = null;

  radio.on("status", ({ notice = "", url, state, behindLive }) => {
    const now = [url, state, behindLive >= 1].join();
    lasting = notice;
    if (now !== place && performance.now() > settled) end("");
    place = now;
    show();
  });
  radio.on("notice", (text) => {
    settled = performance.now() + SETTLE_TIME;
    pass("", text);
  });
  radio.on("done", ({ text, undo: back }) => say(text, back));
  onClick("undo", undo);
  on("undo", "focus", ({ relatedTarget }) => { before = relatedTarget; });
  radio.on("fault", ({ cause, text }) => pass(cause, text));
  radio.on("works", end);

  function end(cause) { if (passing?.cause === cause) pass("", ""); }

  // What happened, and by what cause: none for a notice of the radio, which is not a fault.
  function pass(cause, text) {
    clearTimeout(timer);
    passing = text ? { cause, text } : null;
    if (text) timer = setTimeout(() => pass("", ""), SHOWN_TIME);
    show();
  }

  // What was done, for the same time; `back` takes it back.
  function say(text, back) {
    setText("changes", text);
    if (back) undos.push({ text, undo: back });
    word = back ? "" : text;
    clearTimeout(wordTimer);
    wordTimer = setTimeout(() => {
      word = "";
      showDone();
    }, SHOWN_TIME);
    if (back) keepUndos();
    showDone();
  }

  function keepUndos() {
    clearTimeout(undoTimer);
    undoTimer = setTimeout(() => {
      undos = [];
      showDone();
    }, SHOWN_TIME);
    showDone();
  }

  // Takes the last removal back. What fails is offered again.
  async function undo() {
    const last = undos.pop();
    word = "";
    keepUndos();
    if (await last.undo()) return;
    undos.push(last);
    keepUndos();
  }

  function showDone() {
    const number = undos.length, hadFocus = document.activeElement === byID("undo");
    const removed = number > 1 ? `Removed: ${number} stations` : undos[0]?.text;
    const text = [removed, word].filter(Boolean).join(" · ");
    setText(byID("done").firstChild, text);
    byID("done").hidden = !text;
    byID("undo").hidden = !number;
    if (hadFocus && !number) (before?.isConnected ? before : byID("toggle")).focus({ preventScroll: true });
  }

  function show() {
    setText("notice", passing?.text || lasting);
    byID("notice").classList.toggle("fault", passing?.cause !== "" || passing.text === lasting);
  }
}
