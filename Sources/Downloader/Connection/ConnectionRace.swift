import NIOCore

/// Decides which addresses of a host are tried, and when (RFC 8305, "Happy Eyeballs"). A value: it is given what happened, and
/// returns what to do.
///
/// IPv6 comes first, and the families alternate. IPv4 begins ``resolutionDelay`` after its answer when the one for IPv6 is still
/// out. Attempts are ``attemptDelay`` apart; one that fails is followed by the next at once.
package struct ConnectionRace: Sendable {
  /// How long the answer for IPv4 waits for that for IPv6.
  package static let resolutionDelay: Duration = .milliseconds(50)
  /// How long an attempt is left alone before the next begins beside it.
  package static let attemptDelay: Duration = .milliseconds(250)
  /// Addresses that are tried at most.
  package static let maximumAttempts = 16

  /// What is to be done.
  package enum Action: Sendable, Equatable {
    /// Call ``resolutionDelayEnded()`` after ``resolutionDelay``.
    case startResolutionDelay
    /// The first attempt begins: the time for connecting counts from now on.
    case startConnecting
    /// Call ``attemptDelayEnded()`` after ``attemptDelay``; a delay that runs is replaced.
    case startAttemptDelay
    /// Connect to this address; `attempt` counts from 0.
    case connect(attempt: Int, address: SocketAddress)
    /// All is over: nothing connected.
    case fail(Loss)
  }

  /// Why nothing connected.
  package enum Loss: Sendable, Equatable {
    /// The host has no addresses.
    case unknownHost
    /// The resolver fails, or says nothing.
    case noNameServer
    /// Each address that was tried failed.
    case attemptsFailed
  }

  private var unanswered: Set<AddressFamily> = [.ipv6, .ipv4]
  private var queues: [AddressFamily: [SocketAddress]] = [:]
  private var lastFamily = AddressFamily.ipv4
  private var attempts = 0
  private var running: Set<Int> = []
  private var resolverFailed = false
  private var hasBegun = false
  /// True when the next attempt is due, and there was no address for it.
  private var isDue = false
  private var isOver = false

  /// A race that waits for addresses.
  package init() {}

  /// True once an attempt began.
  package var hasAttempts: Bool { attempts > 0 }

  /// The resolver answered for `family`. A second answer for it is ignored.
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

  /// ``resolutionDelay`` is over.
  package mutating func resolutionDelayEnded() -> [Action] { hasBegun || isOver ? [] : begin() }

  /// ``attemptDelay`` is over.
  package mutating func attemptDelayEnded() -> [Action] { isOver || running.isEmpty ? [] : next() }

  /// An attempt failed.
  package mutating func failed(attempt: Int) -> [Action] {
    guard !isOver, running.remove(attempt) != nil else { return [] }
    return next()
  }

  /// An attempt succeeded; true when it is the winner, false when it is too late.
  package mutating func succeeded(attempt: Int) -> Bool {
    guard !isOver, running.contains(attempt) else { return false }
    isOver = true
    return true
  }

  /// The resolver is not waited for any longer.
  package mutating func giveUpResolver() -> [Action] {
    var actions: [Action] = []
    for family in AddressFamily.allCases where unanswered.contains(family) {
      actions += answered(family, .failure(.noNameServer))
    }
    return actions
  }

  /// Nothing is waited for any longer.
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
