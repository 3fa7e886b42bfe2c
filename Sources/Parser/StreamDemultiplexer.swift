import AudioCore

/// Cuts a stream into packets: from frames that follow each other, or from a container. It is a value that takes the
/// bytes in the queue and returns the next step; it knows no time limits and no source.
protocol StreamDemultiplexer: Sendable {
  /// The counts so far.
  var counters: StreamParser.Counters { get }
  /// True when sound was found at least once.
  var hasFoundFrames: Bool { get }
  /// True as long as everything that was passed over was zero.
  var sawOnlyZeros: Bool { get }

  /// Names what the current part of the stream holds when that cannot be played; nil where sound is found or may come.
  var silentKind: String? { get }

  /// The duration of the sound, as a file's head states it; nil when the head does not state it or was not read yet.
  /// For display only: heads may be wrong.
  var length: Duration? { get }

  /// Bytes of memory that it holds in addition to the queue.
  var memory: Int { get }

  /// Returns the next packet or title that the bytes in the queue complete, or what it needs next. It drops the bytes
  /// that it used from the queue. The elements do not depend on the pieces in which the bytes arrive.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep

  /// Ends the stream, after ``next(from:isEnd:)`` gave everything: the bytes left in the queue are junk, and are
  /// counted.
  mutating func end(_ queue: inout ByteQueue)
}

extension StreamDemultiplexer {
  var silentKind: String? { nil }
  var length: Duration? { nil }
  var memory: Int { 0 }
}

/// The result of ``StreamDemultiplexer/next(from:isEnd:)``.
enum DemultiplexerStep {
  case element(StreamElement)
  /// The number of bytes that the queue must hold to continue; at the end of the stream nothing more comes out.
  case needMore(Int)
  /// Another kind of stream begins at the front of the queue: in this container, or, when that is nil, as frames that
  /// follow each other.
  case another(StreamContainer?)
  /// The next bytes must be those from this place on, counted from the container's first byte; the bytes in the queue
  /// are of no more use. Requested only where the ``StreamOrigin`` allows it.
  case seek(Int)
  /// Everything that can be played was given out, whatever follows.
  case end
  /// The search limit was reached.
  case lost
  /// The stream holds something that cannot be played: `kind` names it, as in "is Ogg with Theora video".
  case unsupported(kind: String)
}

/// The container of a stream's packets, as recognised from its first bytes.
public enum StreamContainer: Sendable, Hashable, CaseIterable {
  /// RIFF/WAVE: samples, or MPEG audio.
  case wave
  /// AIFF and AIFC: samples.
  case aiff
  /// Ogg: Vorbis, Opus, FLAC, Speex.
  case ogg
  /// Native FLAC: frames, behind their metadata blocks or without them.
  case flac
  /// MPEG transport stream.
  case transportStream
  /// MP4, in fragments or not.
  case mp4

  /// The name in machine-readable output, such as `wav` or `mpegts`.
  public var word: String {
    switch self {
    case .wave: "wav"
    case .aiff: "aiff"
    case .ogg: "ogg"
    case .flac: "flac"
    case .transportStream: "mpegts"
    case .mp4: "mp4"
    }
  }

  /// The name in a sentence, as in "is an Ogg stream".
  var displayName: String {
    switch self {
    case .wave: "a WAV file"
    case .aiff: "an AIFF file"
    case .ogg: "an Ogg stream"
    case .flac: "FLAC"
    case .transportStream: "an MPEG transport stream"
    case .mp4: "an MP4 file"
    }
  }

  /// Makes the demultiplexer of this container. A container that gives titles before their sound (Ogg, FLAC) clears the
  /// title of an earlier connection, which `followsTitle` announces, when it begins without one. `origin` is where the
  /// stream comes from.
  func demultiplexer(
    limits: StreamParser.Limits, followsTitle: Bool = false, origin: StreamOrigin = .station
  ) -> (any StreamDemultiplexer)? {
    switch self {
    case .wave: WAVParser(limits: limits)
    case .aiff: AIFFParser(limits: limits)
    case .ogg: OggParser(limits: limits, followsTitle: followsTitle)
    case .flac: FLACParser(limits: limits, followsTitle: followsTitle)
    case .transportStream: TransportStreamParser(limits: limits)
    case .mp4: MP4Parser(limits: limits, origin: origin)
    }
  }
}
