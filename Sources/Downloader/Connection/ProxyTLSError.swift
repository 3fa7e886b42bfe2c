/// The TLS handshake with the proxy failed.
struct ProxyTLSError: Error {
  let error: any Error
}
