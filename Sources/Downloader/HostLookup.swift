import AudioCore
import Glibc
import NIOCore
import Synchronization

/// Asks the system's resolver for the addresses of a host, on threads of its own: `getaddrinfo` may block for half a minute when
/// the name server is silent, and nothing else may wait for that.
final class HostLookup: Sendable {
  /// Why there are no addresses.
  enum Fault: Error, Equatable {
    /// The name server says that there is no such host.
    case unknown
    /// No name server answers, or it has a fault of its own.
    case noNameServer
  }

  /// All lookups of the process.
  static let shared = HostLookup()

  /// `EAI_NODATA`, a name without addresses; the headers show it to those only who ask for GNU extensions.
  private static let noData: Int32 = -5
  /// Threads that may wait for name servers at a time.
  private static let maximumThreads = 16

  private typealias Answer = Result<[SocketAddress], any Error>
  private typealias Waiters = [Int: CheckedContinuation<[SocketAddress], any Error>]

  private enum Admission { case needsThread, waits, cancelled }

  private struct State {
    var nextWaiter = 0
    var threads = 0
    /// Names for which there is no thread yet.
    var queue: [Name] = []
    /// Who waits for each name that is being looked up; one lookup serves all who ask for the same.
    var waiters: [Name: Waiters] = [:]
  }

  private struct Name: Hashable {
    var host: String
    var port: Int
  }

  private let state = Mutex(State())

  /// The addresses of `host` with `port`, in the system's order, never empty.
  ///
  /// Throws ``Fault``, after `limit` at the latest, or `CancellationError`.
  func addresses(of host: String, port: Int, within limit: Duration) async throws -> [SocketAddress] {
    if let literal = try? SocketAddress(ipAddress: host, port: port) { return [literal] }
    return try await withThrowingTaskGroup(of: [SocketAddress].self) { group in
      group.addTask { try await self.answer(for: Name(host: host, port: port)) }
      group.addTask {
        try await Task.sleep(for: limit, clock: .continuous)
        throw Fault.noNameServer
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }

  private func answer(for name: Name) async throws -> [SocketAddress] {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let admission = state.withLock { state -> Admission in
          if Task.isCancelled { return .cancelled }  // before it began to wait: its handler found nobody
          let isFirst = state.waiters[name] == nil
          state.waiters[name, default: [:]][waiter] = continuation
          guard isFirst else { return .waits }
          guard state.threads < Self.maximumThreads else {
            state.queue.append(name)
            return .waits
          }
          state.threads += 1
          return .needsThread
        }
        switch admission {
        case .needsThread:
          if !PlainThread.start(body: { self.lookUp(from: name) }) {
            state.withLock { $0.threads -= 1 }
            finish(name, .failure(Fault.noNameServer))
          }
        case .waits: break
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      let continuation = state.withLock { $0.waiters[name]?.removeValue(forKey: waiter) }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// What a thread does: looks up `name`, and then those that wait for a thread.
  private func lookUp(from name: Name) {
    var next: Name? = name
    while let name = next {
      finish(name, Self.resolve(name))
      next = nextInQueue()
    }
  }

  /// A name that somebody still waits for; nil ends the thread.
  private func nextInQueue() -> Name? {
    state.withLock { state in
      while !state.queue.isEmpty {
        let name = state.queue.removeFirst()
        if state.waiters[name]?.isEmpty == false { return name }
        state.waiters[name] = nil
      }
      state.threads -= 1
      return nil
    }
  }

  private func finish(_ name: Name, _ answer: Answer) {
    let waiters = state.withLock { $0.waiters.removeValue(forKey: name) }
    for continuation in (waiters ?? [:]).values { continuation.resume(with: answer) }
  }

  private static func resolve(_ name: Name) -> Answer {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_protocol = Int32(IPPROTO_TCP)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(name.host, String(name.port), &hints, &list)
    guard code == 0 else { return .failure(code == EAI_NONAME || code == noData ? Fault.unknown : Fault.noNameServer) }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = list
    while let info = entry?.pointee {
      switch info.ai_family {
      case AF_INET:
        info.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          addresses.append(SocketAddress($0.pointee))
        }
      case AF_INET6:
        info.ai_addr.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          addresses.append(SocketAddress($0.pointee))
        }
      default: break
      }
      entry = info.ai_next
    }
    return addresses.isEmpty ? .failure(Fault.unknown) : .success(addresses)
  }
}
