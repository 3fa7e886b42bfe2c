// The automatic sensitivity of the scale of levels: it follows the loudest band, quickly upwards and slowly downwards,
// and takes steps, so that the scale stands still until the sound is another one (LiveBallistics.swift).
import { CONSTANTS } from "./constants.js";

export class Sensitivity {
  // Decibels that are added to each level.
  decibels = 0;
  #loudness = CONSTANTS.liveCeilingDecibels;

  // Takes the levels of a frame that came `passed` seconds after the one before.
  follow(levels, passed) {
    const loudest = levels.reduce((top, level) => Math.max(top, level), CONSTANTS.floorDecibels);
    if (loudest <= CONSTANTS.liveQuietDecibels) return;
    const time = loudest > this.#loudness ? CONSTANTS.liveAttackSeconds : CONSTANTS.liveReleaseSeconds;
    this.#loudness += (loudest - this.#loudness) * (1 - Math.exp(-passed / time));
    const [least, most] = CONSTANTS.liveGainDecibels;
    const wanted = Math.min(Math.max(CONSTANTS.liveCeilingDecibels - this.#loudness, least), most);
    if (Math.abs(wanted - this.decibels) <= CONSTANTS.liveSlackDecibels) return;
    this.decibels = Math.round(wanted / CONSTANTS.liveStepDecibels) * CONSTANTS.liveStepDecibels;
  }
}
