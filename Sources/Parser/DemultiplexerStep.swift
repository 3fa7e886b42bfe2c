import AudioCore

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
  /// Everything that can be played was returned, whatever follows.
  case end
  /// The search limit was reached.
  case lost
  /// The stream holds something that cannot be played: `kind` names it, as in "is Ogg with Theora video".
  case unsupported(kind: String)
}
