import AudioCore
import Parser
import Player
import Radio
import Reader
import Synchronization
import TestSupport

/// The sound side of a road with a test at both ends: packets are put in, and what it plays and reports is looked at.
final class SoundPipeline: Sendable {
  static let recording = SignalSource.Recording(.tones([1000], amplitude: 0.5), seconds: 2)

  let buffer: PacketBuffer
  let status = SoundStatus()
  let volume = VolumeControl()
  private let reports = Mutex<[SoundEvent]>([])
  private let hasEnded = Atomic<Bool>(false)

  /// A road whose buffer gives out what it has at once, or after a dry spell when it holds `resume` of sound.
  init(resume: Duration = .zero) {
    buffer = PacketBuffer(limits: .init(startDuration: .zero, resumeDuration: resume))
  }

  /// What was reported so far.
  var events: [SoundEvent] { reports.withLock { $0 } }

  /// True once the loop has returned.
  var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// Plays on a thread of its own to what `makeOutputs` makes there.
  func start(durationLimit: Duration? = nil, _ makeOutputs: @escaping @Sendable () -> OutputChain) {
    let isStarted = PlainThread.start { [self] in
      SoundLoop(
        buffer: buffer, outputs: makeOutputs(), tap: PCMTap(), volume: volume, status: status,
        durationLimit: durationLimit, report: { event in self.reports.withLock { $0.append(event) } }
      ).run()
      hasEnded.store(true, ordering: .releasing)
    }
    if !isStarted { fatalError("no thread") }
  }

  /// Waits for the end of the loop.
  func waitUntilOver() -> Bool { ProcessRunner.eventually { isOver } }

  /// The packets of the recording, 2 s of them.
  static func packets() throws -> [Packet] {
    var parser = StreamParser(source: "test")
    return try (parser.feed(SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))) + parser.finish()).packets
  }

  /// What they decode to.
  static func decoded(_ packets: [Packet]) throws -> [Float] {
    let reader = PacketReader()
    var samples: [Float] = []
    for packet in packets {
      if let block = try reader.read(packet) { samples += block.samples }
    }
    if let block = reader.finish() { samples += block.samples }
    return samples
  }
}
