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
    /// The connection, once it is being made.
    let channel = Mutex<(any Channel)?>(nil)
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
    return CertificateFields.fault(of: chain, now: time(nil))
  }
}
