import AudioCore
import Parser

/// Watches whether a connection brings audio, and enough of it. Time counts only while bytes are wanted: a sender that we
/// hold back ourselves is never blamed.
package struct StallDetector {
  /// A connection that has brought no audio frame after so long is no audio stream.
  package static let firstPacketLimit: Duration = .seconds(15)
  /// The same for one whose bytes are known by name to be nothing that can be played, as a link of an Ogg stream: the
  /// next link may be.
  static let namedLimit: Duration = .seconds(3)
  /// With fewer bytes than this by then, it was too slow to tell what it is.
  static let fewBytes = 16 * 1024
  /// Waiting that is looked at.
  static let window: Duration = .seconds(10)
  /// No wait is longer, since the connection ends by itself before: in one that seems to be, the program stood still.
  static let longestWait: Duration = .seconds(12)
  /// With less sound than this share of the waiting, the stream is stalled.
  static let leastShare = 0.25

  /// Parts in a row without any audio, before the first: no stream begins so.
  static let mostEmptyParts = 4
  /// The same in bytes.
  static let mostEmptyBytes = 256 * 1024

  private let url: String
  private let host: String
  private var bytes = 0
  /// True once an audio frame came.
  package private(set) var hasPackets = false
  /// How long this connection has for its first audio frame.
  private let firstPacketLimit: Duration
  private var emptyParts = 0
  private var waitedBeforeFirst: Duration = .zero
  /// The latest waits, and the sound that came with each.
  private var recent: [(waited: Duration, sound: Duration)] = []
  private var waited: Duration = .zero
  private var sound: Duration = .zero

  /// A watch for a connection to `host`; errors call its stream `url`. `waited` is what it took to look at its
  /// beginning. It has `firstPacketLimit` for its first audio frame, which is less than usual where other streams wait
  /// to be tried.
  package init(
    url: String, host: String, waited: Duration = .zero, firstPacketLimit: Duration = Self.firstPacketLimit
  ) {
    self.firstPacketLimit = min(firstPacketLimit, Self.firstPacketLimit)
    self.url = url
    self.host = host
    waitedBeforeFirst = waited
  }

  /// After `waited` for them, `bytes` came, and with them packets of `sound` in all; they are of `silentKind`, which
  /// cannot be played, unless that is nil.
  ///
  /// Throws ``TuneError/notAudio(source:found:)``, ``TuneError/unsupported(source:kind:)`` or
  /// ``TuneError/stalled(host:afterSeconds:)``.
  package mutating func received(
    bytes: Int, sound: Duration, waited: Duration, silentKind: String? = nil
  ) throws(TuneError) {
    let waited = waited > Self.longestWait ? .zero : waited
    self.bytes += bytes
    if sound > .zero { hasPackets = true }
    guard hasPackets else {
      waitedBeforeFirst += waited
      if let silentKind, waitedBeforeFirst >= Self.namedLimit { throw .unsupported(source: url, kind: silentKind) }
      return try checkFirstPacket()
    }
    // What comes at once costs no place: the list stays short.
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
    if self.waited >= Self.window, self.sound < self.waited * Self.leastShare {
      throw .stalled(host: host, afterSeconds: Int(Self.window.components.seconds))
    }
  }

  /// What `parser` still has where the stream breaks. A part without audio is no fault of what follows, unless it goes on like that from
  /// the beginning: then throws what the parser says of it.
  package mutating func end(of parser: inout StreamParser) throws(TuneError) -> [StreamElement] {
    do throws(TuneError) {
      return try parser.finish()
    } catch {
      emptyParts += 1
      if !hasPackets, emptyParts >= Self.mostEmptyParts || bytes >= Self.mostEmptyBytes { throw error }
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
