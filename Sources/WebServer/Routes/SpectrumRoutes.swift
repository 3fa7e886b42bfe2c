import HTTPServer

/// Streams the spectrum of the audible sound.
struct SpectrumRoutes {
  let fanouts: SpectrumFanouts

  /// Streams the spectrum that the query parameters of `request` describe. Throws ``HTTPFault``.
  func look(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let wish = try SpectrumRequest(request)
    try await fanouts.check(wish)
    return .events { [fanouts] connection in
      try await connection.send(ServerSentEvent.opening)
      await fanouts.serve(wish, to: connection)
    }
  }
}
