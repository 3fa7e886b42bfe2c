import AudioCore
import Radio
import RadioModel
import Synchronization
import Testing

@Suite("The command queue")
struct CommandQueueTests {
  @Test("a flood of titles drops the oldest titles, and never a command or the end of a source")
  func flood() async {
    let inbox = CommandQueue()
    inbox.put(.next)
    inbox.put(.sound(.failed(.unknownHost("h"))), generation: 1)
    for number in 0..<10_000 { inbox.put(.sound(.title(StreamMetadata(title: "\(number)"))), generation: 1) }
    inbox.put(.quit)
    let items = await inbox.next()
    #expect(items.count <= 1024 + 2)
    guard case .command(.next, _)? = items.first, case .command(.quit, _)? = items.last,
      case .report(.sound(.failed), _)? = items.dropFirst().first,
      case .report(.sound(.title(let last, _, _)), _)? = items.dropLast().last
    else {
      Issue.record("not in order")
      return
    }
    #expect(last.title == "9999")
  }

  @Test("a check is accepted behind a flood of commands, and is answered only in its turn")
  func check() async {
    let inbox = CommandQueue()
    for _ in 0..<2000 { inbox.put(.next) }
    let isAnswered = Mutex(false)
    inbox.check { isAnswered.withLock { $0 = true } }
    #expect(!isAnswered.withLock { $0 })
    let items = await inbox.next()
    #expect(items.count == 1024 + 1)
    items.last?.done?()
    #expect(isAnswered.withLock { $0 })
  }

  @Test("items that are put while no task waits are there for the next call")
  func waits() async {
    let inbox = CommandQueue()
    async let first = inbox.next()
    inbox.put(.stop)
    #expect(await first.count == 1)
    inbox.put(.toggle)
    inbox.put(.quit)
    #expect(await inbox.next().count == 2)
  }
}
