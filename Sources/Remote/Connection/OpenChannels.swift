import NIOCore
import Synchronization

/// The channels that are open, to be closed together.
final class OpenChannels: Sendable {
  /// Nil once they were closed.
  private let channels = Mutex<[ObjectIdentifier: any Channel]?>([:])

  /// Closes `channel` with the others, until it closes by itself. Throws `RemoteFault.closed` when they were closed
  /// already.
  func add(_ channel: any Channel) throws(RemoteFault) {
    let key = ObjectIdentifier(channel)
    let isOpen = channels.withLock { channels in
      channels?[key] = channel
      return channels != nil
    }
    guard isOpen else { throw .closed }
    channel.closeFuture.whenComplete { [weak self] _ in
      self?.channels.withLock { _ = $0?.removeValue(forKey: key) }
    }
  }

  /// Closes them all, and those that come; returns those that are closing.
  @discardableResult func closeAll() -> [any Channel] {
    let open = channels.withLock { channels in
      defer { channels = nil }
      return channels.map { Array($0.values) } ?? []
    }
    for channel in open { channel.close(promise: nil) }
    return open
  }
}
