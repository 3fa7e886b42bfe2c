import NIOCore

/// The server's certificate was refused; `address` is the server's address.
struct CertificateError: Error {
  let address: SocketAddress
  let error: any Error
}
