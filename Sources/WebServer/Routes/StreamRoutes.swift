import AudioCore
import Broadcast
import NIOCore
import NIOHTTP1
import Radio

/// The sound itself, not coded anew: one connection to the station serves everyone who listens here.
struct StreamRoutes {
  let tuner: Tuner

  private static let metadataInterval = 16_000
  private static let retrySeconds = 5
  /// Bytes that are sent at a time: what is made for one listener alone is hardly more, unless one packet and its
  /// headers are.
  private static let pieceBytes = 64 << 10

  /// The sound from now on. Throws ``WebFault`` when there is none, or none that could be sent.
  func listen(_ request: WebRequest) throws -> WebAnswer {
    guard let newest = tuner.relay.newest else {
      throw WebFault(503, "nothing is playing", header: ("retry-after", String(Self.retrySeconds)))
    }
    let wantsTitles = request.headers.first(name: "icy-metadata") == "1"
    guard let sound = RelayedSound(newest, titleInterval: wantsTitles ? Self.metadataInterval : nil) else {
      throw WebFault(415, "\(newest.codec.displayName) of this kind has no form in which it could be sent")
    }
    var headers: HTTPHeaders = ["Content-Type": sound.contentType]
    let name = Self.headerText(tuner.snapshot.name)
    // Where VLC 3 finds this header and did not ask for titles, it asks again in another way, and leaves the password out.
    let isWithoutName = request.headers.contains(name: "authorization") && !wantsTitles
    if !name.isEmpty, !isWithoutName { headers.add(name: "icy-name", value: name) }
    if sound.hasTitlesBetween { headers.add(name: "icy-metaint", value: String(Self.metadataInterval)) }
    return WebAnswer(
      headers: headers,
      body: .stream { [tuner] connection in
        let listener = tuner.relay.listen()
        defer { tuner.relay.leave(listener) }
        connection.channel.closeFuture.whenComplete { _ in tuner.relay.leave(listener) }
        // Another station may have come since the head was made up.
        guard listener.codec == newest.codec else { return }
        try await Self.pass(listener, as: sound, to: connection)
      })
  }

  /// Sends what `listener` gets, each lot when the one before it was taken: who is too slow is let go by the relay.
  private static func pass(
    _ listener: RelayListener, as sound: RelayedSound, to connection: WebConnection
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

  /// `text` as a header may have it: printable ASCII, and what else UTF-8 has in one line.
  private static func headerText(_ text: String) -> String { CleanText.singleLine(text, limit: 128) }
}
