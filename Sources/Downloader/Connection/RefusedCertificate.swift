import NIOCore

/// The server's certificate was refused; `address` is the server's address.
struct RefusedCertificate: Error {
  let address: SocketAddress
  let error: any Error
}
