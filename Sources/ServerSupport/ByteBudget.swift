import Synchronization

/// Counts and limits the bytes that a server keeps for all clients together: those that wait to be sent, or those of
/// their command lists.
///
/// A few bytes of each client, its allowance, do not count: with one, short answers are always possible. A part of the limit is
/// reserved for clients on Unix sockets. An answer that does not fit may wait for its turn.
package final class ByteBudget: Sendable {
  /// The bytes that are kept for one client. Its owner ends it with ``ByteBudget/close(_:)``.
  package struct Account: Sendable {
    fileprivate let number: Int
    /// True for a client on a Unix socket.
    package let isLocalSocket: Bool
    /// The bytes that are kept for the client.
    package fileprivate(set) var bytes = 0
  }

  private struct Waiter {
    /// The number of the account.
    var number: Int
    /// The bytes beyond the allowance that the answer needs.
    var count: Int
    var isLocalSocket: Bool
    var resume: @Sendable () -> Void
  }

  private struct State {
    var accounts = 0
    /// The counted bytes of clients on Unix sockets, those of granted turns among them.
    var local = 0
    /// The counted bytes of all other clients, likewise.
    var network = 0
    /// The answers that wait, the first one first.
    var waiters: [Waiter] = []
    /// The bytes that are kept for answers whose turn it is, by the number of the account.
    var granted: [Int: Int] = [:]

    mutating func add(_ count: Int, isLocalSocket: Bool) {
      if isLocalSocket { local += count } else { network += count }
    }

    /// Ends the turn of an account, which takes its bytes now or does not need them.
    mutating func endTurn(of account: Account) {
      if let count = granted.removeValue(forKey: account.number) {
        add(-count, isLocalSocket: account.isLocalSocket)
      }
    }
  }

  private let limit: Int
  private let keptForLocal: Int
  /// The bytes of each client that do not count.
  package let allowance: Int
  private let state = Mutex(State())

  /// Allows `limit` bytes for all clients together, of which the last `keptForLocal` are for Unix sockets, and
  /// `allowance` bytes for each client beside them.
  package init(limit: Int, keptForLocal: Int, allowance: Int) {
    self.limit = limit
    self.keptForLocal = keptForLocal
    self.allowance = allowance
  }

  /// The bytes beyond the allowances that wait for all clients, and that are kept for answers whose turn it is.
  package var bytes: Int { state.withLock { $0.local + $0.network } }

  /// The number of answers that wait for their turn.
  package var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Returns the account of a new client, for which nothing waits.
  package func open(isLocalSocket: Bool) -> Account {
    state.withLock { state in
      state.accounts += 1
      return Account(number: state.accounts, isLocalSocket: isLocalSocket)
    }
  }

  /// Adds `count` bytes to the account. Returns false and adds nothing when they do not fit, unless `mayExceed` is
  /// true: for a few bytes without which an answer is not complete. A turn that ``wait(for:in:resume:)`` gave is over
  /// then.
  package func grow(_ account: inout Account, by count: Int, mayExceed: Bool = false) -> Bool {
    let bytes = account.bytes + count
    let more = counted(bytes) - counted(account.bytes)
    let fits = change { [account] state in
      state.endTurn(of: account)
      guard mayExceed || more == 0 || self.fits(more, account.isLocalSocket, state) else { return false }
      state.add(more, isLocalSocket: account.isLocalSocket)
      return true
    }
    if fits { account.bytes = bytes }
    return fits
  }

  /// Takes `count` bytes, which were sent or discarded, off the account. Answers that fit now get their turn.
  package func shrink(_ account: inout Account, by count: Int) {
    let bytes = account.bytes - count
    let less = counted(account.bytes) - counted(bytes)
    account.bytes = bytes
    change { [account] state in state.add(-less, isLocalSocket: account.isLocalSocket) }
  }

  /// Calls `resume` once, on any thread, when `count` bytes fit into `account`. They are kept for it until it grows:
  /// the owner must then try again. One answer waits for each account.
  package func wait(for count: Int, in account: Account, resume: @escaping @Sendable () -> Void) {
    let more = counted(account.bytes + count) - counted(account.bytes)
    change { state in
      state.waiters.append(
        Waiter(number: account.number, count: more, isLocalSocket: account.isLocalSocket, resume: resume))
    }
  }

  /// Takes all bytes off the account, and forgets an answer that waits. The account can be used again.
  package func close(_ account: inout Account) {
    let bytes = counted(account.bytes)
    account.bytes = 0
    change { [account] state in
      state.endTurn(of: account)
      state.waiters.removeAll { $0.number == account.number }
      state.add(-bytes, isLocalSocket: account.isLocalSocket)
    }
  }

  private func counted(_ bytes: Int) -> Int { max(0, bytes - allowance) }

  private func fits(_ count: Int, _ isLocalSocket: Bool, _ state: State) -> Bool {
    state.local + state.network + count <= limit
      && (isLocalSocket || state.network + count <= limit - keptForLocal)
  }

  /// Changes the state, and resumes the answers whose turn it is after that, in their order. Those of the network wait
  /// for the first one of the network that does not fit, so that long answers get their turn, too; those of Unix sockets
  /// likewise.
  private func change<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
    let (result, ready) = state.withLock { state in
      let result = body(&state)
      var ready: [Waiter] = []
      var isOver: [Bool: Bool] = [:]
      for waiter in state.waiters {
        guard isOver[waiter.isLocalSocket] != true, fits(waiter.count, waiter.isLocalSocket, state) else {
          isOver[waiter.isLocalSocket] = true
          continue
        }
        state.granted[waiter.number] = waiter.count
        state.add(waiter.count, isLocalSocket: waiter.isLocalSocket)
        ready.append(waiter)
      }
      if !ready.isEmpty {
        let numbers = Set(ready.map(\.number))
        state.waiters.removeAll { numbers.contains($0.number) }
      }
      return (result, ready)
    }
    for waiter in ready { waiter.resume() }
    return result
  }
}
