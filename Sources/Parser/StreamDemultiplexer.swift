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

  /// How the stream ended before its sound did, once it has ended; nil when all of the sound came, and where its length
  /// is not known.
  var cut: StreamCut? { get }

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
  var sawOnlyZeros: Bool { false }
  var silentKind: String? { nil }
  var length: Duration? { nil }
  var cut: StreamCut? { nil }
  var memory: Int { 0 }
}
