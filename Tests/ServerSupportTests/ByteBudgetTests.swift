import ServerSupport
import Synchronization
import Testing

@Suite("The memory for unsent bytes of all clients")
struct ByteBudgetTests {
  /// What was called, in order.
  private final class Calls: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func record(_ name: String) -> @Sendable () -> Void { { self.names.withLock { $0.append(name) } } }
  }

  @Test("clients share the limit, beside their allowance; a quarter is for Unix sockets")
  func shares() {
    let budget = ByteBudget(limit: 1000, keptForLocal: 250, allowance: 100)
    var (one, other) = (budget.open(isLocalSocket: false), budget.open(isLocalSocket: false))
    var local = budget.open(isLocalSocket: true)
    #expect(budget.grow(&one, by: 850) && budget.bytes == 750)
    #expect(budget.grow(&other, by: 100) && budget.bytes == 750, "the allowance does not count")
    #expect(!budget.grow(&other, by: 1) && other.bytes == 100, "the network's share is taken")
    #expect(budget.grow(&local, by: 350) && !budget.grow(&local, by: 1))
    #expect(budget.grow(&other, by: 5, mayExceed: true) && budget.bytes == 1005)
    budget.shrink(&one, by: 750)
    #expect(one.bytes == 100 && budget.bytes == 255 && budget.grow(&other, by: 1))
    for _ in 0..<2 {
      budget.close(&one)
      budget.close(&other)
      budget.close(&local)
      #expect(budget.bytes == 0)
    }
  }

  @Test("answers that wait get their turn in order, each when it fits; that of a closed account never")
  func turns() {
    let budget = ByteBudget(limit: 1000, keptForLocal: 200, allowance: 0)
    let calls = Calls()
    var holder = budget.open(isLocalSocket: false)
    var (long, short) = (budget.open(isLocalSocket: false), budget.open(isLocalSocket: false))
    var (gone, local) = (budget.open(isLocalSocket: false), budget.open(isLocalSocket: true))
    #expect(budget.grow(&holder, by: 800))
    budget.wait(for: 500, in: long, resume: calls.record("long"))
    budget.wait(for: 100, in: short, resume: calls.record("short"))
    budget.wait(for: 100, in: gone, resume: calls.record("gone"))
    budget.wait(for: 200, in: local, resume: calls.record("local"))
    #expect(calls.all == ["local"] && budget.waiterCount == 3)
    budget.close(&gone)
    budget.shrink(&holder, by: 300)
    #expect(calls.all == ["local"], "the short one does not overtake the long one")
    budget.shrink(&holder, by: 200)
    #expect(calls.all == ["local", "long"], "the bytes of one turn are not given twice")
    #expect(budget.grow(&long, by: 300))
    #expect(calls.all == ["local", "long", "short"] && budget.waiterCount == 0, "what a turn leaves is free")
    #expect(budget.grow(&short, by: 100) && budget.grow(&local, by: 200))
    for _ in 0..<2 {
      budget.close(&holder)
      budget.close(&long)
      budget.close(&short)
      budget.close(&local)
      #expect(budget.bytes == 0)
    }
  }

  @Test("a turn that is not used ends with the account")
  func unused() {
    let budget = ByteBudget(limit: 100, keptForLocal: 0, allowance: 0)
    let calls = Calls()
    var (first, second) = (budget.open(isLocalSocket: false), budget.open(isLocalSocket: false))
    budget.wait(for: 100, in: first, resume: calls.record("first"))
    budget.wait(for: 100, in: second, resume: calls.record("second"))
    #expect(calls.all == ["first"] && budget.bytes == 100)
    budget.close(&first)
    #expect(calls.all == ["first", "second"])
    budget.close(&second)
    #expect(budget.bytes == 0)
  }
}
