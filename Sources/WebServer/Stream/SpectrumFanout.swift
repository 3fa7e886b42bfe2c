import AudioCore
import HTTPServer
import NIOCore
import Radio
import RadioModel
import Spectrum
import SystemSupport

/// Measures one spectrum for all clients that request the same one: each frame is measured and encoded once, however
/// many clients read it. Measures the audible sound while there are readers. A reader that falls behind loses frames.
/// Used on one event loop only.
final class SpectrumFanout {
  private let request: SpectrumRequest
  private let tuner: Tuner
  private let loop: any EventLoop
  private let noteDropped: @Sendable (Int) -> Void
  private var readers: [ObjectIdentifier: (loop: any EventLoop, box: NIOLoopBoundBox<SpectrumReader>)] = [:]
  private var timer: RepeatedTask?

  private var analyzer: LiveAnalyzer
  private var ballistics: BarBallistics
  private var frame: SpectrumFrame
  private var wave = WaveformMember()
  /// The sensitivity of live views.
  private let sensitivity: SharedSensitivity
  private var source = ""
  private var codec = ""
  private var header: ByteBuffer?
  private var headerNumber = 0
  /// The wall-clock time of the stream's time 0 as the header gives it, and the time when the header was made; both in
  /// seconds since 1970.
  private var clock: (zero: Double?, made: Double) = (nil, 0)
  /// The latest header and frame; nil before the first frame.
  private var picture: SpectrumReader.Picture?
  private var isSilent = false
  private var line: [UInt8] = []
  private var writer: SpectrumJSONWriter

  /// A pause shifts the stream's time against the wall clock. A shift of more than this many seconds makes a new
  /// header, at most one in ``clockInterval`` seconds.
  private static let clockTolerance = 0.5
  private static let clockInterval = 1.0

  /// A spectrum without readers. `sensitivity` is that of all spectra. `noteDropped` receives the number of frames that
  /// readers lost.
  init(
    _ request: SpectrumRequest, of tuner: Tuner, on loop: any EventLoop, sensitivity: SharedSensitivity,
    noteDropped: @escaping @Sendable (Int) -> Void
  ) {
    self.request = request
    self.sensitivity = sensitivity
    self.tuner = tuner
    self.loop = loop
    self.noteDropped = noteDropped
    writer = SpectrumJSONWriter(source: "", codec: "", style: request.style)
    var analyzer = LiveAnalyzer { frames, window in tuner.readTap(frames: frames, into: &window) }
    frame = analyzer.prepare(request.options(sampleRate: analyzer.format.sampleRate))
    ballistics = BarBallistics(profile: analyzer.options.profile, count: frame.bars.count)
    self.analyzer = analyzer
  }

  /// The number of readers.
  var readerCount: Int { readers.count }

  /// Adds `reader`, which first receives the header, then the latest frame.
  func join(_ reader: HTTPConnection) {
    let loop = reader.channel.eventLoop
    readers[ObjectIdentifier(reader.channel)] = (
      loop, NIOLoopBoundBox.makeBoxSendingValue(SpectrumReader(reader), eventLoop: loop)
    )
    show()
    guard timer == nil else { return }
    let interval = TimeAmount.nanoseconds(1_000_000_000 / Int64(request.framesPerSecond))
    let bound = NIOLoopBound(self, eventLoop: self.loop)
    timer = self.loop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { _ in
      bound.value.measure()
      bound.value.show()
    }
  }

  /// Removes `reader`. Measuring stops when no reader is left.
  func leave(_ reader: HTTPConnection) {
    readers.removeValue(forKey: ObjectIdentifier(reader.channel))
    guard readers.isEmpty else { return }
    timer?.cancel()
    timer = nil
  }

  /// Measures the audible sound now, and updates the header when the format, the source or the clock has changed.
  private func measure() {
    switch analyzer.refresh() {
    case .sound(let isNewFormat):
      let name = tuner.snapshot.name
      let now = SystemTime.now
      let zero = now - Double(analyzer.endFrame) / Double(analyzer.format.sampleRate)
      if isNewFormat || header == nil || name != source || isMoved(zero, now: now) {
        clock = (zero, now)
        begin(source: name, isNewFormat: isNewFormat)
      }
      guard analyzer.measure(into: &frame) else { return }
      isSilent = false
      if request.hasGain { sensitivity.follow() }
      let isWithWave = request.hasWave && frame.index % request.framesPerWave == 0
      if isWithWave { wave.update(analyzer.window.samples, format: analyzer.format, isStereo: request.isStereo) }
      takePicture(isWithWave: isWithWave)
    case .silence:
      guard !isSilent else { return }
      if header == nil { begin(source: tuner.snapshot.name, isNewFormat: false) }
      prepare()
      takePicture(isWithWave: false)
      isSilent = true
    case .missed: break
    }
  }

  /// True when the stream's time 0 has moved on the wall clock against the header, and when the header has no clock.
  private func isMoved(_ zero: Double, now: Double) -> Bool {
    guard let sent = clock.zero else { return true }
    return abs(zero - sent) > Self.clockTolerance && abs(now - clock.made) > Self.clockInterval
  }

  /// Starts a new header: for a new format or source, and after a pause.
  private func begin(source: String, isNewFormat: Bool) {
    self.source = source
    codec = tuner.snapshot.codec?.rawValue ?? ""
    isSilent = false
    picture = nil
    prepare()
    if isNewFormat { ballistics = BarBallistics(profile: analyzer.options.profile, count: frame.bars.count) }
    writer = SpectrumJSONWriter(source: source, codec: codec, style: request.style)
    line.removeAll(keepingCapacity: true)
    let (format, options) = (analyzer.format, analyzer.options)
    let layout = BandLayout(options: options, sampleRate: format.sampleRate)
    var values = SpectrumHeader(format: format, options: options, layout: layout)
    values.clock = clock.zero
    writer.append(values, to: &line)
    header = makeEvent("header")
    headerNumber += 1
  }

  /// Prepares the analyzer for the present format, and makes `frame` a silent one with the same number and time.
  private func prepare() {
    let (index, time) = (frame.index, frame.time)
    frame = analyzer.prepare(request.options(sampleRate: analyzer.format.sampleRate))
    (frame.index, frame.time) = (index, time)
  }

  /// Makes `frame` the latest frame; `isWithWave` adds the waveform.
  private func takePicture(isWithWave: Bool) {
    ballistics.advance(&frame)
    frame.gain = request.hasGain ? sensitivity.decibels : nil
    line.removeAll(keepingCapacity: true)
    writer.append(frame, to: &line)
    if request.hasLevelBytes { LevelBytesMember.append(frame, to: &line) }
    if isWithWave { wave.append(to: &line) }
    frame.index += 1
    guard let header else { return }
    picture = SpectrumReader.Picture(
      header: header, headerNumber: headerNumber, frame: makeEvent("frame"), frameNumber: frame.index)
  }

  /// Returns `line` without its newline as an event.
  private func makeEvent(_ name: String) -> ByteBuffer {
    ServerSentEvent(name: name, data: ByteBuffer(bytes: line.dropLast())).bytes
  }

  /// Sends the latest frame to every reader that has not received it; retries readers that dropped one. Above all the
  /// frame of the silence at the end must arrive.
  private func show() {
    guard let picture else { return }
    for (loop, box) in readers.values {
      if loop.inEventLoop {
        if !box.value.see(picture) { noteDropped(1) }
      } else {
        loop.execute { [noteDropped] in if !box.value.see(picture) { noteDropped(1) } }
      }
    }
  }
}
