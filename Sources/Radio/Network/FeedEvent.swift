import AudioCore
import Downloader
import Parser

/// What the network side gives the sound side.
public enum FeedEvent: Sendable {
  /// Asking this address (without credentials).
  case connecting(url: String)
  /// A server answered with what may be a stream.
  case connected(StreamHead)
  /// Packets and titles, in order.
  case elements([StreamElement])
  /// How long the file is that is read, by its head.
  case length(Duration)
  /// All that came with one read has been handed out: a good moment to flush. Until the next read of a connection its receiver may set how
  /// long the socket is left alone.
  case endOfRead(ReadPacing?)
  /// The name server has not answered for some seconds; the lookup continues.
  case slowLookup(host: String)
  /// The server does not send titles where it said it would; what comes is taken for sound alone. Told once a connection.
  case metadataBroken
  /// Something that only a closer look is interested in.
  case detail(String)
  /// The connection ended; the next try comes in so long.
  case retrying(reason: String, after: Duration)
}
