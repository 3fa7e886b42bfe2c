import Glibc
package import NIOCore
import Synchronization
import SystemSupport

/// Asks the system's resolver for the addresses of hosts, on separate threads: `getaddrinfo` may block for half a
/// minute while a name server does not answer.
///
/// Each address family has a separate lookup, so that a router that drops `AAAA` queries does not delay the `A` answer.
/// The answer is kept (``AddressCache``) even when it arrives after its callers gave up.
package final class HostLookup: Sendable {
  /// Why a lookup returned no addresses.
  package enum LookupError: Error, Equatable {
    /// The name server reports that the host does not exist, or has no address of this family.
    case unknown
    /// No name server answers, or the lookup fails.
    case noNameServer
  }

  /// The result of a lookup.
  package typealias Answer = Result<[SocketAddress], LookupError>
  /// Asks the system for the addresses of a host, of one family; they have port 0. It may block.
  package typealias Resolver = @Sendable (_ host: String, _ family: AddressFamily) -> Answer

  /// The instance that all lookups of the process share.
  package static let shared = HostLookup()

  /// The timeout of a lookup.
  package static let limit: Duration = .seconds(15)
  /// After this time without an answer the caller uses the last good answer, if there is one (RFC 8767, section 5).
  package static let fallbackDelay: Duration = .milliseconds(1800)
  /// After this time without an answer the user is informed.
  package static let noticeTime: Duration = .seconds(5)

  /// `EAI_NODATA` (a name without addresses) and `EAI_ADDRFAMILY` (a name without addresses of this family). The
  /// headers define them only as GNU extensions.
  private static let withoutAddresses: [Int32] = [-5, -9]
  /// The maximum number of concurrent lookup threads.
  private static let maximumThreads = 16

  fileprivate struct Name: Hashable {
    var host: String
    var family: AddressFamily
  }

  /// Identifies a caller that waits for an answer.
  package struct Ticket: Sendable {
    fileprivate let name: Name
    fileprivate let number: Int
  }

  private struct State {
    var cache = AddressCache()
    var nextNumber = 0
    var threads = 0
    /// Names that wait for a thread.
    var queue: [Name] = []
    /// The callers that wait for each name under lookup; one lookup serves all of them.
    var waiters: [Name: [Int: @Sendable (Answer) -> Void]] = [:]
  }

  private let state = Mutex(State())
  private let resolver: Resolver

  /// A lookup service that uses `resolver`, by default the system's.
  package init(resolver: @escaping Resolver = HostLookup.systemAnswer) {
    self.resolver = resolver
  }

  /// Looks up the addresses of `host` of one family; they have port 0.
  ///
  /// Calls `body` exactly once, unless the ticket is cancelled. When the answer is known, the call happens at once on
  /// this thread, and the result is nil. When no thread can be started, the call happens on this thread too. Otherwise
  /// `body` runs on another thread.
  package func start(
    _ host: String, family: AddressFamily, _ body: @escaping @Sendable (Answer) -> Void
  ) -> Ticket? {
    let name = Name(host: host, family: family)
    enum Admission { case known([SocketAddress]), needsThread(Ticket), waits(Ticket) }
    let admission = state.withLock { state -> Admission in
      if let addresses = state.cache.fresh(host, family: family, at: .now) { return .known(addresses) }
      state.nextNumber += 1
      let ticket = Ticket(name: name, number: state.nextNumber)
      let isFirst = state.waiters[name] == nil
      state.waiters[name, default: [:]][ticket.number] = body
      guard isFirst else { return .waits(ticket) }
      guard state.threads < Self.maximumThreads else {
        state.queue.append(name)
        return .waits(ticket)
      }
      state.threads += 1
      return .needsThread(ticket)
    }
    switch admission {
    case .known(let addresses):
      body(addresses.isEmpty ? .failure(.unknown) : .success(addresses))
      return nil
    case .waits(let ticket): return ticket
    case .needsThread(let ticket):
      if !PlainThread.start(body: { self.lookUp(from: name) }) {
        state.withLock { $0.threads -= 1 }
        finish(name, .failure(.noNameServer))
      }
      return ticket
    }
  }

  /// Cancels the wait of a caller: `body` is not called afterwards, unless the call has already begun. The lookup
  /// continues and its answer is kept.
  package func cancel(_ ticket: Ticket) {
    state.withLock { _ = $0.waiters[ticket.name]?.removeValue(forKey: ticket.number) }
  }

  /// Returns the last good answer for `host`, of each family, for use while the resolver is slow or fails.
  package func fallback(_ host: String) -> [AddressFamily: [SocketAddress]] {
    state.withLock { state in
      AddressFamily.allCases.reduce(into: [:]) { $0[$1] = state.cache.fallback(host, family: $1, at: .now) }
    }
  }

  /// Notes that connecting to all addresses of `host` failed: the next caller causes a new lookup.
  package func distrust(_ host: String) { state.withLock { $0.cache.distrust(host) } }

  /// The body of a lookup thread: looks up `name`, and then the names in the queue.
  private func lookUp(from name: Name) {
    var next: Name? = name
    while let name = next {
      finish(name, resolver(name.host, name.family))
      next = nextInQueue()
    }
  }

  /// Returns the next name that a caller still waits for; nil when the thread must end.
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
    let (waiters, answer) = state.withLock { state -> ([@Sendable (Answer) -> Void], Answer) in
      let waiters = state.waiters.removeValue(forKey: name) ?? [:]
      switch answer {
      case .success(let addresses): state.cache.store(addresses, for: name.host, family: name.family, at: .now)
      case .failure(.unknown): state.cache.store([], for: name.host, family: name.family, at: .now)
      case .failure(.noNameServer):
        if let kept = state.cache.fallback(name.host, family: name.family, at: .now) {
          return (Array(waiters.values), .success(kept))
        }
      }
      return (Array(waiters.values), answer)
    }
    for waiter in waiters { waiter(answer) }
  }

  /// Returns the answer of the system's resolver. Blocks.
  package static func systemAnswer(_ host: String, _ family: AddressFamily) -> Answer {
    var hints = addrinfo()
    hints.ai_family = family == .ipv4 ? AF_INET : AF_INET6
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_protocol = Int32(IPPROTO_TCP)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &list)
    guard code == 0 else {
      return .failure(code == EAI_NONAME || withoutAddresses.contains(code) ? .unknown : .noNameServer)
    }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = list
    while let info = entry?.pointee, addresses.count < ConnectionRace.maximumAttempts {
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
    return addresses.isEmpty ? .failure(.unknown) : .success(addresses)
  }

  /// Returns the addresses of `host` with `port`, of both families; never an empty list.
  ///
  /// Throws ``LookupError``, after `limit` at the latest, or `CancellationError`.
  func addresses(of host: String, port: Int, within limit: Duration) async throws -> [SocketAddress] {
    if let literal = try? SocketAddress(ipAddress: host, port: port) { return [literal] }
    let answers = await withTaskGroup(of: Answer?.self) { group -> [Answer?] in
      for family in AddressFamily.allCases {
        group.addTask { await withTimeout(limit) { await self.answer(for: host, family: family) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    try Task.checkCancellation()
    var addresses: [SocketAddress] = []
    var fault = LookupError.unknown
    for answer in answers {
      switch answer {
      case .success(let more)?: addresses += more
      case .failure(.noNameServer)?, nil: fault = .noNameServer
      case .failure(.unknown)?: break
      }
    }
    guard !addresses.isEmpty else { throw fault }
    for index in addresses.indices { addresses[index].port = port }
    return addresses
  }

  /// Returns the resolver's answer for one family. A cancelled caller gets `.noNameServer`.
  private func answer(for host: String, family: AddressFamily) async -> Answer {
    guard !Task.isCancelled else { return .failure(.noNameServer) }
    let slot = OneShotValue<Answer>()
    let ticket = start(host, family: family) { slot.set($0) }
    if let answer = await slot.wait() { return answer }
    if let ticket { cancel(ticket) }
    return .failure(.noNameServer)
  }
}
