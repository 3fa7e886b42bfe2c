import { ask, Fault } from "./api.js";
import { byID, icon, iconButton, make, on, onClick, setAttribute, setLongText, setText } from "./dom.js";
import { clock, offer } from "./player.js";
import { joined } from "./rows.js";
import { menu, openSheet, sheetButton } from "./sheet.js";
import { change, point, prepare, timeText } from "./titles.js";

// Milliseconds between two questions for the recordings.
const LOOK_TIME = 1200;
// When a recording that is begun here ends, in seconds.
const DURATIONS = [["", "when I stop it"], [1800, "after 30 minutes"], [3600, "after 1 hour"], [7200, "after 2 hours"],
                   [14400, "after 4 hours"]];

const isActive = ({ state }) => state === "waiting" || state === "writing";
const nameOf = (one) => one.title || one.station;
const fileName = (path) => path.slice(path.lastIndexOf("/") + 1);
// The files with sound; beside them may be the list of titles of a whole recording.
const soundsOf = ({ files }) => files.filter((file) => !file.endsWith(".cue"));
const filePath = (one, place) => `/api/recordings/${one.id}/files/${place}`;

// What is kept and recorded: the list, what begins and ends it, and the time of what is recorded now.
export class Recordings {
  #radio;
  #views;
  #list = [];
  // When the radio said how long they are, by performance.now().
  #time = 0;
  // What is offered only after the radio has let this page load everything: a token that only listens may not.
  #isLoaded = false;
  #isRefused = false;
  #isLost = false;
  // The status before, and whether the radio may have other recordings than the list.
  #status = {};
  #isStale = true;
  // What is awaited before the next question: the answer to the last one, and the time.
  #awaited = 0;
  // How often an answer to a change was put into the list.
  #changes = 0;
  // The titles that this page keeps, by the numbers of their recordings.
  #mine = new Set();
  #timer = 0;

