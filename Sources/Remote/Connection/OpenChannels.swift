import NIOCore
import Synchronization

/// The open channels, which can be closed together.
final class OpenChannels: Sendable {
  /// The channels by their identity; nil after ``closeAll()``.
  private let channels = Mutex<[ObjectIdentifier: any Channel]?>([:])

  /// Registers `channel` for ``closeAll()`` until it is closed. Throws `RemoteError.closed` after ``closeAll()``.
  func add(_ channel: any Channel) throws(RemoteError) {
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

  /// Closes all channels and makes every later ``add(_:)`` fail. Returns the channels that are closing.
  @discardableResult func closeAll() -> [any Channel] {
    let open = channels.withLock { $0.take() } ?? [:]
    for channel in open.values { channel.close(promise: nil) }
    return Array(open.values)
  }
}
