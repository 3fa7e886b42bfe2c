import AudioCore
import Broadcast
import Downloader
import Foundation
import Glibc
import NIOPosix
import Parser
import Player
import Radio
import RadioModel
import Stations
import Synchronization
import TestSupport
import Testing

extension ProcessUse {
  /// What this process uses.
  fileprivate static func now() throws -> ProcessUse { try #require(ProcessUse(pid: getpid())) }

  /// True when there are no more threads and descriptors than in `bound`, with a tolerance of 2: the thread pools of
  /// the libraries may grow at any time.
  fileprivate func isNoMore(than bound: ProcessUse) -> Bool {
    descriptors <= bound.descriptors + 2 && threads <= bound.threads + 2
  }
}

/// The connections from programs of this machine to some ports. A connection counts until its caller closes it.
private struct Callers {
  private static let established: Substring = "01"
  let ports: Set<Int>

  /// A connection that is given up while it is being made is closed within this time, before any request was sent.
  private static let moment: Duration = .milliseconds(100)

  /// Returns the number of connections. It is more than one only when they exist together for longer than ``moment``.
  func count() -> Int {
    let first = now
    guard first.count > 1 else { return first.count }
    usleep(useconds_t(Self.moment / .microseconds(1)))
    return first.intersection(now).count
  }

  /// The addresses of both ends of each connection.
  private var now: Set<String> {
    Set(
      Self.table.split(separator: "\n").dropFirst().compactMap { line in
        let fields = line.split(separator: " ", maxSplits: 4)
        guard fields.count > 3, fields[3] == Self.established, let port = fields[2].split(separator: ":").last,
          ports.contains(Int(port, radix: 16) ?? 0)
        else { return nil }
        return "\(fields[1]) \(fields[2])"
      })
  }

  /// The kernel's table of connections. It comes in pieces: a single read returns only the beginning.
  private static var table: String {
    let file = open("/proc/self/net/tcp", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &chunk, chunk.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}

/// Stations on the loopback interface that play, hang, reset, refuse, flood or are closed.
private struct Dial {
  let broadcaster: Broadcaster
  let servers: [ScriptedServer]
  let stations: [Station]
  let file: Source
  let ports: Set<Int>

  static let playing = "playing"

  init(on eventLoops: MultiThreadedEventLoopGroup) async throws {
    let recording = SignalSource.Recording(.music, seconds: 20)
    let path = try SignalSource.shared.path(recording, as: .mp3(kilobits: 128))
    let audio = try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))
    broadcaster = Broadcaster(recordings: [.file(path)], group: eventLoops)
    let port = try await broadcaster.start()
    let hanging = try ScriptedServer { $0.waitForEnd() }
    let resetting = try ScriptedServer { call in
      call.answer(body: Array(audio[..<30_000]))
      call.reset()
    }
    let refusing = try ScriptedServer { $0.answer("404 Not Found") }
    let flooding = try ScriptedServer { call in
      call.answer()
      call.sendForever(audio)
    }
    servers = [hanging, resetting, refusing, flooding]
    let closed = try ScriptedServer.freePort()
    file = .file(path: path)
    ports = Set(servers.map(\.port) + [port])
    stations = [
      Station(id: Self.playing, name: "Playing", url: "http://127.0.0.1:\(port)/"),
      Station(id: "hanging", name: "Hanging", url: hanging.url),
      Station(id: "resetting", name: "Resetting", url: resetting.url),
      Station(id: "refusing", name: "Refusing", url: refusing.url),
      Station(id: "flooding", name: "Flooding", url: flooding.url),
      Station(id: "closed", name: "Closed", url: "http://127.0.0.1:\(closed)/"),
    ]
  }

  /// The number of connections that are still open at the stations.
  var openCalls: Int { broadcaster.listenerCount + servers.map(\.openCallCount).reduce(0, +) }
}

/// Counts the connections every 5 ms on a thread of its own: Swift's pool of threads is busy with the storm.
private final class CallerWatch: Sendable {
  struct Result {
    var maximum = 0
    var samples = 0
  }

  private static let intervalMicroseconds: useconds_t = 5000

  private let result = Mutex(Result())
  private let isOver = Atomic(false)

