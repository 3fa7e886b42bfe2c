import Glibc
package import NIOCore

/// Decides which addresses of a host to try, and when (RFC 8305, "Happy Eyeballs"). A value type: the caller reports
/// events, and it returns actions.
///
/// IPv6 comes first, and the families alternate. When the IPv4 answer arrives before the IPv6 answer, the first attempt
/// waits for ``resolutionDelay``. Attempts start ``attemptDelay`` apart; after a failed attempt the next one starts at
/// once.
package struct ConnectionRace: Sendable {
  /// How long the IPv4 answer waits for the IPv6 answer.
  package static let resolutionDelay: Duration = .milliseconds(50)
  /// How long an attempt runs alone before the next one starts in parallel.
  package static let attemptDelay: Duration = .milliseconds(250)
  /// The maximum number of addresses to try.
  package static let maximumAttempts = 16

  /// An action for the caller.
  package enum Action: Sendable, Equatable {
    /// Call ``resolutionDelayEnded()`` after ``resolutionDelay``.
    case startResolutionDelay
    /// The first attempt starts now: start the timeout for connecting.
    case startConnecting
    /// Call ``attemptDelayEnded()`` after ``attemptDelay``; this replaces a running delay.
    case startAttemptDelay
    /// Connect to this address; `attempt` counts from 0.
    case connect(attempt: Int, address: SocketAddress)
    /// The race is over: no attempt connected.
    case fail(Loss)
  }

  /// Why no attempt connected.
  package enum Loss: Sendable, Equatable {
    /// The host has no addresses.
    case unknownHost
    /// The resolver fails or does not answer.
    case noNameServer
    /// Every address that was tried failed.
    case attemptsFailed
  }

  private var unanswered: Set<AddressFamily> = [.ipv6, .ipv4]
  private var queues: [AddressFamily: [SocketAddress]] = [:]
  private var lastFamily = AddressFamily.ipv4
  private var attempts = 0
  private var running: Set<Int> = []
  private var resolverFailed = false
  private var hasBegun = false
  /// True when the next attempt is due, but had no address.
  private var isDue = false
  private var isOver = false

  /// A race without addresses.
  package init() {}

  /// True once the first attempt has started.
  package var hasAttempts: Bool { attempts > 0 }

  /// Processes the resolver's answer for `family`; ignores a second answer for the same family.
  package mutating func answered(_ family: AddressFamily, _ answer: HostLookup.Answer) -> [Action] {
    guard !isOver, unanswered.remove(family) != nil else { return [] }
    switch answer {
    case .success(let addresses): queues[family] = addresses
    case .failure(let fault): if fault == .noNameServer { resolverFailed = true }
    }
    if hasBegun { return running.isEmpty || isDue ? next() : [] }
    if unanswered.contains(.ipv6), queues[.ipv4]?.isEmpty == false { return [.startResolutionDelay] }
    if unanswered.isEmpty || queues[.ipv6]?.isEmpty == false { return begin() }
    return []
  }

  /// Call this when ``resolutionDelay`` is over.
  package mutating func resolutionDelayEnded() -> [Action] { hasBegun || isOver ? [] : begin() }

  /// Call this when ``attemptDelay`` is over.
  package mutating func attemptDelayEnded() -> [Action] { isOver || running.isEmpty ? [] : next() }

  /// Processes the failure of an attempt.
  package mutating func failed(attempt: Int) -> [Action] {
    guard !isOver, running.remove(attempt) != nil else { return [] }
    return next()
  }

  /// Processes the success of an attempt. Returns true when this attempt wins, false when it is too late.
  package mutating func succeeded(attempt: Int) -> Bool {
    guard !isOver, running.contains(attempt) else { return false }
    isOver = true
    return true
  }

  /// Stops waiting for the resolver.
  package mutating func giveUpResolver() -> [Action] {
    AddressFamily.allCases.flatMap { answered($0, .failure(.noNameServer)) }
  }

  /// Ends the race: later events have no effect.
  package mutating func end() { isOver = true }

  private mutating func begin() -> [Action] {
    hasBegun = true
    return next()
  }

  private mutating func next() -> [Action] {
    guard let address = nextAddress() else {
      isDue = true
      guard running.isEmpty, unanswered.isEmpty else { return [] }
      isOver = true
      return [.fail(attempts > 0 ? .attemptsFailed : resolverFailed ? .noNameServer : .unknownHost)]
    }
    isDue = false
    let attempt = attempts
    attempts += 1
    running.insert(attempt)
    return (attempt == 0 ? [.startConnecting] : []) + [
      .connect(attempt: attempt, address: address), .startAttemptDelay,
    ]
  }

  private mutating func nextAddress() -> SocketAddress? {
    guard attempts < Self.maximumAttempts else { return nil }
    let preferred: AddressFamily = lastFamily == .ipv4 ? .ipv6 : .ipv4
    for family in [preferred, lastFamily] {
      guard let address = queues[family]?.first else { continue }
      queues[family]?.removeFirst()
      lastFamily = family
      return address
    }
    return nil
  }
}
