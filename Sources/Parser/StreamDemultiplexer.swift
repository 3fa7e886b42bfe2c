import AudioCore

/// One way of cutting a stream into packets: frames that follow each other, or a container. A value that is given the bytes in hand and
/// says what to do next; it knows no limits of time and no source.
protocol StreamDemultiplexer: Sendable {
  /// What was met so far.
  var counters: StreamParser.Counters { get }
  /// True when sound was found at least once.
  var hasFoundFrames: Bool { get }
  /// True as long as everything that was passed over was zero.
  var sawOnlyZeros: Bool { get }

  /// What the present part of the stream holds that cannot be played, by name; nil where sound is heard or may come.
  var silentKind: String? { get }

  /// How long the sound is, by what a file's head says of it; nil where it says nothing, or was not read yet. Only to
  /// be shown: heads may be wrong.
  var length: Duration? { get }

  /// Bytes of memory that it holds beside the queue it is given.
  var memory: Int { get }

  /// The next packet or title, if the bytes in the queue give one. What was used is dropped from the queue. The same elements come out
  /// in whatever pieces the bytes come in.
  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep

  /// The stream has ended, and ``next(from:isEnd:)`` has given everything: what is left in the queue is junk, and is counted.
  mutating func end(_ queue: inout ByteQueue)
}

extension StreamDemultiplexer {
  var silentKind: String? { nil }
  var length: Duration? { nil }
  var memory: Int { 0 }
}

/// What ``StreamDemultiplexer/next(from:isEnd:)`` came to.
enum DemultiplexerStep {
  case element(StreamElement)
  /// So many bytes must be in the queue to go on; at the end of the stream there is no more to come out.
  case needMore(Int)
  /// Another kind of stream begins at the front of the queue: in this container, or frames that follow each other as they are.
  case another(StreamContainer?)
  /// The bytes from this place on must come next, counted from the container's first byte; the queue is of no use any
  /// more. Only asked for where the ``StreamOrigin`` allows it.
  case seek(Int)
  /// All that can be played was given out, whatever follows.
  case end
  /// The search limit was reached.
  case lost
  /// It holds something that cannot be played: `kind` names it, as in "is Ogg with Theora video".
  case unsupported(kind: String)
}
