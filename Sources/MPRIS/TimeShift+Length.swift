package import RadioModel

extension TimeShift {
  /// Places that are closer, in seconds, are the same: one is rounded.
  private static let tolerance = 0.01

  /// Returns the duration of the title of `snapshot`; nil while it has not ended, and when its beginning is not kept.
  package func length(of snapshot: TunerSnapshot) -> Duration? {
    guard let begin = snapshot.titleStart.map({ $0 / .seconds(1) }),
      let title = titles.last(where: { abs($0.start - begin) < Self.tolerance }),
      let end = title.end, end > title.start
    else { return nil }
    return .seconds(end - title.start)
  }
}
