import Glibc
import SystemSupport
import Terminal
import TestSupport

/// A running view between two pipes.
final class PlainRun {
  let radio = PlainViewTests.makeRadio()
  let view: PlainView
  private let end = OneShotValue<ViewEnd>()
  private(set) var text = ""
  private var typing: Int32
  private var reading: Int32
  private let ends: [Int32]

  init(isClient: Bool = false, before: (FakeRadio) -> Void = { _ in }) {
    before(radio)
    var (input, output) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    _ = (pipe(&input), pipe(&output))
    (typing, reading, ends) = (input[1], output[0], [input[0], output[1]])
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    view = PlainView(radio: radio, isClient: isClient, input: input[0], output: output[1])
    Task { [view, end] in end.set(await view.runOnOwnThread()) }
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(typing, bytes, bytes.count)
  }

  func closeInput() {
    close(typing)
    typing = -1
  }

  func closeOutput() {
    close(reading)
    reading = -1
  }

  /// Reads until what was printed is as wanted; false after the time limit.
  func wait(until isDone: (String) -> Bool) -> Bool {
    let limit = ContinuousClock.now + TestTime.seconds(20)
    while !isDone(text) {
      if ContinuousClock.now > limit { return false }
      receive(milliseconds: 50)
    }
    return true
  }

  func receive(milliseconds: Int32) {
    var slot = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    guard poll(&slot, 1, milliseconds) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(reading, &buffer, buffer.count)
    if count > 0 { text += String(decoding: buffer[..<count], as: UTF8.self) }
  }

  /// Waits for the end of the view and reads what is left. Nil when the view does not end in time; it is stopped then.
  func finish() async -> ViewEnd? {
    guard let end = await end.wait(limit: TestTime.seconds(20)) else {
      view.requestStop()
      return nil
    }
    if reading >= 0 { receive(milliseconds: 0) }
    for end in ends + [typing, reading] where end >= 0 { close(end) }
    return end
  }

  var lines: [String] { text.split(separator: "\n").map(String.init) }
}
