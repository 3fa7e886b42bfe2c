// What moves and sounds on the page: the spectrum, the detail view, "Listen here", and the address for a phone.
import { beginAddress } from "./address.js";
import { Detail } from "./detail.js";
import { byID, isSeen, onClick } from "./dom.js";
import { beginListening } from "./listen.js";
import { Visualizer } from "../visualizer/loop.js";

export function beginVisual(radio, keys) {
  const button = byID("visual-mode");
  const visualizer = new Visualizer(byID("bars"), button, (spectrum) => radio.look(spectrum));
  radio.on("header", (header) => visualizer.takeHeader(header));
  radio.on("frame", (frame) => visualizer.take(frame));
  radio.on("lost", () => visualizer.rest());
  keys.add("v", () => button.click());
  const detail = new Detail(radio, keys), letters = byID("detail");
  new MutationObserver(() => visualizer.cover(letters.open)).observe(letters, { attributeFilter: ["open"] });
  onClick("bars", () => detail.toggle());
  // The picture leads to the view of what is on the air, and from there to the letters.
  byID("cover").addEventListener("click", () => { if (isSeen(byID("view-now"))) detail.toggle(); }, true);
  beginListening(radio);
  beginAddress(radio);
}
