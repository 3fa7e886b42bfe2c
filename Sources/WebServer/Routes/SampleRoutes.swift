import AudioCore
import HTTPServer
import NIOCore
import NIOHTTP1
import Radio
import ServerSupport

/// Streams the sound itself, for views on this machine that measure and draw it. The blocks are described at
/// `SampleBlock`.
///
/// Blocks come before they are audible where the sound device holds enough sound, so that the view stays in sync
/// whatever the transport delay. A client that does not take its blocks loses sound and never delays the radio.
struct SampleRoutes {
  let tuner: Tuner
  let readers: BoundedCount

  /// The maximum number of readers at a time.
  static let maximumReaders = 4
  private static let contentType = "application/x-springradio-samples"
  /// The bounds of the pause between two looks at the sound. The pause is half of the time that was sent ahead.
  private static let pauses: ClosedRange<Duration> = .milliseconds(25) ... .milliseconds(100)
  /// The pause while nothing is audible.
  private static let silentPause: Duration = .milliseconds(100)
  /// The pause after a copy that the writer of the sound overtook.
  private static let missedPause: Duration = .milliseconds(5)
  /// The maximum number of samples in a block: 93 ms of stereo at 44.1 kHz.
  private static let blockSamples = 1 << 13

  /// Streams the sound from now on. Throws ``HTTPError`` (503) when there are too many readers.
  func follow(_ request: HTTPRequest) throws -> HTTPAnswer {
    guard !request.isHead else { return Self.answer { _ in } }
    guard readers.enter() else {
      throw HTTPError(
        503, "\(readers.maximum) programs follow the sound already", header: ("retry-after", "5"))
    }
    return Self.answer { [tuner, readers] connection in
      defer { readers.leave() }
      let sending = Task { try await Self.send(tuner, to: connection) }
      connection.channel.closeFuture.whenComplete { _ in sending.cancel() }
      try await sending.value
    }
  }

  private static func answer(_ send: @escaping @Sendable (HTTPConnection) async throws -> Void) -> HTTPAnswer {
    var answer = HTTPAnswer(headers: ["Content-Type": contentType], body: .stream(send))
    answer.comment = ByteBuffer(bytes: SampleBlock.silence.header)
    return answer
  }

  /// Sends blocks until the task is cancelled or the connection ends. Each block waits until the system has taken the
  /// one before.
  private static func send(_ tuner: Tuner, to connection: HTTPConnection) async throws {
    var cursor = TapCursor()
    var samples: [Float] = []
    var clock = SentClock()
    var isSilent = false
    while true {
      switch tuner.followTap(&cursor, maximumSamples: blockSamples, into: &samples) {
      case .sound(let format, let startFrame, let framesAhead, let continues):
        let channels = max(1, format.channels)
        let frames = samples.count / channels
        let block = SampleBlock(
          format: format, frames: frames, startFrame: startFrame, framesAhead: framesAhead, continues: continues)
        if clock.needs(block, at: .now) || isSilent { try await connection.send(bytes(block, samples)) }
        isSilent = false
        guard samples.count + channels <= blockSamples else { continue }  // a full block: more may follow
        let lead = Duration.seconds(Double(framesAhead) / Double(max(1, format.sampleRate)))
        try await Task.sleep(for: min(max(lead / 2, pauses.lowerBound), pauses.upperBound))
      case .silence:
        if !isSilent { try await connection.send(ByteBuffer(bytes: SampleBlock.silence.header)) }
        isSilent = true
        try await Task.sleep(for: silentPause)
      case .missed: try await Task.sleep(for: missedPause)
      }
    }
  }

  private static func bytes(_ block: SampleBlock, _ samples: [Float]) -> ByteBuffer {
    var buffer = ByteBufferAllocator().buffer(
      capacity: SampleBlock.headerBytes + samples.count * MemoryLayout<Float>.size)
    buffer.writeBytes(block.header)
    samples.withUnsafeBytes { _ = buffer.writeBytes($0) }
    return buffer
  }
}

/// Decides whether a block without samples says something new: the reader continues the position of the audible frame
/// by its own clock.
struct SentClock {
  /// The deviation in seconds from which the position is sent again.
  private static let tolerance = 0.01

  /// The audible frame and the end of the sent sound, as the reader knows them since `time`.
  private var sent: (audible: Int, end: Int, time: ContinuousClock.Instant)?

  /// Returns true when `block` is to be sent at `now`, and notes that it is.
  mutating func needs(_ block: SampleBlock, at now: ContinuousClock.Instant) -> Bool {
    let end = block.startFrame + block.frames
    let audible = end - block.framesAhead
    if block.frames == 0, block.continues, let sent, let rate = block.format?.sampleRate {
      let expected = min(sent.end, sent.audible + Int((now - sent.time) / .seconds(1) * Double(rate)))
      if Double(abs(expected - audible)) <= Self.tolerance * Double(rate) { return false }
    }
    sent = (audible, end, now)
    return true
  }
}
