/// Why sound or a stored measurement cannot be checked. The exit code is that of wrong data.
public enum CheckError: Error, Sendable, Equatable {
  /// The source has no sample.
  case noSound(source: String)
  /// All samples of the source are NaN or infinite.
  case notFinite(source: String)
  /// The source ended before its sound did; `fault` is the rest of the sentence.
  case cutOff(source: String, fault: String)
  /// The sample rate or the channels change at `time`, in seconds.
  case formatChanges(source: String, from: String, to: String, time: String)
  /// The source is longer than a stored measurement may be.
  case tooLong(source: String)
  /// The file is not a stored measurement, or not one of this version.
  case badGolden(path: String, reason: String)
}

extension CheckError: CustomStringConvertible {
  /// One sentence: the source, and what is wrong.
  public var description: String {
    switch self {
    case .noSound(let source): "\(source) has no sound"
    case .notFinite(let source): "\(source) has no finite sample: all are NaN or infinite"
    case .cutOff(let source, let fault): "\(source) \(fault) (see --for)"
    case .formatChanges(let source, let from, let to, let time):
      "\(source) changes from \(from) to \(to) at \(time) s; a check takes sound of one format (see --for)"
    case .tooLong(let source): "\(source) is longer than two hours, the most that a golden file holds (see --for)"
    case .badGolden(let path, let reason): "cannot use the golden file \(path): \(reason)"
    }
  }
}
