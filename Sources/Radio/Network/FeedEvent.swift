public import AudioCore
public import Downloader
public import Parser

/// An event from the network side to the sound side.
public enum FeedEvent: Sendable {
  /// A connection to this address begins. The URL has no credentials.
  case connecting(url: String)
  /// A server answered with what may be a stream.
  case connected(StreamHead)
  /// Packets and titles, in order.
  case elements([StreamElement])
  /// The duration of the file that is read, from its header.
  case length(Duration)
  /// The duration of the file that is read, estimated from its size; its header does not state one. Nil withdraws an
  /// estimate: the bit rate is not constant.
  case estimatedLength(Duration?)
  /// A file or a pipe, all of which was handed on, ended before its sound did.
  case cutOff(StreamCut)
  /// Everything from one read was handed on: a good moment to flush. Until the next read of a connection, the receiver
  /// may set how long the socket is left alone.
  case endOfRead(ReadPacing?)
  /// The name server has not answered for some seconds; the lookup continues.
  case slowLookup(host: String)
  /// The server does not send titles where it announced them; all bytes are treated as sound. Sent once per connection.
  case metadataBroken
  /// The past of a held place is full: the source with this name is not received until the place is released.
  case pastFull(name: String)
  /// A detail for a debug log.
  case detail(String)
  /// The connection ended; the next attempt follows after the given time.
  case retrying(reason: String, after: Duration)
}
