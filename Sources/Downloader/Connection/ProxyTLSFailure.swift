/// The TLS handshake with the proxy failed.
struct ProxyTLSFailure: Error {
  let error: any Error
}
