/// What is known about a station's picture; `Content` is the form in which it is needed.
public enum PictureLookup<Content: Sendable & Equatable>: Sendable, Equatable {
  /// It is being fetched, or waits for that.
  case loading
  /// It is there.
  case ready(Content)
  /// There is none, for this reason: one sentence, or empty for a station without the address of one.
  case missing(String)

  /// The content, if it is there.
  public var content: Content? { if case .ready(let content) = self { content } else { nil } }
}

/// What is known about the picture of a station that is to be shown.
public typealias PictureState = PictureLookup<StationPicture>

extension PictureLookup<StationPicture> {
  /// The picture, if it can be shown.
  public var picture: StationPicture? { content }
}

/// What is known about the file of a station's picture.
public typealias PictureFileState = PictureLookup<PictureFile>
