public import Stations

/// No pictures: all of them are missing.
public struct NoPictureFiles: StationPictureFiles {
  /// A place without pictures.
  public init() {}

  /// Every picture is missing.
  public func file(of station: Station) -> PictureFileState { .missing("pictures are switched off") }

  /// Every picture is missing.
  public func file(of station: Station, waitingFor limit: Duration) async -> PictureFileState { file(of: station) }

  /// No picture ever arrives.
  public func arrivals() -> AsyncStream<String> { AsyncStream { $0.finish() } }

  /// Does nothing.
  public func close() async {}
}
