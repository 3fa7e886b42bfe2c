// Drags rows of a list by their grips, with mouse, pen or finger. `move(id, place)` is called with the place, from 0, that
// a row is dropped at. The arrows beside the grips do the same by keyboard.
export function beginDrag(list, rows, move) {
  let dragged = null, begun = 0;

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".grip");
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    dragged = grip.closest("li");
    begun = event.clientY;
    dragged.classList.add("dragged");
    grip.setPointerCapture(event.pointerId);
  });
  list.addEventListener("pointermove", (event) => {
    if (dragged) dragged.style.transform = `translateY(${event.clientY - begun}px)`;
  });
  const end = (event, isDrop) => {
    if (!dragged) return;
    const row = dragged;
    dragged = null;
    row.classList.remove("dragged");
    row.style.transform = "";
    if (isDrop && Math.abs(event.clientY - begun) > 8) move(row.dataset.id, rows.placeAt(event.clientX, event.clientY));
  };
  list.addEventListener("pointerup", (event) => end(event, true));
  list.addEventListener("pointercancel", (event) => end(event, false));
}
