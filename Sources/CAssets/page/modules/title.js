// What can be done with a title: copy it, and search for it where the user of this browser wants to.
import { icon, make, on } from "./dom.js";
import { recall, remember } from "./memory.js";
import { closeButton, menu, openSheet, sheetButton } from "./sheet.js";

const ENGINE = "search-engine";

// Opens the menu of a title.
export function openTitle(radio, title) {
  const found = search(recall(ENGINE) ?? "", title);
  openSheet(title, [menu(
    sheetButton("copy", "Copy", () => copy(radio, title)),
    ...found ? [make("a", { href: found.href, target: "_blank", rel: "noopener noreferrer" },
      icon("search"), "Search at " + found.host)] : [],
    sheetButton("link", "Choose a search engine…", () => choose(radio, title)))]);
}

// The address that searches for a title, and its host, which the title has no part in; null where there is none.
function search(engine, title) {
  try {
    const { protocol, href, host } = new URL(engine), words = encodeURIComponent(title);
    if (!/^https?:$/.test(protocol) || host.includes("%")) return null;
    // The browser writes "%s" as it is, but for the host, where it is refused.
    return { href: href.includes("%s") ? href.replaceAll("%s", () => words) : href + words, host };
  } catch {
    return null;
  }
}

// Browsers give pages without HTTPS the old way only.
export async function copy(radio, title) {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(title);
  } catch {
    const before = document.activeElement;
    const field = make("textarea.seen-by-none", { value: title, readOnly: true, style: "position: fixed; top: 0" });
    document.body.append(field);
    field.focus({ preventScroll: true });
    field.select();
    isCopied = document.execCommand("copy");
    field.remove();
    before?.focus({ preventScroll: true });
  }
  radio.say(isCopied ? "Copied: " + title : "The browser does not let the page copy.");
}

function choose(radio, title) {
  const value = recall(ENGINE) ?? "";
  const field = make("input", { type: "url", placeholder: "https://…?q=%s", value, pattern: "https?://.+" });
  const form = make("form", {}, make("label", {}, "Its address, with %s for the title; empty for none", field),
    make("div.actions", {}, closeButton("Cancel"), make("button.main", { type: "submit" }, "Save")));
  form.querySelector("[data-close]").type = "button";
  on(form, "submit", (event) => {
    event.preventDefault();
    remember(ENGINE, field.value.trim());
    openTitle(radio, title);
  });
  openSheet("Search engine", [form], []);
}