  /// Begins to count, until ``end()``.
  init(_ callers: Callers) {
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed) {
        let count = callers.count()
        result.withLock {
          $0.maximum = max($0.maximum, count)
          $0.samples += 1
        }
        usleep(Self.intervalMicroseconds)
      }
    }
  }

  /// The number of counts so far.
  var samples: Int { result.withLock { $0.samples } }

  /// Ends the watch. Returns the largest count and the number of counts.
  func end() -> Result {
    isOver.store(true, ordering: .relaxed)
    return result.withLock { $0 }
  }
}

@Suite("A storm of commands", .serialized, .timeLimit(.minutes(2 * TestTime.waitScale)))
struct CommandStormTests {
  private static let commands = 1000
  /// The number of commands between two checks of the held resources.
  private static let stage = 200
  /// Nothing of the radio ends a wait for a silent station: a command that waits for one is never obeyed.
  private static var limits: DownloadLimits {
    var limits = DownloadLimits()
    (limits.headSeconds, limits.stallSeconds) = (3600, 3600)
    return limits
  }

  private let eventLoops = MultiThreadedEventLoopGroup.singleton

  @Test(
    """
    1000 commands at random times, also moves in the sound that is kept: each is obeyed, the last one wins, there is at \
    most one stream and no leak
    """)
  func thousand() async throws {
    let dial = try await Dial(on: eventLoops)
    var options = TunerOptions()
    options.output = .silent
    options.stations = dial.stations
    options.bufferLimits.past = .seconds(600)
    let downloader = Downloader(eventLoops: eventLoops, environment: [:], limits: Self.limits)
    let tuner = Tuner(options: options, opener: StreamOpener(downloader: downloader))
    let life = Task { await tuner.run() }
    let watch = CallerWatch(Callers(ports: dial.ports))
    defer { _ = watch.end() }
    tuner.send(.play(dial.file))  // the end of the first source would end the radio

    var random = SeededRandom(seed: 37)
    var expected = Expected()
    try await settle(tuner, on: .station(dial.stations[0]), dial: dial, expected: &expected)
    var held = [try await settledHoldings(noMoreThan: nil)]
    for number in 1...Self.commands {
      let command = Self.command(among: dial, using: &random)
      expected.record(command)
      tuner.send(command)
      if number % 3 == 0, let edit = Self.edit(of: tuner.snapshot.queue, among: dial, using: &random) {
        _ = try? tuner.edit(edit)  // fails when run() has changed the queue meanwhile
      }
      try await Task.sleep(for: .milliseconds(Int(random.next() % 16)))
      if number % 5 == 0 {
        // A busy machine lets the watch's thread run seldom: the storm waits for it.
        let samples = watch.samples
        try await eventually("the connections are counted") { watch.samples > samples }
      }
      if number % 20 == 0 { try await obeys(tuner, expected: &expected) }
      if number % Self.stage == 0 {
        let last = dial.stations[number / Self.stage % dial.stations.count]
        try await settle(tuner, on: .station(last), dial: dial, expected: &expected)
        try await eventually("all connections are closed") { dial.openCalls == 0 }
        held.append(try await settledHoldings(noMoreThan: held.first))
      }
    }
    let callers = watch.end()
    #expect(callers.maximum == 1 && callers.samples > 200, "\(callers)")
    #expect(try #require(held.last).isNoMore(than: held[0]), "\(held)")
    // Memory use goes up and down, and a pool that grows once raises it for good: a leak raises it from each stage to the
    // next. ThreadSanitizer's notes of the memory that was used rise with it.
    let rise = Self.rise(of: held.dropFirst().map(\.ownKilobytes))
    #expect(rise < 2048 * Double(TestTime.scale), "KiB in \(Self.stage) commands: \(held)")

    tuner.send(.quit)
    #expect(await life.value == .quit)
    await dial.broadcaster.stop()
  }

  /// The rise of `values` from one to the next: the median of the slopes between any two of them (Theil and Sen), which a
  /// single step does not raise much.
  private static func rise(of values: [Int]) -> Double {
    var slopes: [Double] = []
    for (later, value) in values.enumerated() {
      slopes += (0..<later).map { Double(value - values[$0]) / Double(later - $0) }
    }
    slopes.sort()
    return slopes.isEmpty ? .infinity : slopes[slopes.count / 2]
  }

  /// The state after the commands so far, as far as it does not depend on their timing.
  private struct Expected {
    var volume = 100
    var isMuted = false

