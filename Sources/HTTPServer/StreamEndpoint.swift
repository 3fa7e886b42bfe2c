import AudioCore
import Bytes
package import Muxing
import NIOCore
package import NIOHTTP1

/// Sends the sound of a ``PacketRelay`` to listeners without encoding it again: with a burst at the start, and with ICY
/// titles for those that ask for them.
package struct StreamEndpoint: Sendable {
  private static let retrySeconds = 5
  private static let fullRetrySeconds = 30
  /// The size in bytes from which buffered output is sent. It bounds the memory for one listener alone, unless a single
  /// packet with its headers is larger.
  private static let pieceBytes = 64 << 10

  private let relay: PacketRelay
  private let metadataInterval: Int
  private let maximumListeners: Int

  /// The endpoint of `relay`. Titles follow every `metadataInterval` bytes; 0 sends none. More than `maximumListeners`
  /// at a time are refused.
  package init(_ relay: PacketRelay, metadataInterval: Int = 16_000, maximumListeners: Int = .max) {
    self.relay = relay
    self.metadataInterval = metadataInterval
    self.maximumListeners = maximumListeners
  }

  /// Streams the sound from now on. `name` is the station's name, on one line; `headers` are sent as well. The query
  /// parameter `titles=0` leaves titles out, so that none begins a new link of an Ogg stream. Throws when nothing is on the air or
  /// too many listen (503), and when the sound cannot be sent in any form (415).
  package func answer(
    _ request: HTTPRequest, name: String, headers: HTTPHeaders = [:]
  ) throws(HTTPError) -> HTTPAnswer {
    guard let newest = relay.newest else {
      throw HTTPError(503, "nothing is playing", header: ("Retry-After", String(Self.retrySeconds)))
    }
    let wantsTitles = Self.wantsTitles(request)
    let titleInterval = wantsTitles && metadataInterval > 0 ? metadataInterval : nil
    guard let sound = StreamMuxer(newest, titleInterval: titleInterval) else {
      throw HTTPError(415, "\(newest.codec.displayName) of this kind cannot be sent as a stream")
    }
    var head: HTTPHeaders = ["Content-Type": sound.contentType]
    // VLC 3 that finds this header without having asked for titles repeats the request in another way, without the
    // password.
    let isWithoutName = request.headers.contains(name: "authorization") && !wantsTitles
    if !name.isEmpty, !isWithoutName { head.add(name: "icy-name", value: name) }
    if sound.hasTitlesBetween { head.add(name: "icy-metaint", value: String(metadataInterval)) }
    head.add(contentsOf: headers)
    let hasTitles = !request.query.split(separator: "&").contains("titles=0")
    let body = try body(sound, of: newest.codec, hasTitles: hasTitles, isHead: request.isHead)
    var answer = HTTPAnswer(headers: head, body: body)
    answer.isHTTP10 = true
    return answer
  }

  private static func wantsTitles(_ request: HTTPRequest) -> Bool {
    request.headers.first(name: "icy-metadata").map { CleanText.singleLine($0) } == "1"
  }

  private func body(
    _ sound: StreamMuxer, of codec: Codec, hasTitles: Bool, isHead: Bool
  ) throws(HTTPError) -> HTTPAnswer.Body {
    guard relay.listenerCount < maximumListeners else { throw Self.fullFault }
    if isHead { return .stream { _ in } }
    // The listener counts before it is answered, so that no more than the maximum hear the sound.
    let listener = relay.listen()
    guard relay.listenerCount <= maximumListeners else {
      relay.leave(listener)
      throw Self.fullFault
    }
    return .stream { [relay] connection in
      defer { relay.leave(listener) }
      connection.channel.closeFuture.whenComplete { _ in relay.leave(listener) }
      // The station may have changed since the head was built.
      guard listener.codec == codec else { return }
      try await Self.pass(listener, as: sound, hasTitles: hasTitles, to: connection)
    }
  }

  private static let fullFault = HTTPError(
    503, "the station is full", header: ("Retry-After", String(fullRetrySeconds)))

  /// Writes batches under back-pressure; the relay drops listeners that fall behind.
  private static func pass(
    _ listener: RelayListener, as sound: StreamMuxer, hasTitles: Bool, to connection: HTTPConnection
  ) async throws {
    var sound = sound
    var title = ""
    while let elements = await listener.next() {
      var output = ByteBuffer()
      var goesOn = true
      for element in elements where goesOn {
        switch element {
        case .metadata(let metadata): title = hasTitles ? metadata.title : ""
        case .packet(let packet): goesOn = sound.append(packet, title: title, to: &output)
        }
        guard output.readableBytes >= pieceBytes else { continue }
        try await connection.send(output)
        output = ByteBuffer()
      }
      if output.readableBytes > 0 { try await connection.send(output) }
      guard goesOn else { break }
    }
    var end = ByteBuffer()
    sound.finish(to: &end)
    if end.readableBytes > 0 { try await connection.send(end) }
  }
}
