import AudioCore
import RadioModel
import Spectrum
import Stations
import Synchronization
import SystemSupport
import Terminal

/// A radio with a few stations that plays a tone, and records what it is asked for.
final class FakeRadio: RadioService {
  struct State: Sendable {
    var status = SamplePicture.status
    var notice: RadioNotice?
    /// The notice that the next command causes.
    var noticeAfterCommand: String?
    /// True when the status follows the commands a little.
    var followsCommands = false
    var stations = StationListState(version: 1, stations: FakeRadio.sample)
    var recent: [Station] = [FakeRadio.sample[2]]
    var titles = TitleList(version: 1, entries: FakeRadio.sampleTitles)
    var timeShift: TimeShift?
    /// How often it was read.
    var timeShiftReads = 0
    var recordings: [RecordingStatus] = []
    /// The titles that were to be kept.
    var keeps: [Int?] = []
    /// Answers each of these; the recording is in the list then.
    var keep: @Sendable (Int?) throws -> RecordingStatus = { _ in FakeRadio.keeping(1) }
    var records = FakeRadio.sampleRecords
    var commands: [Command] = []
    var changes: [StationChange] = []
    var searches: [String] = []
    /// Answers each change.
    var change: @Sendable (StationChange) async throws -> Station = { _ in FakeRadio.sample[0] }
    /// Answers each search.
    var find: @Sendable (String) async throws -> StationSearchResult = { _ in
      StationSearchResult(stations: FakeRadio.sampleFound)
    }
    /// Measures the sound in the place of the radio.
    var frames: (any FrameSource)?
    var endFrame = 0
  }

  /// A refusal.
  struct RadioError: Error, CustomStringConvertible { let description: String }

  private let state: Mutex<State>
  private let format = AudioFormat(sampleRate: 44_100, channels: 2)

  /// Creates a radio whose content `change` may change.
  init(_ change: (inout State) -> Void = { _ in }) {
    var state = State()
    change(&state)
    self.state = Mutex(state)
  }

  /// Changes the content.
  func with(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

  var commands: [Command] { state.withLock { $0.commands } }
  var changes: [StationChange] { state.withLock { $0.changes } }
  var searches: [String] { state.withLock { $0.searches } }
  var keeps: [Int?] { state.withLock { $0.keeps } }

  /// Lets each search set `began`, last until it is cancelled, and set `ended` then.
  func searchEndlessly(began: OneShotEvent, ended: OneShotEvent) {
    with { state in
      state.find = { _ in
        began.set()
        _ = await OneShotEvent().wait()
        ended.set()
        throw CancellationError()
      }
    }
  }

  // MARK: The radio

  var status: RadioStatus {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  var lastNotice: RadioNotice? { state.withLock { $0.notice } }

  func send(_ command: Command) {
    state.withLock { state in
      state.commands.append(command)
      if let text = state.noticeAfterCommand { state.notice = RadioNotice(number: 9, text: text) }
      guard state.followsCommands else { return }
      if command == .stop { state.status.state = .stopped }
      if case .setVolume(let volume) = command { state.status.volume = volume }
    }
  }

  func perform(_ command: Command) async throws -> RadioStatus {
    send(command)
    return status
  }

  func queue() async throws -> QueueState { throw RadioError(description: "no view shows the queue") }
  func edit(_ request: QueueRequest) async throws -> QueueState { try await queue() }

  var stations: StationListState { state.withLock { $0.stations } }
  var recent: [Station] { state.withLock { $0.recent } }
  var titles: TitleList { state.withLock { $0.titles } }
  var timeShift: TimeShift? {
    state.withLock { state in
      state.timeShiftReads += 1
      return state.timeShift
    }
  }
  var timeShiftReads: Int { state.withLock { $0.timeShiftReads } }
  var recordingList: [RecordingStatus] { state.withLock { $0.recordings } }

  func keep(title id: Int?) async throws -> RecordingStatus {
    try state.withLock { state in
      state.keeps.append(id)
      let recording = try state.keep(id)
      if !state.recordings.contains(where: { $0.id == recording.id }) { state.recordings.insert(recording, at: 0) }
      return recording
    }
  }

  let figures: RadioFigures? = RadioFigures(
    processorShare: 0.0174, residentBytes: 35_200_000, deviceFaults: 2, reconnects: 1, decodingShare: 0.0035)

  func change(_ change: StationChange, ifVersion version: Int?) async throws -> Station {
    let answer = state.withLock { state in
      state.changes.append(change)
      return state.change
    }
    return try await answer(change)
  }

  func search(_ words: String) async throws -> StationSearchResult {
    let find = state.withLock { state in
      state.searches.append(words)
      return state.find
    }
    return try await find(words)
  }

  func check(_ station: Station) async throws -> StationCheck {
    throw RadioError(description: "no view checks a station")
  }

  func log(after number: Int) -> LogExtract {
    let records = state.withLock { $0.records }
    return LogExtract(
      records: records.filter { $0.number > number }, warnings: records.filter { $0.level == .warning }.count,
      errors: records.filter { $0.level == .error }.count)
  }

  func makeMeter() -> any SpectrumMeter {
    if let frames = state.withLock({ $0.frames }) { return FrameMeter(frames) }
    return LiveAnalyzer { frames, window in self.readTap(frames: frames, into: &window) }
  }

  private func readTap(frames: Int, into window: inout TapWindow) -> TapReading {
    window.samples = [Float](repeating: 0, count: frames * format.channels)
    let end = state.withLock { state in
      if state.status.state != .playing { return -1 }
      state.endFrame += 735
      return state.endFrame
    }
    guard end >= 0 else { return .silence }
    // A square wave of 441 Hz on the left and silence on the right; the wave differs from read to read.
    for frame in 0..<frames { window.samples[2 * frame] = (frame + end) / 50 % 2 == 0 ? 0.4 : -0.4 }
    return .sound(format: format, endFrame: end)
  }
}
