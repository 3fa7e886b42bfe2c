extension TunerSnapshot {
  /// True when the title, or its absence, may be news. A title that is repeated is none; nor is one at a place that is
  /// held, which is heard only when the radio goes on. Who compares snapshots keeps the last title of those with news:
  /// so the return from a repeated title to the newest one is none, either.
  package var titleIsNews: Bool { !titleIsRepeated && !isHeld }
}