    mutating func record(_ command: Command) {
      switch command {
      case .setVolume(let percent): volume = percent
      case .changeVolume(let points): volume = min(100, max(0, volume + points))
      case .toggleMute: isMuted.toggle()
      case .setMuted(let value): isMuted = value
      case .play, .playEntry, .playAnnouncement, .resume, .pause, .stop, .toggle, .next, .previous, .seek, .quit:
        break
      }
    }
  }

  /// Returns a command; one of four holds the place, goes on or moves, wherever the radio is.
  private static func command(among dial: Dial, using random: inout SeededRandom) -> Command {
    switch random.next() % 20 {
    case 0, 1: .play(.station(dial.stations[Int(random.next() % UInt64(dial.stations.count))]))
    case 2: .play(dial.file)
    case 3, 4, 5: .next
    case 6: .previous
    case 7: .stop
    case 8, 9: .toggle
    case 10: .changeVolume(by: Int(random.next() % 21) - 10)
    case 11: .pause
    case 12: .resume
    case 13, 14: .playEntry(id: 1 + Int(random.next() % UInt64(dial.stations.count + 2)))  // some ids may not exist
    case 15: .toggleMute
    default: .seek(seek(using: &random))
    }
  }

  private static func seek(using random: inout SeededRandom) -> Seek {
    switch random.next() % 8 {
    case 0, 1: .by(.milliseconds(Int(random.next() % 40_000) - 20_000))
    case 2: .by(random.next() % 2 == 0 ? .zero - Seek.maximumStep : Seek.maximumStep)
    case 3: .to(.milliseconds(Int(random.next() % 20_000)))
    case 4: .to(random.next() % 2 == 0 ? .zero : Seek.maximumTime)
    case 5: .title(-1)
    case 6: .title(1)
    default: .live
    }
  }

  /// Returns a random change of the queue, or nil for none. A queue of three entries or fewer gets all stations again.
  private static func edit(of queue: StationQueue, among dial: Dial, using random: inout SeededRandom) -> QueueEdit? {
    guard queue.entries.count > 3 else { return .insert(dial.stations.map { .station($0) }, at: 0) }
    let place = Int(random.next() % UInt64(queue.entries.count))
    switch random.next() % 8 {
    case 0, 1, 2: return .remove(place..<place + 1)
    case 3: return .removeEntry(id: queue.entries[place].id)
    case 4: return .insert([.station(dial.stations[place % dial.stations.count])], at: place)
    case 5: return .swap(0, place)
    case 6: return .shuffle(nil)
    default: return queue.entries.count > 40 ? .clear : nil
    }
  }

  /// Waits until the snapshot shows a new volume. Commands are carried out in order, so all earlier ones were carried out
  /// by then.
  private func obeys(_ tuner: Tuner, expected: inout Expected) async throws {
    let command = Command.setVolume(expected.volume == 50 ? 51 : 50)
    expected.record(command)
    tuner.send(command)
    let (volume, isMuted) = (expected.volume, expected.isMuted)
    try await eventually("the volume is obeyed") {
      tuner.snapshot.volume == volume && tuner.snapshot.isMuted == isMuted
    }
  }

  /// Sends the last command, checks that it wins, and stops.
  private func settle(_ tuner: Tuner, on source: Source, dial: Dial, expected: inout Expected) async throws {
    tuner.send(.play(source))
    try await obeys(tuner, expected: &expected)
    #expect(tuner.snapshot.name == source.displayName)
    #expect(tuner.snapshot.queue.entry(for: source) != nil, "everything that is tuned in is in the queue")
    if case .station(let station) = source, station.id == Dial.playing {
      try await eventually("it plays") { tuner.snapshot.state == .playing }
      #expect(dial.broadcaster.listenerCount == 1)
    }
    tuner.send(.stop)
    try await eventually("it stops") { tuner.snapshot.state == .stopped }
  }

  /// Gives memory that is free back to the system, by `malloc_trim` of <malloc.h>, which Swift does not import.
  private static func trimHeap() {
    typealias Trim = @convention(c) (Int) -> Int32
    guard let function = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") else { return }
    _ = unsafeBitCast(function, to: Trim.self)(0)
  }

  /// Returns the held resources once threads and descriptors are down to `bound` again, or after 5 s.
  private func settledHoldings(noMoreThan bound: ProcessUse?) async throws -> ProcessUse {
    let deadline = ContinuousClock.now + TestTime.seconds(5)
    while let bound, ContinuousClock.now < deadline {
      let now = try ProcessUse.now()
      if now.isNoMore(than: bound) { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    Self.trimHeap()
    return try ProcessUse.now()
  }
}
