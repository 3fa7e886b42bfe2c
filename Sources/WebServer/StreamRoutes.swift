import AudioCore
import Broadcast
import HTTPTypes
import Hummingbird
import NIOCore
import Radio

/// The sound itself, not coded anew: one connection to the station serves everyone who listens here.
struct StreamRoutes {
  let tuner: Tuner

  private static let metadataInterval = 16_000
  private static let icyMetadata = HTTPField.Name("Icy-MetaData")
  private static let icyInterval = HTTPField.Name("icy-metaint")
  private static let icyName = HTTPField.Name("icy-name")
  private static let retrySeconds = 5
  /// Bytes that are sent at a time: what is made for one listener alone is hardly more, unless one packet and its headers are.
  private static let pieceBytes = 64 << 10

  func add(to router: Router<WebContext>) {
    router.get("/stream") { [tuner] request, context in
      guard let newest = tuner.relay.newest else {
        throw WebFault(503, "nothing is playing", header: ("retry-after", String(Self.retrySeconds)))
      }
      let wantsTitles = Self.icyMetadata.flatMap { request.headers[$0] } == "1"
      guard let sound = RelayedSound(newest, titleInterval: wantsTitles ? Self.metadataInterval : nil) else {
        throw WebFault(415, "\(newest.codec.displayName) of this kind has no form in which it could be sent")
      }
      var headers: HTTPFields = [.contentType: sound.contentType]
      let name = Self.headerText(tuner.snapshot.name)
      if let field = Self.icyName, !name.isEmpty { headers[field] = name }
      if let field = Self.icyInterval, sound.hasTitlesBetween { headers[field] = String(Self.metadataInterval) }
      let connection = context.connection
      return Response(
        status: .ok, headers: headers,
        body: ResponseBody { writer in
          let listener = tuner.relay.listen()
          defer { tuner.relay.leave(listener) }
          connection.channel.closeFuture.whenComplete { _ in tuner.relay.leave(listener) }
          // Another station may have come since the head was made up.
          guard listener.codec == newest.codec else { return try await writer.finish(nil) }
          try? await Self.pass(listener, as: sound, to: connection)
          try await writer.finish(nil)
        })
    }
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
