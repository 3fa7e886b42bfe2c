import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Memory and descriptors over a long run", .serialized, .ownThreads)
struct EnduranceTests {
  /// 22.05 kHz mono decodes fastest, so that hours of sound pass in seconds.
  private static let recording = SignalSource.Recording(.music, seconds: 60, rate: 22050, channels: 1)
  private static let hours = 6

  /// A station that sends as fast as its listener reads, with a new title now and then.
  private static func flood() throws -> ScriptedServer {
    let audio = try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 32))
    let interval = 16000
    let whole = audio.count / interval * interval
    return try ScriptedServer { call in
      call.answer(headers: ["icy-metaint: \(interval)"])
      var number = 0
      var isOpen = true
      while isOpen {
        number += 1
        isOpen = call.send(
          ICYBody.interleave(Array(audio[..<whole]), interval: interval, titles: [.init("Song \(number)", at: 0)]))
      }
    }
  }

  /// Watches a process to its end. Returns its own memory after a tenth of the run and at the end, and the peak of its
  /// memory in use; KiB.
  private static func watch(_ pid: pid_t, while isRunning: () -> Bool) -> (early: Int, late: Int, peak: Int) {
    var samples: [ProcessUse] = []
    _ = ProcessRunner.eventually(within: .seconds(90)) {
      if let use = ProcessUse(pid: pid), use.residentKilobytes > 0 { samples.append(use) }
      return !isRunning()
    }
    let tenth = max(samples.count / 10, 1)
    func median(_ part: ArraySlice<ProcessUse>) -> Int {
      let sorted = part.map(\.ownKilobytes).sorted()
      return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
    return (
      median(samples.dropFirst(tenth).prefix(tenth)), median(samples.suffix(tenth)),
      samples.map(\.peakKilobytes).max() ?? 0
    )
  }

  private static let allowedGrowth = 1500  // KiB

  @Test("6 h of raw sound: memory stays flat and under 40 MiB")
  func hoursOfSound() throws {
    let server = try Self.flood()
    let player = try Radiod.start(
      "play", server.url, "--output", "raw", "--duration", "\(Self.hours * 3600)", output: "/dev/null")
    let memory = Self.watch(player.pid) { player.exitCode == nil }
    #expect(player.exitCode == 0, "\(player.errorText.suffix(300))")
    #expect(memory.early > 0 && memory.late - memory.early < Self.allowedGrowth, "\(memory)")
    #expect(memory.peak < 40 * 1024, "\(memory)")
  }

  @Test("6 h of frames as JSON: memory stays flat and under 40 MiB")
  func hoursOfFrames() throws {
    let server = try Self.flood()
    let analyser = try Radiod.start(
      "spectrum", server.url, "--json", "--hop", "4096", "--duration", "\(Self.hours * 3600)", output: "/dev/null")
    let memory = Self.watch(analyser.pid) { analyser.exitCode == nil }
    #expect(analyser.exitCode == 0, "\(analyser.errorText.suffix(300))")
    #expect(memory.early > 0 && memory.late - memory.early < Self.allowedGrowth, "\(memory)")
    #expect(memory.peak < 40 * 1024, "\(memory)")
  }

  @Test("6 h of a station with bars: memory stays flat and under 40 MiB", .enabled(if: TmuxScreen.isAvailable))
  func hoursOfBars() throws {
    let server = try Self.flood()
    let screen = try TmuxScreen(
      columns: 120, rows: 40,
      command: "'\(Radiod.path)' play \(server.url) --output wav:/dev/null --duration \(Self.hours * 3600)",
      environment: Radiod.environment)
    let pid = screen.pid
    #expect(pid > 0)
    let memory = Self.watch(pid) { ProcessUse(pid: pid) != nil }
    #expect(screen.exitCode() == 0)
    #expect(memory.early > 0 && memory.late - memory.early < Self.allowedGrowth, "\(memory)")
    #expect(memory.peak < 40 * 1024, "\(memory)")
  }

  @Test(
    "radiod releases the connection, the threads and the descriptors of each station that it leaves",
    .enabled(if: TmuxScreen.isAvailable))
  func release() throws {
    let audio = try SignalSource.shared.bytes(.init(.music, seconds: 9), as: .mp3(kilobits: 128))
    let server = try ScriptedServer { call in
      call.answer()
      call.broadcast(audio, bytesPerSecond: 16000, burst: 64000)
    }
    let scratch = try Scratch()
    let names = ["Alpha", "Bravo", "Charlie"]
    let stations = names.map {
      "{\"id\":\"\($0.lowercased())\",\"name\":\"\($0) FM\",\"url\":\"\(server.url("/" + $0))\"}"
    }
    let list = try scratch.write("{\"version\":1,\"stations\":[\(stations.joined(separator: ","))]}", as: "s.json")
    let screen = try TmuxScreen(
      columns: 80, rows: 24, command: "'\(Radiod.path)' play alpha --stations \(list) --output silent",
      environment: Radiod.environment)
    func plays(_ name: String) -> Bool {
      // In one row: the tabs have the word, too.
      screen.waits { $0.split(separator: "\n").contains { $0.contains("\(name) FM") && $0.contains("playing") } }
    }
    #expect(plays("Alpha"), "\(screen.text)")
    for name in ["Bravo", "Charlie", "Alpha"] {
      try screen.type("n")
      #expect(plays(name), "\(screen.text)")
    }
    let pid = screen.pid
    let before = try #require(ProcessUse(pid: pid))
    for name in ["Charlie", "Bravo", "Alpha", "Charlie", "Bravo", "Alpha"] {
      try screen.type("b")
      #expect(plays(name), "\(screen.text)")
    }
    // Many at once: the last one wins. Keys are handled in order, so the new volume shows that all were handled.
    try screen.type("nnnnnnnnnnnnnnnnnnnn-")
    #expect(screen.waits { $0.contains("95 %") }, "\(screen.text)")
    #expect(plays("Charlie"), "\(screen.text)")
    #expect(ProcessRunner.eventually { server.openCallCount == 1 })
    let isReleased = ProcessRunner.eventually {
      guard let now = ProcessUse(pid: pid) else { return false }
      return now.descriptors <= before.descriptors && now.threads <= before.threads
    }
    #expect(isReleased, "\(before), then \(String(describing: ProcessUse(pid: pid)))")
    // Stopping leaves nothing open, and rejoining opens one again.
    try screen.type(" ")
    #expect(screen.waits { $0.contains("stopped") }, "\(screen.text)")
    #expect(ProcessRunner.eventually { server.openCallCount == 0 })
    let isClosed = ProcessRunner.eventually {
      guard let now = ProcessUse(pid: pid) else { return false }
      return now.descriptors < before.descriptors && now.threads <= before.threads
    }
    #expect(isClosed, "\(before), then \(String(describing: ProcessUse(pid: pid)))")
    try screen.type(" ")
    #expect(plays("Charlie"), "\(screen.text)")
    #expect(server.openCallCount == 1)
    #expect(server.requests.last?.path == "/Charlie")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
  }
}
