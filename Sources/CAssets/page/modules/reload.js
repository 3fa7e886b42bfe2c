// Loads the page again when one of its files could not be loaded, as when a device changes its network in between: a
// module without one of its imports never runs. A script of its own, without imports, which runs before the others
// load.

// Milliseconds until the page is loaded again, or the radio is asked again.
const RELOAD_TIME = 2000;

let isWaiting = false;

// A page that is loaded while the radio cannot be reached is replaced by the browser's own; so the radio is asked
// first.
function reload() {
  fetch("/", { method: "HEAD", cache: "no-store" }).then(() => location.reload(), waitToReload);
}

function waitToReload() {
  setTimeout(reload, RELOAD_TIME);
}

// Such events do not bubble.
addEventListener("error", ({ target }) => {
  if (isWaiting || !["SCRIPT", "LINK"].includes(target.tagName)) return;
  isWaiting = true;
  waitToReload();
}, true);
