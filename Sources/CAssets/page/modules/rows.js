import { icon, iconButton, make, setAttribute, setLongText } from "./dom.js";
import { picture, showPicture } from "./pictures.js";

// A row of a list of stations: its main button, then the others.
export function makeRow(...others) {
  const marks = make("span.playing", {}, make("i"), make("i"), make("i"));
  return make("li.row", {}, make("button.pick", {}, picture(),
    make("span.text", {}, make("span.name", { dir: "auto" }), make("small")), marks), ...others);
}

// A round button of a row, which is found by its class.
export const rowButton = (name) => iconButton(name, "", { className: "icon " + name });

// What a sheet says of a station, and the row.
export const joined = (...facts) => facts.filter(Boolean).join(" · ");

// True when a station, of the list or not, is on the air.
export const isOnAir = (one, { station, url }) => station ? one.id === station : Boolean(url) && one.url === url;

// Shows in a row what it says, and whether it is on the air.
export function showRow(row, one, facts, isOn, status) {
  const [main] = row.children;
  setLongText(main.querySelector(".name"), one.name);
  const reason = isOn && status.reason || "";
  row.classList.toggle("fails", reason !== "");
  setLongText(main.querySelector("small"), reason || facts);
  showPicture(main.firstChild, one.id, one.picture);
  setAttribute(main, "aria-current", isOn || null);
  row.classList.toggle("current", isOn);
  row.classList.toggle("sounds", isOn && status.state === "playing");
}

// What is dragged of a row.
export const grip = () => make("span.grip", {}, icon("grip"));
