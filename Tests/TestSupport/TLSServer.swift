import Glibc

/// An HTTPS server with a certificate of the test's choice, which answers every request with the same bytes, or
/// forwards it to another server.
public final class TLSServer: Sendable {
  /// How it ends a connection.
  public enum Closing: String, Sendable {
    /// With `close_notify`.
    case polite
    /// Without `close_notify`, as if the connection had been cut off.
    case none
  }

  /// The server does not start.
  public struct ServerError: Error, CustomStringConvertible {
    /// The program's error output.
    public var description: String
  }

  /// Whether python3 is installed.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("python3") }

  /// The port it listens on.
  public let port: Int
  private let process: ProcessRunner
  private let folder: Scratch

  /// Starts a server that presents `certificate` (paths of PEM files) and sends `answer`, including its head.
  /// `maximumVersion` is the newest TLS version that it supports, by Python's name for it.
  public convenience init(
    certificate: (certificate: String, key: String), answer: [UInt8], closing: Closing = .polite,
    maximumVersion: String = "TLSv1_3"
  ) throws {
    let folder = try Scratch()
    let path = try folder.write(answer, as: "answer")
    try self.init(
      certificate: certificate, address: "127.0.0.1:0", source: path, closing: closing,
      maximumVersion: maximumVersion, folder: folder)
  }

  /// Starts a server on port `port` of `address`, an IPv4 address of this machine, that presents `certificate` and
  /// forwards every request to port `target` of 127.0.0.1.
  public convenience init(
    certificate: (certificate: String, key: String), on address: String, port: Int, forwardingTo target: Int
  ) throws {
    try self.init(
      certificate: certificate, address: "\(address):\(port)", source: ":\(target)", closing: .polite,
      maximumVersion: "TLSv1_3", folder: try Scratch())
  }

  private init(
    certificate: (certificate: String, key: String), address: String, source: String, closing: Closing,
    maximumVersion: String, folder: Scratch
  ) throws {
    self.folder = folder
    let process = try ProcessRunner(
      "python3",
      [
        "-c", Self.script, certificate.certificate, certificate.key, source, closing.rawValue, maximumVersion, address,
      ])
    var port: Int?
    _ = ProcessRunner.eventually {
      port = Int(String(decoding: process.output, as: UTF8.self).prefix { $0 != "\n" })
      return port != nil || process.exitCode != nil
    }
    guard let port else { throw ServerError(description: "the TLS server does not start: \(process.errorText)") }
    self.port = port
    self.process = process
  }

  deinit { process.terminate(SIGKILL) }

  /// The address of `/`, by the name in a good certificate.
  public var url: String { "https://localhost:\(port)/" }

  /// The server's log: one line for each connection that failed, as in the handshake.
  public var log: String { process.errorText }

  private static let script = """
    import os, socket, ssl, sys, threading
    certificate, key, source, closing, version, address = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion[version]
    context.load_cert_chain(certificate, key)
    host, port = address.split(":")
    listener = socket.create_server((host, int(port)))
    print(listener.getsockname()[1], flush=True)

    def answer(head):
        if not source.startswith(":"):
            with open(source, "rb") as file:
                yield file.read()
            return
        with socket.create_connection(("127.0.0.1", int(source[1:]))) as server:
            server.sendall(head)
            while piece := server.recv(65536):
                yield piece

    def serve(plain):
        try:
            with context.wrap_socket(plain, server_side=True) as secure:
                head = b""
                while b"\\r\\n\\r\\n" not in head:
                    piece = secure.recv(4096)
                    if not piece:
                        return
                    head += piece
                for piece in answer(head):
                    secure.sendall(piece)
                if closing == "polite":
                    secure.unwrap()
                else:
                    os.close(secure.detach())
        except OSError as error:
            print(error, file=sys.stderr, flush=True)

    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """
}
