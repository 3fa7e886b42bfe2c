package import AudioCore
package import Parser

/// Checks whether a connection delivers audio, and enough of it. Time counts only while bytes are awaited: time in
/// which back-pressure holds the sender back is never counted against it.
package struct StallDetector {
  /// A connection that has delivered no audio frame after this time is not an audio stream.
  package static let firstPacketLimit: Duration = .seconds(15)
  /// The limit for a connection whose bytes are recognized as a format that cannot be played, such as a link of an Ogg
  /// stream: the next link may be playable.
  static let namedLimit: Duration = .seconds(3)
  /// With fewer bytes than this at the end of the limit, the connection was too slow to recognize its format.
  static let fewBytes = 16 * 1024
  /// The waiting time over which the amount of sound is measured.
  static let window: Duration = .seconds(10)
  /// No wait is longer, since the connection times out earlier. A longer one means that the program was suspended, and
  /// counts as zero.
  static let maximumWait: Duration = .seconds(12)
  /// The stream is stalled when it brings less sound than this share of the waiting time.
  static let minimumShare = 0.25

  /// The number of consecutive parts without audio, before the first audio, after which the stream fails: no stream
  /// begins so.
  static let maximumEmptyParts = 4
  /// The same limit in bytes.
  static let maximumEmptyBytes = 256 * 1024

  private let url: String
  private let host: String
  private var bytes = 0
  /// True once an audio frame was received.
  package private(set) var hasPackets = false
  /// The time limit of this connection for its first audio frame.
  private let firstPacketLimit: Duration
  private var emptyParts = 0
  private var waitedBeforeFirst: Duration = .zero
  /// The latest waits, and the sound that came with each.
  private var recent: [(waited: Duration, sound: Duration)] = []
  private var waited: Duration = .zero
  private var sound: Duration = .zero

  /// Makes a detector for a connection to `host`; errors call its stream `url`. `waited` is the time that reading its
  /// beginning took. `firstPacketLimit` is the time limit for the first audio frame. It is shorter than usual where
  /// other streams wait to be tried.
  package init(
    url: String, host: String, waited: Duration = .zero, firstPacketLimit: Duration = Self.firstPacketLimit
  ) {
    self.firstPacketLimit = min(firstPacketLimit, Self.firstPacketLimit)
    self.url = url
    self.host = host
    waitedBeforeFirst = waited
  }

  /// Notes that `bytes` arrived after a wait of `waited`, with packets of the total duration `sound`. `silentKind`
  /// names their format when it cannot be played, and is nil otherwise.
  ///
  /// Throws ``TuneError/notAudio(source:found:)``, ``TuneError/unsupported(source:kind:)`` or
  /// ``TuneError/stalled(host:afterSeconds:)``.
  package mutating func received(
    bytes: Int, sound: Duration, waited: Duration, silentKind: String? = nil
  ) throws(TuneError) {
    let waited = waited > Self.maximumWait ? .zero : waited
    self.bytes += bytes
    if sound > .zero { hasPackets = true }
    guard hasPackets else {
      waitedBeforeFirst += waited
      if let silentKind, waitedBeforeFirst >= Self.namedLimit { throw .unsupported(source: url, kind: silentKind) }
      return try checkFirstPacket()
    }
    // Short waits are added to the last entry, so that the list stays short.
    if let last = recent.indices.last, recent[last].waited + waited < .milliseconds(500) {
      recent[last].waited += waited
      recent[last].sound += sound
    } else {
      recent.append((waited, sound))
    }
    self.waited += waited
    self.sound += sound
    while let first = recent.first, recent.count > 1, self.waited - first.waited >= Self.window {
      recent.removeFirst()
      self.waited -= first.waited
      self.sound -= first.sound
    }
    if self.waited >= Self.window, self.sound < self.waited * Self.minimumShare {
      throw .stalled(host: host, afterSeconds: Int(Self.window.components.seconds))
    }
  }

  /// Ends `parser` where the stream breaks, and returns its remaining elements. A part without audio is not an error,
  /// unless all parts from the beginning have been without audio: then throws the error of the parser.
  package mutating func end(of parser: inout StreamParser) throws(TuneError) -> [StreamElement] {
    do throws(TuneError) {
      return try parser.finish()
    } catch {
      emptyParts += 1
      if !hasPackets, emptyParts >= Self.maximumEmptyParts || bytes >= Self.maximumEmptyBytes { throw error }
      return []
    }
  }

  private func checkFirstPacket() throws(TuneError) {
    let seconds = Int(firstPacketLimit.components.seconds)
    guard waitedBeforeFirst >= firstPacketLimit else { return }
    if bytes < Self.fewBytes { throw .stalled(host: host, afterSeconds: seconds) }
    throw .notAudio(source: url, found: "no audio frame within \(seconds) s")
  }
}
