public import Stations

/// A place from which servers get the files of stations' pictures.
public protocol StationPictureFiles: Sendable {
  /// Returns at once what is known about the picture of `station`, and begins to look for it when nothing is: in the
  /// cache, then at its server. Callable from any thread.
  func file(of station: Station) -> PictureFileState

  /// The same once the cache was searched, which no server can delay, or after `limit`.
  func file(of station: Station, waitingFor limit: Duration) async -> PictureFileState

  /// Returns the addresses of the pictures that arrive from now on, after ``file(of:)`` had to look for them. Keeps the
  /// newest that were not taken yet, a bounded number. Ends when the place is closed.
  func arrivals() -> AsyncStream<String>

  /// Ends what is being fetched, and returns when it has ended. All pictures are missing then.
  func close() async
}
