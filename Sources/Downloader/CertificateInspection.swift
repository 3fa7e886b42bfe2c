import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Finds out what is wrong with a certificate that was refused. The TLS library tells no more than that it is; so the server
/// is asked for it once more, on a connection that refuses whatever it shows.
enum CertificateInspection {
  /// What a server showed.
  private final class Finding: Sendable {
    /// The certificates in DER, the server's own first.
    let chain = Mutex<[[UInt8]]>([])
  }

  /// How long connecting may take, and the handshake: the server has just answered to both.
  private static let limit = TimeAmount.seconds(1)

  /// What is wrong with the certificate that `address` shows for `name`, in words; nil when it shows none in time.
  static func reason(
    address: SocketAddress, name: String, eventLoops: any EventLoopGroup
  ) async -> String? {
    let finding = Finding()
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates([])
    guard let context = try? NIOSSLContext(configuration: configuration) else { return nil }
    let bootstrap = ClientBootstrap(group: eventLoops).connectTimeout(limit).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        let handler = try NIOSSLClientHandler(
          context: context, serverHostname: TLSName.indication(for: name),
          customVerificationCallback: { chain, promise in
            let shown = chain.compactMap { try? $0.toDERBytes() }
            finding.chain.withLock { $0 = shown }
            promise.succeed(.failed)
          })
        try channel.pipeline.syncOperations.addHandler(handler)
      }
    }
    guard let channel = try? await bootstrap.connect(to: address).get() else { return nil }
    let timer = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    await withTaskCancellationHandler {
      try? await channel.closeFuture.get()
    } onCancel: {
      channel.close(promise: nil)
    }
    timer.cancel()
    let chain = finding.chain.withLock { $0 }.compactMap { CertificateFields(der: $0) }
    return CertificateFields.fault(of: chain, now: time(nil))
  }
}

/// The name by which a server is asked for its certificate.
enum TLSName {
  /// `host` as a server name indication has it (RFC 6066, 3): without a dot at its end; nil for addresses, which have none.
  static func indication(for host: String) -> String? {
    let isLiteral = AddressScope(host: host) != nil && !host.hasSuffix("localhost")
    if isLiteral { return nil }
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }
}
