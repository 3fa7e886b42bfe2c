/// The limits of a ``PictureQueue``.
package struct PictureLimits: Sendable {
  /// The largest number of pictures in memory.
  package var pictures: Int
  /// The largest size of all pictures in memory, in bytes.
  package var bytes: Int
  /// The largest number of addresses that are remembered.
  package var entries: Int
  /// The largest number of requests that wait. The oldest are dropped; a caller that still needs one asks again.
  package var waiting: Int
  /// The largest number of servers that are asked at the same time.
  package var fetches: Int

  /// Creates limits.
  package init(pictures: Int, bytes: Int, entries: Int, waiting: Int, fetches: Int = 1) {
    self.pictures = pictures
    self.bytes = bytes
    self.entries = entries
    self.waiting = waiting
    self.fetches = fetches
  }

  /// The limits for views, which show one picture at a time and ask again with each of their own.
  package static let views = PictureLimits(pictures: 12, bytes: 12 * 300 << 10, entries: 256, waiting: 4)
  /// The limits for the files of all stations that a page shows.
  package static let files = PictureLimits(pictures: 512, bytes: 8 << 20, entries: 2048, waiting: 256, fetches: 4)

  /// How long a missing picture is not asked for again.
  package static let missingTime: Duration = .seconds(600)
  /// The time after which the cache is asked again for a picture in memory, which is shown meanwhile.
  package static let renewalTime: Duration = .seconds(86_400)
}
