/// Why a connection is not ready for a request, or delivered no response, where no library throws an error.
enum ConnectionError: Error, Equatable {
  /// No connection was established in time.
  case connectTimeout
  /// Every address refused the connection or is unreachable; the system's error numbers, in the order of the failures.
  case connect(codes: [CInt])
  /// The TLS handshake with the server or with the proxy did not finish in time.
  case handshakeTimeout(withProxy: Bool)
  /// The connection ended during the TLS handshake.
  case closedInHandshake
  /// The proxy did not answer in time.
  case proxyTimeout
  /// The proxy refused to connect to the server; the HTTP status that it sent, or nil when it sent none.
  case proxyRefused(status: Int?)
  /// The reason a SOCKS proxy gave for not connecting to the server.
  case proxyReply(SOCKSHandshake.HandshakeError)
  /// The server sent no complete response head in time.
  case headTimeout
  /// The connection ended before the response was complete.
  case closed
  /// The connection ended within a body whose end was announced.
  case cutOff
  /// Connecting to an address of this scope is forbidden, because a public server named it.
  case forbidden(AddressScope)
  /// No byte arrived for this time, in seconds, although bytes were wanted.
  case stalled(seconds: Int)
}
