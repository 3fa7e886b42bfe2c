import { ask, Fault } from "./api.js";
import { byID, on, onClick, setText } from "./dom.js";

// The dialog that asks for the access token. The browser keeps a cookie for it, which no script can read, for all tabs.
export class Login {
  #entered;
  #isLocked = false;
  #wasClosed = false;

  // `entered` is called when the radio has accepted a token.
  constructor(entered) {
    this.#entered = entered;
    on("login", "submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
    // Also by Escape: the page stays locked then, and offers to ask again.
    on("ask", "close", () => {
      this.#wasClosed = this.#isLocked;
      byID("locked").hidden = !this.#isLocked;
    });
    onClick("later", () => byID("ask").close());
    onClick("unlock", () => this.#open());
  }

  // The radio wants a token. `isWish` when a person asked for something: then also if the dialog was closed before.
  lock(isWish) {
    this.#isLocked = true;
    if (isWish || !this.#wasClosed) this.#open();
  }

  // The radio answers: here or in another tab the token was entered.
  unlock() {
    if (!this.#isLocked) return;
    this.#isLocked = this.#wasClosed = false;
    byID("token").value = "";
    setText("refused", "");
    byID("locked").hidden = true;
    byID("ask").close();
  }

  #open() {
    if (!byID("ask").open) byID("ask").showModal();
  }

  async #enter() {
    if (byID("enter").disabled) return;
    byID("enter").disabled = true;
    setText("refused", "");
    try {
      await ask("/api/session", { token: byID("token").value });
      await this.#use();
    } catch (fault) {
      setText("refused", fault.status === 401 ? "This token is wrong." : fault.message);
      byID("token").select();
    }
    byID("enter").disabled = false;
  }

  // The token was right, but a browser may be set to keep no cookies.
  async #use() {
    try {
      await ask("/api/status");
    } catch (fault) {
      if (fault.status === 401) throw new Fault("The token is right, but this browser keeps no cookie for the radio.");
    }
    this.#entered();
  }
}
