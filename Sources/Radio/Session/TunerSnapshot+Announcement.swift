package import RadioModel

extension TunerSnapshot {
  /// The sound until what plays cannot be an announcement any more; nil when it is not one.
  package var announcementLeft: Duration? {
    guard interrupted != nil, elapsed <= StationFeed.maximumAnnouncement else { return nil }
    return StationFeed.maximumAnnouncement - elapsed
  }
}
