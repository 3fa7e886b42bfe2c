import AudioCore
import Muxing
import NIOCore
import NIOHTTP1
import Radio

/// Streams the received sound without encoding it again. One connection to the station serves all listeners of this
/// endpoint.
struct StreamRoutes {
  let tuner: Tuner

  private static let metadataInterval = 16_000
  private static let retrySeconds = 5
  /// The size in bytes from which buffered output is sent. It bounds the memory for one listener alone, unless a single
  /// packet with its headers is larger.
  private static let pieceBytes = 64 << 10

  /// Streams the sound from now on. Throws ``WebFault`` when nothing is playing (503), and when the sound cannot be
  /// sent in any form (415).
  func listen(_ request: WebRequest) throws -> WebAnswer {
    guard let newest = tuner.relay.newest else {
      throw WebFault(503, "nothing is playing", header: ("retry-after", String(Self.retrySeconds)))
    }
    let wantsTitles = request.headers.first(name: "icy-metadata") == "1"
    guard let sound = StreamMuxer(newest, titleInterval: wantsTitles ? Self.metadataInterval : nil) else {
      throw WebFault(415, "\(newest.codec.displayName) of this kind cannot be sent as a stream")
    }
    var headers: HTTPHeaders = ["Content-Type": sound.contentType]
    let name = Self.headerText(tuner.snapshot.name)
    // VLC 3 that finds this header without having asked for titles repeats the request in another way, without the
    // password.
    let isWithoutName = request.headers.contains(name: "authorization") && !wantsTitles
    if !name.isEmpty, !isWithoutName { headers.add(name: "icy-name", value: name) }
    if sound.hasTitlesBetween { headers.add(name: "icy-metaint", value: String(Self.metadataInterval)) }
    var answer = WebAnswer(
      headers: headers,
      body: .stream { [tuner] connection in
        let listener = tuner.relay.listen()
        defer { tuner.relay.leave(listener) }
        connection.channel.closeFuture.whenComplete { _ in tuner.relay.leave(listener) }
        // The station may have changed since the head was built.
        guard listener.codec == newest.codec else { return }
        try await Self.pass(listener, as: sound, to: connection)
      })
    answer.isHTTP10 = true
    return answer
  }

  /// Writes batches under back-pressure; the relay drops listeners that fall behind.
  private static func pass(
    _ listener: RelayListener, as sound: StreamMuxer, to connection: WebConnection
  ) async throws {
    var sound = sound
    var title = ""
    while let items = await listener.next() {
      var output = ByteBuffer()
      var goesOn = true
      for item in items where goesOn {
        switch item {
        case .title(let metadata): title = metadata.title
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

  /// Returns `text` for a header field: one line without control characters, at most 128 characters of UTF-8.
  private static func headerText(_ text: String) -> String { CleanText.singleLine(text, limit: 128) }
}
