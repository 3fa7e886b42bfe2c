import { make, on } from "./dom.js";

// How often the picture of each station has come, so that the browser asks for it again.
const rounds = new Map();
const ROUNDS_LIMIT = 2000;
// The width of a placeholder, and its media type; the pictures of stations have others.
const PLACEHOLDER_WIDTH = 256, PLACEHOLDER_TYPE = "image/svg";

// A new element for a station's picture. `id` is that of the station, or of the record of the directory.
export function picture(size = 48) {
  const image = make("img", { alt: "", loading: "lazy", decoding: "async", width: size, height: size });
  hideBroken(image);
  return image;
}

// A picture that does not come is not shown.
export function hideBroken(image) {
  on(image, "error", () => { image.hidden = true; });
  on(image, "load", () => { image.hidden = false; });
}

// The address with the number of a round, which the radio ignores. It may have no version.
const numbered = (address, round) => round ? `${address}${address.includes("?") ? "" : "?v="}.${round}` : address;

// Shows the picture of a station in `image`.
export function showPicture(image, id, address) {
  const source = address ? numbered(address, rounds.get(id)) : "";
  image.dataset.of = id;
  image.dataset.from = address || "";
  if (image.getAttribute("src") === source) return;
  image.hidden = !source;
  if (source) image.src = source;
  else image.removeAttribute("src");
}

// The stations of which a placeholder is shown. What the browser has is not asked for again.
async function waiting() {
  const images = [...document.querySelectorAll("img[data-of]")].filter((one) => one.naturalWidth === PLACEHOLDER_WIDTH);
  const sources = new Map(images.map((image) => [image.dataset.of, image.src]));
  const drawn = await Promise.all([...sources].map(async ([id, source]) => {
    const answer = await fetch(source, { cache: "force-cache" }).catch(() => null);
    return !answer || answer.headers.get("Content-Type")?.startsWith(PLACEHOLDER_TYPE) ? [id] : [];
  }));
  return drawn.flat();
}

// Pictures of these stations have come, or null: where one is shown, or a placeholder is, it is asked for again.
export async function renewPictures(ids) {
  for (const id of ids || await waiting()) {
    const round = (rounds.get(id) || 0) + 1;
    rounds.delete(id);
    rounds.set(id, round);
    if (rounds.size > ROUNDS_LIMIT) rounds.delete(rounds.keys().next().value);
    for (const image of document.querySelectorAll(`img[data-of="${CSS.escape(id)}"]`)) {
      const address = image.dataset.from;
      if (address) image.src = numbered(address, round);
    }
  }
}
