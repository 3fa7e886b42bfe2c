import RadioModel

extension RadioService {
  /// The shortest time behind live at which another title than that on air may be heard, in seconds.
  private static var minimumBehind: Double { 1 }

  /// True when `title`, or with nil the one that is heard, may have been received to its end.
  func hasEnded(_ title: TimeShift.Title?) -> Bool {
    if let title { return title.end != nil }
    return status.behindLive.map { $0 >= Self.minimumBehind } ?? false
  }
}
