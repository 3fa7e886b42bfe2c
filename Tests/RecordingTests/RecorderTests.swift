import AudioCore
import Foundation
import Parser
import RadioModel
import Recording
import Synchronization
import TestSupport
import Testing

/// A station in memory: MP3 with titles, whose listener hears at once what comes.
private struct StationInMemory {
  let buffer: TimeShiftBuffer
  let packets: [Packet]
  private let places: [Int]

  init(past: Duration = .seconds(600)) throws {
    var limits = TimeShiftBuffer.Limits(maximumDuration: .seconds(3600), maximumBytes: 64 << 20, startDuration: .zero)
    limits.past = past
    buffer = TimeShiftBuffer(limits: limits)
    buffer.connectionBegan(isLive: true)
    let recording = SignalSource.Recording(.music, seconds: 60)
    var parser = StreamParser(source: "test")
    packets = try (parser.feed(SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))) + parser.finish()).packets
    var place = 0
    places = packets.map { packet in
      defer { place += ElementRing.size(of: .packet(packet)).nanoseconds }
      return place
    }
  }

  /// The index of the packet that begins at `second`, or the first one after it.
  func index(_ second: Double) -> Int { places.firstIndex { Double($0) >= second * 1e9 } ?? packets.count }

  /// Sends what begins from `from` to `to` seconds, and is heard at once.
  func send(from: Double, to end: Double) async throws {
    let part = packets[index(from)..<index(end)]
    try await buffer.append(part.map { .packet($0) })
    while case .element = buffer.pull() {}
    _ = buffer.noteHeard(buffer.place)
  }

  func title(_ text: String) async throws { try await buffer.append(.metadata(StreamMetadata(title: text))) }

  /// Sends 60 s with a title every 15 s, the first one after 5 s.
  func sendAll() async throws {
    try await send(from: 0, to: 5)
    for (number, name) in ["One", "Two", "Three", "Four"].enumerated() {
      try await title("Artist - \(name)")
      try await send(from: Double(5 + 15 * number), to: Double(20 + 15 * number))
    }
  }

  var source: RecordedSource { RecordedSource(buffer: buffer, name: "Test FM", address: "http://radio.test/live") }
}

@Suite(
  "Keeping and recording", .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(if: SignalSource.isAvailable, "needs ffmpeg"))
struct RecorderTests {
  private let scratch: Scratch
  private let recordings: Recordings
  private let folder: String

  init() throws {
    scratch = try Scratch()
    folder = scratch.path("music")
    recordings = Recordings(
      settings: RecordingSettings(folder: RecordingFolder(folder)) { title, _ in title.contains(" - ") })
  }

  private func finished(_ recording: RecordingStatus) async throws -> RecordingStatus {
    try await Self.awaitEnd(of: recording.id, in: recordings)
  }

