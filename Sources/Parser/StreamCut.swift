import AudioCore

/// How the bytes of a file or a pipe ended before its sound did.
public enum StreamCut: Sendable, Equatable {
  /// The last `bytes` bytes are fewer than the `size` bytes of a sample of all channels.
  case midSample(bytes: Int, size: Int)
  /// Less sound came than the head or the index states: `stated`, or nil where it lists samples without a total.
  case early(stated: Duration?)
}
