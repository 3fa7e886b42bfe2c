"use strict";

// The page of a SpringRadio: everything it shows comes from /api, and nothing from elsewhere.

const byID = (id) => document.getElementById(id);
let token = sessionStorage.getItem("token") || "";
let status = {};
let stations = [];
let isSliding = false;

const headers = (more) => token ? { ...more, Authorization: "Bearer " + token } : more;

async function ask(path, body) {
  const options = body === undefined
    ? { headers: headers({}) }
    : { method: "POST", headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify(body) };
  const answer = await fetch(path, options);
  if (answer.status === 401) {
    showTokenDialog();
    throw new Error("the token is missing or wrong");
  }
  const object = await answer.json();
  if (!answer.ok) throw new Error(object.error);
  return object;
}

async function change(path, body = {}) {
  try {
    byID("notice").textContent = "";
    show(await ask(path, body));
  } catch (error) {
    byID("notice").textContent = error.message;
  }
}

// Event streams. A browser's EventSource cannot send a token, so that with one the stream is read by fetch.
// A stream goes on from where it was, so that what is shown is asked for anew: `opened`. What is no more than a picture has no
// `closed`.
function follow(path, handlers, { opened = () => {}, closed = () => {} } = {}) {
  if (!token) {
    const source = new EventSource(path);
    for (const [name, handler] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => handler(JSON.parse(event.data)));
    }
    const again = { opened, closed };
    source.onopen = opened;
    source.onerror = () => {
      closed();
      if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(path, handlers, again), 3000);
    };
    return;
  }
  read(path, handlers, opened).catch(() => {}).then(() => {
    closed();
    setTimeout(() => follow(path, handlers, { opened, closed }), 3000);
  });
}

async function read(path, handlers, opened) {
  const answer = await fetch(path, { headers: headers({}) });
  if (!answer.ok) return;
  opened();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      let name = "message", data = "";
      for (const line of text.slice(0, end).split("\n")) {
        if (line.startsWith("event: ")) name = line.slice(7);
        if (line.startsWith("data: ")) data += line.slice(6);
      }
      text = text.slice(end + 2);
      if (data && handlers[name]) handlers[name](JSON.parse(data));
    }
  }
}

// What the radio is doing.

const words = {
  stopped: "stopped", paused: "paused", connecting: "connecting…", buffering: "buffering…", playing: "on the air",
  retrying: "trying again…", ended: "ended", failed: "failed",
};

function show(now) {
  const isAnother = now.station !== status.station;
  status = now;
  byID("state").textContent = now.reason ? words[now.state] + " " + now.reason : words[now.state] || now.state;
  byID("title").textContent = now.title || now.name || "nothing yet";
  byID("station").textContent = now.title ? now.name || "" : now.url || "";
  document.title = (now.title || now.name || "SpringRadio") + (now.state === "playing" ? " ♪" : "");
  const isOn = ["connecting", "buffering", "playing", "retrying"].includes(now.state);
  byID("toggle").textContent = isOn ? "Pause" : "Play";
  if (!isSliding) byID("volume").value = now.volume;
  byID("percent").textContent = now.muted ? "off" : now.volume;
  byID("mute").setAttribute("aria-pressed", String(now.muted));
  if (now.notice) byID("notice").textContent = now.notice;
  if (isAnother) listStations();
}

function listStations() {
  const wanted = byID("filter").value.trim().toLowerCase();
  const items = stations
    .filter((one) => (one.name + " " + one.tags.join(" ")).toLowerCase().includes(wanted))
    .sort((a, b) => b.favourite - a.favourite)
    .slice(0, 200)
    .map((one) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.id = one.id;
      button.append((one.favourite ? "★ " : "") + one.name);
      if (one.id === status.station) button.setAttribute("aria-current", "true");
      const small = document.createElement("small");
      small.textContent = one.tags.join(", ") || " ";
      button.append(small);
      const item = document.createElement("li");
      item.append(button);
      return item;
    });
  byID("stations").replaceChildren(...items);
}

