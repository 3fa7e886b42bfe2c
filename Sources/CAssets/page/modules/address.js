// "Open on a phone": the page's address as a QR code, under a name that other devices reach.
import { ask } from "./api.js";
import { byID, make, onClick, svg } from "./dom.js";
import { qrCode, qrPath } from "./qr.js";
import { openSheet, sheetButton } from "./sheet.js";
import { copy } from "./title.js";

const LOCAL = /^(localhost|127\..*|\[::1\]|.*\.localhost)$/;
const SETTINGS = `"http": true, "httpHost": "0.0.0.0",\n"httpTokenFile": "/home/me/.config/springradio/token"`;

// Lets the button show the address.
export function beginAddress(radio) {
  byID("qr-button").hidden = false;
  onClick("qr-button", async () => {
    const rows = await radio.attempt("/api/addresses", () => content(radio));
    if (rows) openSheet("Open on a phone", rows);
  });
}

async function content(radio) {
  const known = await ask("/api/addresses");
  const addresses = LOCAL.test(location.hostname) ? known.addresses : [location.origin + "/"];
  if (!addresses.length) {
    return known.isOpen ? [make("p", {}, "This machine has no network.")] : [
      make("p", {}, "Other devices cannot reach the radio: it listens on this machine only."),
      make("p", {}, "To let them in, add these lines to its config.json, write a token of 16 or more characters into the file, "
        + "and restart it:"),
      make("pre", {}, SETTINGS),
      sheetButton("copy", "Copy", () => copy(radio, SETTINGS)),
    ];
  }
  return [
    ...qrPicture(addresses[0]),
    ...addresses.map((address) => make("p", {}, make("a", { href: address }, address))),
    make("p", {}, "The phone must be in the same network." + (known.hasToken ? " It asks for the access token." : "")),
  ];
}

function qrPicture(address) {
  const code = qrCode(address);
  if (!code) return [];
  const side = code.length + 8;
  return [svg("svg", {
    viewBox: `0 0 ${side} ${side}`, role: "img", class: "qr", "aria-label": `QR code of ${address}`,
    "shape-rendering": "crispEdges",
  }, svg("path", { d: qrPath(code) }))];
}
