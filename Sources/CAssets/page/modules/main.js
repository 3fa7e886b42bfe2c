// The page: what the radio does, and what a person wants of it. Everything comes from /api, and nothing from elsewhere.
import { Finder } from "./directory.js";
import { byID, icon, isTouched, on, onClick } from "./dom.js";
import { Editor } from "./editor.js";
import { Keys } from "./keys.js";
import { Library } from "./library.js";
import { beginStatus } from "./log.js";
import { Login } from "./login.js";
import { beginNotices } from "./notices.js";
import { renewPictures } from "./pictures.js";
import { Player } from "./player.js";
import { Radio } from "./radio.js";
import { Recordings } from "./recordings.js";
import { menu, openSheet, prepareDialogs, sheetButton } from "./sheet.js";
import { beginTitles } from "./titles.js";
import { exportStations, importStations } from "./transfer.js";
import { Views } from "./views.js";
import { beginVisual } from "./visual.js";

for (const one of document.querySelectorAll("[data-icon]")) one.prepend(icon(one.dataset.icon));
const radio = new Radio();
const keys = new Keys();
const views = new Views();
const editor = new Editor(radio);
const library = new Library(radio, views, editor);
const finder = new Finder(radio, views);
new Player(radio, views, library, finder, keys);
beginNotices(radio);
beginTitles(radio, views, new Recordings(radio, views, keys));
beginStatus(views);
prepareDialogs();

const login = new Login(() => radio.load());
radio.on("locked", (isWish) => login.lock(isWish));
radio.on("answered", () => login.unlock());
radio.on("pictures", renewPictures);

onClick("list-menu", () => openSheet("The list of stations", [menu(
  sheetButton("plus", "Add a station by its address…", () => editor.open()),
  sheetButton("search", "Find stations in the directory", () => finder.open()),
  sheetButton("grip", "Arrange the list", () => library.arrange(true)),
  sheetButton("down", "Import a playlist…", () => importStations(radio)),
  sheetButton("up", "Export the list…", () => exportStations()))]));
onClick("search-instead", () => finder.open(byID("filter").value));

// Escape clears a field, also in browsers that do not do that by themselves. Enter puts the keyboard of a phone away; a
// form does that when it is sent.
on(document, "keydown", ({ key, target }) => {
  if (target.type !== "search") return;
  if (key === "Enter" && !target.form && isTouched()) target.blur();
  if (key !== "Escape") return;
  target.value = "";
  target.dispatchEvent(new Event("input"));
});

function filter() {
  if (document.body.dataset.view === "titles") return byID("titles-filter").focus();
  if (document.body.dataset.view === "find") return byID("search-words").focus();
  views.show("stations");
  byID("filter").focus();
}

// What a key for a station does, with the one that it means.
const onMeant = (run, meant = "meant") => () => {
  const one = library[meant];
  if (one) run(one);
};

keys.add("/", filter);
keys.add("S", () => finder.open());
keys.add("f", onMeant((one) => library.favour(one)));
keys.add("a", () => editor.open());
keys.add("e", onMeant((one) => editor.open(one)));
keys.add("d", onMeant((one) => library.remove(one), "focused"));
beginVisual(radio, keys);
views.addKeys(keys);
radio.start();