async function loadStations() {
  stations = (await ask("/api/stations")).stations;
  listStations();
}

async function loadHistory() {
  const titles = (await ask("/api/history?limit=12")).titles;
  byID("history").replaceChildren(...titles.map((one) => {
    const when = new Date(one.time * 1000);
    const time = document.createElement("time");
    time.dateTime = when.toISOString();
    time.textContent = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const item = document.createElement("li");
    item.append(time, one.title);
    return item;
  }));
}

// The spectrum: bars that the radio measured, and caps that fall here.

const canvas = byID("bars");
const context = canvas.getContext("2d");
let rows = [];
let caps = [];
let isDrawing = false;

function draw() {
  isDrawing = false;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  if (!count) return;
  const gap = 24 * (rows.length - 1);
  const step = (width - gap) / count;
  const paint = context.createLinearGradient(0, height, 0, 0);
  paint.addColorStop(0, "#1d8f63");
  paint.addColorStop(.6, "#5fe0a0");
  paint.addColorStop(1, "#f4d35e");
  let x = 0, place = 0;
  for (const row of rows) {
    for (const bar of row) {
      const tall = Math.min(1, bar) * (height - 6);
      caps[place] = Math.max(tall, (caps[place] || 0) - 2.5);
      context.fillStyle = paint;
      context.fillRect(x, height - tall, Math.max(1, step - 1.5), tall);
      context.fillStyle = "#e4efe9";
      context.fillRect(x, height - caps[place] - 3, Math.max(1, step - 1.5), 2);
      x += step;
      place += 1;
    }
    x += 24;
  }
  canvas.dataset.frames = Number(canvas.dataset.frames || 0) + 1;
  canvas.dataset.top = Math.max(...rows.flat()).toFixed(3);
}

function frame(picture) {
  rows = picture.bars;
  if (isDrawing || document.hidden) return;
  isDrawing = true;
  requestAnimationFrame(draw);
}

// Hands.

function showTokenDialog() {
  if (!byID("ask").open) byID("ask").showModal();
}

byID("enter").addEventListener("click", () => {
  token = byID("token").value;
  sessionStorage.setItem("token", token);
  location.reload();
});
byID("token").addEventListener("keydown", (event) => { if (event.key === "Enter") byID("enter").click(); });
byID("toggle").addEventListener("click", () => change("/api/toggle"));
byID("stop").addEventListener("click", () => change("/api/stop"));
byID("next").addEventListener("click", () => change("/api/next"));
byID("previous").addEventListener("click", () => change("/api/previous"));
byID("mute").addEventListener("click", () => change("/api/volume", { muted: !status.muted }));
byID("volume").addEventListener("change", (event) => {
  isSliding = false;
  change("/api/volume", { volume: Number(event.target.value) });
});
byID("volume").addEventListener("input", (event) => {
  isSliding = true;
  byID("percent").textContent = event.target.value;
});
byID("filter").addEventListener("input", listStations);
byID("stations").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) change("/api/play", { station: button.dataset.id });
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, button")) return;
  const keys = { " ": "toggle", n: "next", p: "previous", m: "mute" };
  if (!keys[event.key]) return;
  event.preventDefault();
  byID(keys[event.key]).click();
});

async function loadAll() {
  show(await ask("/api/status"));
  await loadStations();
  await loadHistory();
}

async function begin() {
  await loadAll();
  follow("/api/events", {
    status: show,
    title: (title) => {
      show({ ...status, ...title });
      loadHistory().catch(() => {});
    },
    stations: () => loadStations().catch(() => {}),
    notice: (notice) => { byID("notice").textContent = notice.text; },
  }, {
    opened: () => loadAll().catch(() => {}),
    closed: () => { byID("state").textContent = "not connected"; },
  });
  follow("/api/spectrum?fps=30&bands=48&channels=stereo", { frame });
}

begin().catch((error) => { byID("notice").textContent = error.message; });
