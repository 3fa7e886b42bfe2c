import Glibc

/// An HTTPS server on 127.0.0.1 with a certificate of the test's choice, which answers every request with the same bytes.
public final class TLSServer: Sendable {
  /// How it ends a connection.
  public enum Farewell: String, Sendable {
    /// In good order.
    case polite
    /// Without a word (no `close_notify`), as if it had been cut off.
    case none
  }

  /// What went wrong.
  public struct Failure: Error, CustomStringConvertible {
    /// What the program said.
    public var description: String
  }

  /// Whether the program it needs is there.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("python3") }

  /// The port it listens on.
  public let port: Int
  private let process: ProcessRunner
  private let folder: Scratch

  /// Starts a server that shows `certificate` (paths of PEM files) and sends `answer`, head and all. `maximumVersion` is the
  /// newest TLS it speaks, by Python's name for it.
  public init(
    certificate: (certificate: String, key: String), answer: [UInt8], farewell: Farewell = .polite,
    maximumVersion: String = "TLSv1_3"
  ) throws {
    folder = try Scratch()
    let process = try ProcessRunner(
      "python3",
      [
        "-c", Self.script, certificate.certificate, certificate.key, try folder.write(answer, as: "answer"),
        farewell.rawValue, maximumVersion,
      ])
    var port: Int?
    _ = ProcessRunner.eventually {
      port = Int(String(decoding: process.output, as: UTF8.self).prefix { $0 != "\n" })
      return port != nil || process.exitCode != nil
    }
    guard let port else { throw Failure(description: "the TLS server does not start: \(process.errorText)") }
    self.port = port
    self.process = process
  }

  deinit { process.terminate(SIGKILL) }

  /// The address of `/`, by the name in a good certificate.
  public var url: String { "https://localhost:\(port)/" }

  /// What the server said: one line a handshake that came to nothing.
  public var log: String { process.errorText }

  private static let script = """
    import os, socket, ssl, sys, threading
    certificate, key, answer, farewell, version = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion[version]
    context.load_cert_chain(certificate, key)
    body = open(answer, "rb").read()
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def serve(plain):
        try:
            with context.wrap_socket(plain, server_side=True) as secure:
                head = b""
                while b"\\r\\n\\r\\n" not in head:
                    piece = secure.recv(4096)
                    if not piece:
                        return
                    head += piece
                secure.sendall(body)
                if farewell == "polite":
                    secure.unwrap()
                else:
                    os.close(secure.detach())
        except OSError as error:
            print(error, file=sys.stderr, flush=True)

    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """
}