  private static func awaitEnd(of id: Int, in recordings: Recordings) async throws -> RecordingStatus {
    let deadline = ContinuousClock.now.advanced(by: .seconds(20) * TestTime.waitScale)
    while try recordings.status(id).isActive, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(5))
    }
    let status = try recordings.status(id)
    #expect(!status.isActive, "it does not end: \(status)")
    return status
  }

  /// The packets of a file that was written.
  private func packets(_ name: String) throws -> [Packet] {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
    var parser = StreamParser(source: "file")
    return try (parser.feed(bytes) + parser.finish()).packets
  }

  /// Whether the file `name` ends with the bytes of `span`, after the packets with which a decoder begins.
  private func expect(_ name: String, holds span: ArraySlice<Packet>) throws {
    let written = try packets(name).map(\.bytes)
    #expect(Array(written.suffix(span.count)) == span.map(\.bytes), "\(name)")
    #expect(written.count <= span.count + 5, "\(name): \(written.count) packets for \(span.count)")
  }

  @Test("a title that has ended is kept at once: whole, named, and once however often it is asked for")
  func keepEnded() async throws {
    let station = try StationInMemory()
    try await station.sendAll()
    let titles = station.buffer.titles
    let begun = try recordings.keep(titles[1].id, at: 0, of: station.source)
    let again = try recordings.keep(titles[1].id, at: 0, of: station.source)
    #expect(again.id == begun.id)
    let kept = try await finished(begun)
    try #require(kept.state == .done && kept.isComplete && kept.files == ["Test FM/Artist - Two.mp3"], "\(kept)")
    #expect(kept.kind == .keep && kept.title == "Artist - Two" && abs(kept.seconds - 15) < 6.1)
    let written = try packets(kept.files[0])
    #expect(!written.isEmpty && kept.bytes > 0)
    #expect(recordings.list.count == 1 && recordings.activeCount == 0)
  }

  @Test("the title that is heard is kept to its end, when that comes; at a stop it is incomplete")
  func keepHeard() async throws {
    let station = try StationInMemory()
    try await station.send(from: 0, to: 5)
    try await station.title("Artist - One")
    try await station.send(from: 5, to: 12)
    let one = try recordings.keep(nil, at: station.buffer.livePlace, of: station.source)
    #expect(one.isActive)
    try await station.title("Artist - Two")
    try await station.send(from: 12, to: 30)
    let kept = try await finished(one)
    #expect(kept.isComplete && kept.files == ["Test FM/Artist - One.mp3"], "\(kept)")
    let two = try recordings.keep(nil, at: station.buffer.livePlace, of: station.source)
    try recordings.stop(two.id)
    let stopped = try await finished(two)
    #expect(stopped.state == .done && !stopped.isComplete, "\(stopped)")
    #expect(stopped.files == ["incomplete/Test FM/Artist - Two.mp3"])
    #expect(throws: RecordingError.notKept) { try recordings.keep(99, at: 0, of: station.source) }
  }

  @Test("a recording has every packet from its beginning to its end, also of what comes after a stop of the radio")
  func record() async throws {
    let station = try StationInMemory()
    try await station.send(from: 0, to: 10)
    let beginning = station.buffer.livePlace
    let recording = try recordings.record(RecordingOrder(rule: .whole, beginning: beginning), of: station.source)
    try await station.send(from: 10, to: 20)
    try await station.title("Artist - One")
    try await station.send(from: 20, to: 40)
    station.buffer.close()
    let done = try await finished(recording)
    try #require(done.state == .done && done.files.count == 2 && done.files[1].hasSuffix(".cue"), "\(done)")
    try expect(done.files[0], holds: station.packets[station.index(10)..<station.index(40)])
    let cues = try String(contentsOfFile: folder + "/" + done.files[1], encoding: .utf8)
    #expect(cues.contains("TITLE \"One\"") && cues.contains("FILE \""), "\(cues)")
  }

  @Test("divided by titles, the files together are the recording; what is not a song is left out on request")
  func split() async throws {
    let station = try StationInMemory()
    let recording = try recordings.record(RecordingOrder(rule: .titles, beginning: 0), of: station.source)
    try await station.sendAll()
    try recordings.stop(recording.id)
    let done = try await finished(recording)
    #expect(done.files.count == 5, "\(done)")
    let sizes = try done.files.map { try packets($0).count }
    let all = station.packets.count
    #expect(sizes.reduce(0, +) >= all && sizes.reduce(0, +) <= all + 5 * done.files.count, "\(sizes) of \(all)")
    #expect(done.files.filter { $0.hasPrefix("incomplete/") }.count == 2, "the first and the last")
    var order = RecordingOrder(rule: .titles, beginning: 0)
    order.isSongsOnly = true
    let songs = try StationInMemory()
    let other = try recordings.record(order, of: songs.source)
    try await songs.sendAll()
    try recordings.stop(other.id)
    #expect(try await finished(other).files.count == 4, "without the sound before the first title")
  }

  @Test("a duration ends a recording to the packet, and a fifth recording at a time is refused")
  func bounds() async throws {
    let station = try StationInMemory()
    try await station.send(from: 0, to: 5)
    var order = RecordingOrder(rule: .whole, beginning: station.buffer.livePlace)
    order.duration = .seconds(20)
    let first = try recordings.record(order, of: station.source)
    for _ in 0..<3 {
      _ = try recordings.record(RecordingOrder(rule: .whole, beginning: 0), of: station.source)
    }
    #expect(throws: RecordingError.tooMany(4)) {
      try recordings.record(RecordingOrder(rule: .whole, beginning: 0), of: station.source)
    }
    try await station.send(from: 5, to: 60)
    let done = try await finished(first)
    try #require(done.files.count == 1, "\(done)")
    try expect(done.files[0], holds: station.packets[station.index(5)..<station.index(25)])
    await recordings.stopAll(limit: .seconds(20))
    #expect(recordings.activeCount == 0)
  }

  @Test("a source that is given up ends its recording: failed without sound, else incomplete, and with the reason")
  func givenUp() async throws {
    let silent = try StationInMemory()
    let none = try recordings.recorder(RecordingOrder(rule: .whole, beginning: 0), of: silent.source)
    none.giveUp(because: "the server refused")
    silent.buffer.finish()
    let failed = try await finished(none.status)
    #expect(failed.state == .failed && failed.reason == "the server refused" && failed.files.isEmpty, "\(failed)")
    #expect(recordings.failureCount == 1)
    let station = try StationInMemory()
    let some = try recordings.recorder(RecordingOrder(rule: .whole, beginning: 0), of: station.source)
    some.setStation("Named FM")
    try await station.send(from: 0, to: 10)
    some.giveUp(because: "the stream ended")
    station.buffer.finish()
    let cut = try await finished(some.status)
    #expect(cut.state == .done && !cut.isComplete && cut.reason == "the stream ended", "\(cut)")
    #expect(cut.station == "Named FM" && recordings.failureCount == 1)
    try #require(cut.files.count == 1 && cut.files[0].hasPrefix("incomplete/Named FM/"), "\(cut)")
    try expect(cut.files[0], holds: station.packets[..<station.index(10)])
    // One that is stopped has all that was wanted.
    let stopped = try StationInMemory()
    let whole = try recordings.recorder(RecordingOrder(rule: .whole, beginning: 0), of: stopped.source)
    try await stopped.send(from: 0, to: 10)
    whole.giveUp(because: "the stream ended")
    whole.stop()
    let done = try await finished(whole.status)
    #expect(done.state == .done && done.isComplete && done.reason == nil, "\(done)")
  }

  @Test("a folder that cannot be made fails the recording with a sentence, and nothing else")
  func noFolder() async throws {
    let station = try StationInMemory()
    try await station.sendAll()
    let path = try scratch.write([], as: "file") + "/below"
    let broken = Recordings(settings: RecordingSettings(folder: RecordingFolder(path)) { _, _ in true })
    let recording = try broken.keep(nil, at: station.buffer.livePlace, of: station.source)
    try broken.stop(recording.id)
    let failed = try await Self.awaitEnd(of: recording.id, in: broken)
    #expect(failed.state == .failed && failed.reason?.contains(path) == true && failed.files.isEmpty, "\(failed)")
  }
}
