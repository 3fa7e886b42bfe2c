import { byID, on } from "./dom.js";

// So near to the edge of what is seen, in pixels, a row that is dragged scrolls the list; and by how many pixels a
// second.
const EDGE = 80, SPEED = 1200;

// Drags rows of a list in one column by their grips, with mouse, pen or finger. `move(id, place)` is called with the
// place, from 0, that a row is dropped at, which a line shows before. The arrows beside the grips do the same by
// keyboard.
export function beginDrag(list, rows, move) {
  let drag = null;

  on(list, "pointerdown", (event) => {
    const grip = event.target.closest(".grip");
    if (!grip || event.button !== 0 || drag) return;
    event.preventDefault();
    const row = grip.closest("li"), box = list.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    drag = { id: event.pointerId, row, x, y, at: event, time: performance.now() };
    rows.keep(row.dataset.id);
    row.classList.add("dragged");
    // Of the list, which stays when the row goes.
    list.setPointerCapture(event.pointerId);
    requestAnimationFrame(scroll);
  });
  on(list, "pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    drag.at = event;
    show();
  });

  function show() {
    const { row, x, y, at } = drag, box = list.getBoundingClientRect();
    row.style.transform = `translate(${at.clientX - box.left - x}px, ${at.clientY - box.top - y}px)`;
    const line = rows.lineAt(rows.placeAt(at.clientY), row.dataset.id);
    list.classList.toggle("dropping", line !== null);
    list.style.setProperty("--drop", line + "px");
  }

  // Near an edge the list goes on under the row, faster the nearer it is.
  function scroll() {
    if (!drag) return;
    const now = performance.now(), passed = Math.min(now - drag.time, 100), y = drag.at.clientY;
    drag.time = now;
    const frame = frameOf(list), box = frame.getBoundingClientRect();
    const top = Math.max(box.top, 0), end = Math.min(box.bottom, byID("player").getBoundingClientRect().top);
    const way = Math.min(y - top - EDGE, 0) || Math.max(y - end + EDGE, 0), share = Math.max(-1, Math.min(1, way / EDGE));
    // The row that is dragged would make the list longer than it is.
    if (share < 0 || share > 0 && list.getBoundingClientRect().bottom > end) {
      frame.scrollBy(0, share * SPEED * passed / 1000);
      show();
    }
    requestAnimationFrame(scroll);
  }

  const end = (event, isDrop) => {
    if (event.pointerId !== drag?.id) return;
    const { row, at } = drag;
    drag = null;
    row.classList.remove("dragged");
    row.style.transform = "";
    list.classList.remove("dropping");
    const place = rows.placeAt(at.clientY);
    if (isDrop && rows.lineAt(place, row.dataset.id) !== null) move(row.dataset.id, place);
  };
  on(list, "pointerup", (event) => end(event, true));
  for (const name of ["pointercancel", "lostpointercapture"]) on(list, name, (event) => end(event, false));
}

// The element that scrolls a list: its view on wide screens, else the page.
function frameOf(list) {
  const view = list.closest(".view");
  return getComputedStyle(view).overflowY === "auto" ? view : document.scrollingElement;
}
