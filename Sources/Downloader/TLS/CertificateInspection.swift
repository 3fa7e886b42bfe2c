import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import SystemSupport

/// Finds out why a certificate was refused. The TLS library reports only the refusal, so this type asks the server for
/// the certificate again, on a connection that refuses every certificate.
enum CertificateInspection {
  /// The result of one inspection.
  private final class Finding: Sendable {
    /// The certificates in DER, the server's own first.
    let chain = Mutex<[[UInt8]]>([])
    /// The connection, once it exists.
    let channel = Mutex<(any Channel)?>(nil)
  }

  /// The timeout for connecting, and again for the handshake. It can be short: the server has just answered both.
  private static let limit = TimeAmount.seconds(1)

  /// Returns what is wrong with the certificate that `address` presents for `name`, as text for the user. Returns nil
  /// when the server presents no certificate in time.
  static func reason(
    address: SocketAddress, name: String, eventLoops: any EventLoopGroup
  ) async -> String? {
    let finding = Finding()
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates([])
    guard let context = try? NIOSSLContext(configuration: configuration) else { return nil }
    let bootstrap = ClientBootstrap(group: eventLoops).connectTimeout(limit).channelInitializer { channel in
      finding.channel.withLock { $0 = channel }
      return channel.eventLoop.makeCompletedFuture {
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
    await withTaskCancellationHandler {
      guard let channel = try? await bootstrap.connect(to: address).get() else { return }
      let timer = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
      try? await channel.closeFuture.get()
      timer.cancel()
    } onCancel: {
      finding.channel.withLock { $0?.close(promise: nil) }
    }
    let chain = finding.chain.withLock { $0 }.compactMap { CertificateFields(der: $0) }
    return CertificateFields.fault(of: chain, now: SystemTime.seconds)
  }
}
