import AudioCore
import Broadcast
import HTTPTypes
import Hummingbird
import NIOCore
import Radio

/// The sound itself, as the station sent it: one connection to the station serves everyone who listens here.
struct StreamRoutes {
  let tuner: Tuner

  private static let metadataInterval = 16_000
  private static let icyMetadata = HTTPField.Name("Icy-MetaData")
  private static let icyInterval = HTTPField.Name("icy-metaint")
  private static let icyName = HTTPField.Name("icy-name")
  private static let retrySeconds = 5

  func add(to router: Router<WebContext>) {
    router.get("/stream") { [tuner] request, context in
      guard let codec = tuner.relay.codec else {
        throw WebFault(503, "nothing is playing", header: ("retry-after", String(Self.retrySeconds)))
      }
      let wantsTitles = Self.icyMetadata.flatMap { request.headers[$0] } == "1"
      var headers: HTTPFields = [.contentType: codec == .aac ? "audio/aac" : "audio/mpeg"]
      let name = Self.headerText(tuner.snapshot.name)
      if let field = Self.icyName, !name.isEmpty { headers[field] = name }
      if let field = Self.icyInterval, wantsTitles { headers[field] = String(Self.metadataInterval) }
      let connection = context.connection
      return Response(
        status: .ok, headers: headers,
        body: ResponseBody { writer in
          let listener = tuner.relay.listen()
          defer { tuner.relay.leave(listener) }
          connection.channel.closeFuture.whenComplete { _ in tuner.relay.leave(listener) }
          // Another station may have come since the head was made up.
          guard listener.codec == codec else { return try await writer.finish(nil) }
          try? await Self.pass(listener, to: connection, withTitles: wantsTitles)
          try await writer.finish(nil)
        })
    }
  }

  /// Sends what `listener` gets, each lot when the one before it was taken: who is too slow is let go by the relay.
  private static func pass(
    _ listener: RelayListener, to connection: WebConnection, withTitles: Bool
  ) async throws {
    var interleaver = ICYInterleaver(interval: metadataInterval)
    var title = ""
    while let items = await listener.next() {
      var output = ByteBuffer()
      for item in items {
        switch item {
        case .title(let metadata): title = metadata.title
        case .packet(let packet) where withTitles:
          interleaver.append(ByteBuffer(bytes: packet.bytes), title: title, to: &output)
        case .packet(let packet): output.writeBytes(packet.bytes)
        }
      }
      if output.readableBytes > 0 { try await connection.send(output) }
    }
  }

  /// `text` as a header may have it: printable ASCII, and what else UTF-8 has in one line.
  private static func headerText(_ text: String) -> String { CleanText.singleLine(text, limit: 128) }
}
