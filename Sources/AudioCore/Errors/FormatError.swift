/// An error of the bytes of a stream, a file or a playlist: they cannot be played.
public enum FormatError: Error, Sendable, Equatable {
  /// The playlist has no playable entry.
  case emptyPlaylist(String)
  /// The bytes are not audio of a known kind; `found` is "an HTML page", "text", "nothing" …
  case notAudio(source: String, found: String)
  /// Standard input ended before its first byte.
  case emptyInput
  /// The bytes are audio or video of an unsupported kind.
  case unsupported(source: String, kind: String)
  /// No decoder is available for the codec, or it failed.
  case decoder(codec: Codec, reason: String)
  /// Packets arrived, but the decoder found no sound in any of them, or in none of the last second; `reason` says why.
  case noSound(codec: Codec, reason: String)
}

extension FormatError: CustomStringConvertible {
  /// One sentence: the source or the codec, and the fault.
  public var description: String {
    switch self {
    case .emptyPlaylist(let url): "the playlist \(url) has no stream that can be played"
    case .notAudio(let source, let found): "\(source) is not an audio stream: found \(found)"
    case .emptyInput: "standard input was empty"
    case .unsupported(let source, let kind): "\(source) is \(kind), which is not supported"
    case .decoder(let codec, let reason): "cannot decode \(codec.displayName): \(reason)"
    case .noSound(let codec, let reason): "the \(codec.displayName) stream gives no sound: \(reason)"
    }
  }
}

// A format error where any error of playback is thrown.
extension TuneError {
  /// See ``FormatError/emptyPlaylist(_:)``.
  public static func emptyPlaylist(_ url: String) -> TuneError { .format(.emptyPlaylist(url)) }
  /// See ``FormatError/notAudio(source:found:)``.
  public static func notAudio(source: String, found: String) -> TuneError {
    .format(.notAudio(source: source, found: found))
  }
  /// See ``FormatError/emptyInput``.
  public static var emptyInput: TuneError { .format(.emptyInput) }
  /// See ``FormatError/unsupported(source:kind:)``.
  public static func unsupported(source: String, kind: String) -> TuneError {
    .format(.unsupported(source: source, kind: kind))
  }
  /// See ``FormatError/decoder(codec:reason:)``.
  public static func decoder(codec: Codec, reason: String) -> TuneError {
    .format(.decoder(codec: codec, reason: reason))
  }
  /// See ``FormatError/noSound(codec:reason:)``.
  public static func noSound(codec: Codec, reason: String) -> TuneError {
    .format(.noSound(codec: codec, reason: reason))
  }
}
