import AudioCore
import Parser
import Player
import Radio
import Reader
import Synchronization
import SystemSupport
import TestSupport

/// The sound side of a playback session. A test puts packets in, and checks the sound and the reports that come out.
final class SoundPipeline: Sendable {
  static let recording = SignalSource.Recording(.tones([1000], amplitude: 0.5), seconds: 2)

  let buffer: TimeShiftBuffer
  let status = SoundStatus()
  let volume = VolumeControl()
  let moves = ListenerMoves()
  private let reports = Mutex<[SoundEvent]>([])
  private let hasEnded = Atomic<Bool>(false)

  /// A pipeline whose buffer delivers packets at once or, after an underrun, once it holds `resume` of sound, and keeps
  /// `past` of what was heard.
  init(resume: Duration = .zero, past: Duration = .zero) {
    var limits = TimeShiftBuffer.Limits(
      maximumDuration: .seconds(60), maximumBytes: 64 << 20, startDuration: .zero, resumeDuration: resume)
    if past == .zero { limits = .init(startDuration: .zero, resumeDuration: resume) }
    limits.past = past
    buffer = TimeShiftBuffer(limits: limits)
  }

  /// The events that were reported so far.
  var events: [SoundEvent] { reports.withLock { $0 } }

  /// True once the loop has returned.
  var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// Plays on a separate thread, to the outputs that `makeOutputs` makes on that thread.
  func start(durationLimit: Duration? = nil, _ makeOutputs: @escaping @Sendable () -> OutputChain) {
    let isStarted = PlainThread.start { [self] in
      SoundLoop(
        buffer: buffer, outputs: makeOutputs(), tap: PCMTap(), volume: volume, status: status, moves: moves,
        durationLimit: durationLimit, report: { event in self.reports.withLock { $0.append(event) } }
      ).run()
      hasEnded.store(true, ordering: .releasing)
    }
    if !isStarted { fatalError("no thread") }
  }

  /// Waits for the end of the loop.
  func waitUntilOver() -> Bool { ProcessRunner.eventually { isOver } }

  /// The packets of the recording, which is 2 s long.
  static func packets() throws -> [Packet] {
    var parser = StreamParser(source: "test")
    return try (parser.feed(SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))) + parser.finish()).packets
  }

  /// Packets that contain `samples`, stereo at 44,100 Hz, unchanged as 32-bit floats.
  static func packets(of samples: [Float]) -> [Packet] {
    let format = AudioFormat(sampleRate: 44100, channels: 2)
    return stride(from: 0, to: samples.count, by: 2 * 1024).map { start in
      let piece = samples[start..<min(start + 2 * 1024, samples.count)]
      return Packet(
        codec: .pcm, bytes: piece.withUnsafeBytes { Array($0) }, headerFormat: format, frameCount: piece.count / 2,
        bitRate: 44100 * 64, isDiscontinuity: start == 0,
        setup: .samples(SampleCoding(kind: .float, bytes: 4, isBigEndian: false)))
    }
  }

  /// True when stereo samples at 44,100 Hz are nowhere louder than the fade-in that they begin with: 882 frames are
  /// 20 ms, and the ramp may be a frame ahead.
  static func isFadeIn(_ samples: ArraySlice<Float>) -> Bool {
    let fadeFrames: Float = 882
    return samples.enumerated().allSatisfy { (index: Int, sample: Float) -> Bool in
      abs(sample) <= Float(index / 2 + 2) / fadeFrames
    }
  }

  /// The samples that `packets` decode to.
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
