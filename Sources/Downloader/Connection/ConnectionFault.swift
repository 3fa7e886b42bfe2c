import Glibc

/// Why a connection is not ready for a request, or gave no answer, where no library says it by an error of its own.
enum ConnectionFault: Error, Equatable {
  /// No address took the connection in time.
  case connectTimeout
  /// Each address refused it, or cannot be reached; the error numbers that the system gave, in the order of the attempts.
  case connect(codes: [CInt])
  /// The TLS handshake, with the server or with the proxy, was not finished in time.
  case handshakeTimeout(withProxy: Bool)
  /// The connection ended during the TLS handshake.
  case closedInHandshake
  /// The proxy did not answer in time.
  case proxyTimeout
  /// The proxy will not connect us to the server; the HTTP status that it gave, or nil where there is none.
  case proxyRefused(status: Int?)
  /// A SOCKS proxy says why it did not connect us to the server.
  case proxyReply(SOCKSHandshake.Refusal)
  /// The server sent no complete response head in time.
  case headTimeout
  /// The connection ended before the answer did.
  case closed
  /// The connection ended within a body whose end was announced.
  case cutOff
  /// The address may not be connected to: a public server named it.
  case forbidden(AddressScope)
  /// Nothing came for this time, in seconds, although bytes were wanted.
  case stalled(seconds: Int)
}
