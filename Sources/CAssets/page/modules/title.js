// What can be done with a title: copy it, and search for it where the user of this browser wants to.
import { icon, make } from "./dom.js";
import { recall, remember } from "./memory.js";
import { closeButton, menu, openSheet, sheetButton } from "./sheet.js";

const ENGINE = "search-engine";
const WEB = /^https?:\/\/[^/]/i;

// Opens the menu of a title.
export function openTitle(radio, title) {
  const engine = recall(ENGINE) ?? "";
  openSheet(title, [menu(
    sheetButton("copy", "Copy", () => copy(radio, title)),
    ...WEB.test(engine) ? [make("a", { href: address(engine, title), target: "_blank", rel: "noopener noreferrer" },
      icon("search"), "Search at " + new URL(engine).hostname)] : [],
    sheetButton("link", "Choose a search engine…", () => choose(radio, title)))]);
}

const address = (engine, title) => {
  const words = encodeURIComponent(title);
  return engine.includes("%s") ? engine.replaceAll("%s", () => words) : engine + words;
};

// Browsers give pages without HTTPS the old way only.
export async function copy(radio, title) {
  try {
    await navigator.clipboard.writeText(title);
  } catch {
    const before = document.activeElement, field = make("textarea", { value: title });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    before?.focus();
  }
  radio.say("Copied: " + title);
}

function choose(radio, title) {
  const field = make("input", { type: "url", placeholder: "https://…?q=%s", value: recall(ENGINE) ?? "", pattern: "https?://.+" });
  const form = make("form", {}, make("label", {}, "Its address, with %s for the title; empty for none", field),
    make("div.actions", {}, closeButton("Cancel"), make("button.main", { type: "submit" }, "Save")));
  form.querySelector("[data-close]").type = "button";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    remember(ENGINE, field.value.trim());
    openTitle(radio, title);
  });
  openSheet("Search engine", [form], []);
}
