package import AudioCore

/// Why nothing can be recorded. The description is one sentence.
package enum RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No file is made of sound in this codec.
  case noForm(codec: Codec)
  /// The title is not in the sound that is kept any more.
  case notKept
  /// Nothing is played, or what is played is not kept.
  case nothingToRecord
  /// As many recordings as there may be are being written.
  case tooMany(Int)
  /// No recording has this number.
  case unknown(Int)
  /// The system has no thread left.
  case noThread

  package var description: String {
    switch self {
    case .noForm(let codec): "\(codec.displayName) of this kind cannot be recorded"
    case .notKept: "the title is no longer kept"
    case .nothingToRecord: "there is nothing to record: nothing plays, or none of it is kept"
    case .tooMany(let count): "there are \(count) recordings already; stop one first"
    case .unknown(let id): "there is no recording \(id)"
    case .noThread: "the system has no thread left"
    }
  }
}