  constructor(radio, views, keys) {
    this.#radio = radio;
    this.#views = views;
    onClick("keep", () => this.keep());
    onClick("record", () => this.#chooseRecord());
    keys.add("w", () => this.#keepMeant());
    prepare(byID("recordings"), (button) => this.#press(button));
    radio.on("loaded", () => {
      this.#isLoaded = this.#isStale = true;
      this.#isRefused = this.#isLost = false;
      this.#showAll();
    });
    radio.on("lost", () => {
      this.#isLost = true;
      this.#showTime();
    });
    radio.on("status", (status) => this.#take(status));
    on(document, "viewchange", () => this.#look());
    on(document, "visibilitychange", () => this.#showAll());
  }

  // True where titles can be kept.
  get isOffered() { return this.#isLoaded && !this.#isRefused && this.#radio.status.recordings !== undefined; }

  // Keeps the title with this id of /api/timeshift; without one the title that is heard.
  async keep(title) {
    const one = await this.#radio.change("/api/keep", title === undefined ? {} : { title });
    if (!one) return;
    if (isActive(one)) this.#mine.add(one.id);
    this.#radio.say(isActive(one) ? `Keeping “${nameOf(one)}”` : endText(one));
    this.#put(one);
  }

  // Keeps the title with the focus, else the one that is heard.
  #keepMeant() {
    const button = document.activeElement.closest("#kept li")?.querySelector(".icon");
    if (button) button.click();
    else if (!byID("keep").hidden) this.keep();
  }

  #chooseRecord() {
    const ends = make("select", {}, ...DURATIONS.map(([seconds, text]) => new Option(text, seconds)));
    const way = (text, body) => sheetButton("", text, async () => {
      const one = await this.#radio.change("/api/recordings",
        ends.value ? { ...body, duration: Number(ends.value) } : body);
      if (!one) return;
      this.#radio.say("Recording " + one.station);
      this.#put(one);
    });
    openSheet("Record what is played from now on", [make("label", {}, "It ends", ends), menu(
      way("In one file", {}), way("A file for each title", { split: true }),
      way("A file for each song, without news and jingles", { split: true, songsOnly: true }))]);
  }

  async #stop(one) {
    const ended = await this.#radio.change(`/api/recordings/${one.id}/stop`);
    if (ended) this.#put(ended);
  }

  // A button of a line: one stops the recording, the other shows what can be done with it.
  #press(button) {
    const one = this.#list.find(({ id }) => id === Number(button.closest("li").dataset.key));
    if (button.matches(".icon")) return this.#stop(one);
    openSheet(nameOf(one), [make("p.facts", {}, factsOf(one)), menu(
      ...isActive(one) ? [sheetButton("stop", "Stop", () => this.#stop(one))] : [],
      ...one.files.map((file, place) => make("a", { href: filePath(one, place), download: "" }, icon("save"), file)))]);
  }

  #take(status) {
    const before = this.#status, isOther = (name) => status[name] !== before[name];
    this.#status = status;
    // The time of a recording that goes on stands still while nothing is received.
    if (isOther("recordings") || this.#list.some(isActive) && (isOther("state") || isOther("title"))) this.#isStale = true;
    this.#showAll();
  }

  // Asks for the recordings. While they are seen: when there may be others, and once a second while one is written. Else
  // only for what this page says of those that are written.
  async #look() {
    const isSeen = this.#views.isSeen("titles"), isWritten = this.#list.some(isActive);
    const isWanted = isSeen ? this.#isStale || isWritten : this.#isStale && (isWritten || this.#status.recordings > 0);
    if (!isWanted || !this.isOffered || this.#awaited || this.#isLost || document.hidden) return;
    this.#awaited = 2;
    this.#isStale = false;
    const changes = this.#changes, go = () => {
      this.#awaited -= 1;
      this.#look();
    };
    setTimeout(go, LOOK_TIME);
    try {
      const { recordings } = await ask("/api/recordings");
      // An answer that was overtaken by a change is no longer true.
      if (changes === this.#changes) this.#set(recordings);
      else this.#isStale = true;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      // What fails in another way may be had with the next change.
      this.#isRefused = fault.status === 403 || fault.status === 404;
      this.#showAll();
    }
    go();
  }

  // Puts the radio's answer to a change into the list.
  #put(one) {
    this.#changes += 1;
    this.#isStale = true;
    const isKnown = this.#list.some(({ id }) => id === one.id);
    this.#set(isKnown ? this.#list.map((other) => other.id === one.id ? one : other) : [one, ...this.#list]);
    this.#look();
  }

  #set(list) {
    this.#list = list;
    this.#time = performance.now();
    // One that is not in the list is given up: the radio was started again.
    for (const id of this.#mine) {
      const one = list.find((other) => other.id === id);
      if (one && isActive(one)) continue;
      this.#mine.delete(id);
      if (one) this.#radio.say(endText(one));
    }
    this.#showList();
    this.#showAll();
  }

  #showAll() {
    const canRecord = this.isOffered && this.#radio.canSeek;
    offer("keep", canRecord);
    offer("record", canRecord);
    offer("recorded", canRecord || this.isOffered && this.#list.length > 0);
    this.#showTime();
    this.#look();
  }

  // Says for how long the station has been recorded, and counts between two answers.
  #showTime() {
    const isKnown = this.isOffered && !this.#isLost;
    const now = this.#list.filter((one) => isKnown && one.kind === "record" && isActive(one));
    const isReceived = ["playing", "paused", "buffering"].includes(this.#status.state);
    const later = (performance.now() - this.#time) / 1000;
    const seconds = now.map((one) => one.seconds + (isReceived && one.state === "writing" ? later : 0));
    setText("recording", !now.length ? ""
      : (now.length === 1 ? "recording " : now.length + " recordings ") + clock(Math.max(...seconds)));
    byID("cover").classList.toggle("records", now.length > 0);
    setAttribute("cover", "aria-label", "Show what is on the air" + (now.length ? ", which is recorded" : ""));
    clearTimeout(this.#timer);
    if (now.length && !document.hidden) this.#timer = setTimeout(() => this.#showTime(), 1000);
  }

  // Lines stay the same elements, so that focus and place stay, whatever changes.
  #showList() {
    const list = byID("recordings"), listed = new Set(this.#list.map(({ id }) => String(id)));
    const known = new Map([...list.children].map((line) => [line.dataset.key, line]));
    const top = [...list.children].find((line) => line.offsetTop + line.offsetHeight > list.offsetTop + list.scrollTop);
    const before = top?.offsetTop, isMoved = list.scrollTop > 0;
    change(list, () => {
      for (const [key, line] of known) if (!listed.has(key)) line.remove();
      this.#list.forEach((one, place) => {
        const line = known.get(String(one.id)) ?? makeLine(one);
        if (list.children[place] !== line) list.insertBefore(line, list.children[place] ?? null);
        showLine(line, one);
      });
      if (!list.querySelector("[tabindex='0']")) point(list, list.querySelector("button"));
    });
    if (isMoved && top?.isConnected) list.scrollTop += top.offsetTop - before;
  }
}

const makeLine = ({ id }) => make("li", { data: { key: id } },
  make("button", { tabIndex: -1 }, make("time"), make("span", { dir: "auto" }), make("small", { dir: "auto" })));

function showLine(line, one) {
  const [time, name, facts] = line.firstChild.children, when = one.begin ? new Date(one.begin) : null;
  setText(time, when ? timeText(when) : "");
  setAttribute(time, "datetime", when && when.toISOString());
  setLongText(name, nameOf(one));
  setText(facts, factsOf(one));
  line.dataset.state = one.state;
  // One file is downloaded from the line itself, several from the sheet.
  const sounds = soundsOf(one), control = isActive(one) ? "stop" : sounds.length === 1 ? "save" : "";
  if ((line.dataset.control ?? "") !== control) {
    line.dataset.control = control;
    line.children[1]?.remove();
    const set = { tabIndex: line.firstChild.tabIndex };
    if (control === "stop") line.append(iconButton("stop", "", set));
    if (control === "save") line.append(make("a.icon", { ...set, download: "" }, icon("save")));
  }
  if (control === "save") setAttribute(line.lastChild, "href", filePath(one, one.files.indexOf(sounds[0])));
  if (!control) return;
  setAttribute(line.lastChild, "aria-label",
    control === "stop" ? "Stop: " + nameOf(one) : "Download " + fileName(sounds[0]));
}

// What is said of a recording below its title.
function factsOf(one) {
  const { state, kind, seconds, bytes } = one, number = soundsOf(one).length;
  const word = state === "writing" ? kind === "keep" ? "being kept" : "recording"
    : state === "done" ? one.complete ? "complete" : "incomplete" : state;
  return joined(word, one.title && one.station, seconds && clock(seconds), bytes && sizeText(bytes),
                number > 1 && number + " files", one.reason);
}

const sizeText = (bytes) => bytes < 1e6 ? Math.round(bytes / 1e3) + " kB"
  : bytes < 1e9 ? (bytes / 1e6).toFixed(1) + " MB" : (bytes / 1e9).toFixed(2) + " GB";

// What became of a title that was kept.
function endText({ files, complete, state, title, reason }) {
  if (state === "failed" || !files.length) return `“${title}” is not kept` + (reason ? ": " + reason : "");
  return (complete ? "Kept: " : "Kept, but not whole: ") + files.map(fileName).join(", ");
}
