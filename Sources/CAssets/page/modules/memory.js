// What this browser remembers of the page. Where it may not, it lasts as long as the page.

export function recall(name) {
  try {
    return localStorage.getItem("springradio-" + name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem("springradio-" + name, value);
  } catch {
    // A page of a private window has no memory.
  }
}
