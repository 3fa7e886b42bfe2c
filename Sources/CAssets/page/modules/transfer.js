import { make, on } from "./dom.js";
import { menu, openSheet } from "./sheet.js";

// Most bytes of a file that the radio takes.
const FILE_LIMIT = 1 << 20;
// What the list can be exported as.
const FORMATS = { m3u: "M3U, for most players", xspf: "XSPF", pls: "PLS", json: "JSON, with everything" };

// Asks for a file and adds its stations to the list; then says what became of them.
export function importStations(radio) {
  const field = make("input", { type: "file", accept: ".m3u,.m3u8,.pls,.xspf,.opml,.json,.xml,.txt,.csv,.asx,.wax,.wvx" });
  on(field, "change", () => { if (field.files[0]) send(radio, field.files[0]); });
  field.click();
}

async function send(radio, file) {
  try {
    if (file.size > FILE_LIMIT) throw new Error("It is larger than 1 MiB.");
    const text = decoded(await file.arrayBuffer());
    const answer = await radio.edit("/api/stations/import", { name: file.name, text });
    report(file.name, answer);
  } catch (fault) {
    openSheet("Import", [make("p", { role: "alert" }, `“${file.name}” could not be imported. ${fault.message}`)]);
  }
}

// Old playlists are in Windows' Latin code page.
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function report(name, { added = [], duplicates = 0, rejected = [], rejectedCount = rejected.length }) {
  const lines = [`From “${name}”. Added: ${added.length}. In the list already: ${duplicates}.`];
  if (rejected.length) lines.push(`Not usable: ${rejectedCount}.`);
  openSheet("Import", [...lines.map((line) => make("p", { role: "status" }, line)),
    make("ul.lines", {}, ...rejected.map((one) =>
      make("li", {}, (one.name ? one.name + ": " : "") + one.reason)))]);
}

// Offers the list as a file.
export function exportStations() {
  const links = Object.entries(FORMATS).map(([format, name]) =>
    make("a", { href: `/api/stations/export?format=${format}`, download: `stations.${format}` }, name));
  openSheet("Export the list", [menu(...links)]);
}
