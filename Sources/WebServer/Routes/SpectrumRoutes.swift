import NIOCore

/// Streams the spectrum of the audible sound.
struct SpectrumRoutes {
  let fanouts: SpectrumFanouts

  /// Streams the spectrum that the query parameters of `request` describe. Throws ``WebFault``.
  func look(_ request: WebRequest) async throws -> WebAnswer {
    let wish = try SpectrumRequest(request)
    try await fanouts.check(wish)
    return .events { [fanouts] connection in
      try await connection.send(ServerSentEvent.opening)
      await fanouts.serve(wish, to: connection)
    }
  }
}
