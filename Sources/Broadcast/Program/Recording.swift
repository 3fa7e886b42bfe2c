/// A recording to broadcast, MP3 or AAC, and its titles.
public struct Recording: Sendable {
  /// The place of the bytes.
  public enum Content: Sendable {
    /// In a file, read as it is sent.
    case file(path: String)
    /// In memory.
    case bytes([UInt8])
    /// In the executable.
    case embedded(EmbeddedBytes)
  }

  /// A title that begins at a frame of the recording.
  public struct Cue: Sendable, Hashable {
    /// The first frame it belongs to, counted from 0.
    public var frame: Int
    /// The title, usually `Artist - Song`.
    public var title: String

    /// A title from `frame` on.
    public init(frame: Int, title: String) {
      self.frame = frame
      self.title = title
    }
  }

  /// The place of the bytes.
  public var content: Content
  /// The name in errors: for a file, its path.
  public var name: String
  /// Titles in the order of their frames; nil uses the title of the file's ID3 tag, or else the file's name.
  public var cues: [Cue]?

  /// A recording. Without `cues` its own ID3 tag, or else its name, gives the title.
  public init(content: Content, name: String, cues: [Cue]? = nil) {
    self.content = content
    self.name = name
    self.cues = cues
  }

  /// The file at `path`, with `title`; nil uses the title of its ID3 tag, or else its name.
  public static func file(_ path: String, title: String? = nil) -> Recording {
    Recording(content: .file(path: path), name: path, cues: title.map { [Cue(frame: 0, title: $0)] })
  }
}
