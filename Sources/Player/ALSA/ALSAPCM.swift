import AudioCore
import CALSA
import Glibc
import SystemSupport

/// An open ALSA playback device in non-blocking mode. It only wraps libasound's calls; the caller decides when to make
/// them. Negative results are libasound's own (−errno). Any call may hang in a plugin: see ``DeviceThread``.
final class ALSAPCM {
  /// The encoding of samples for the device.
  ///
  /// The first one that the device accepts is used. The encodings after ``float`` are for devices that are opened
  /// without ALSA's converters.
  enum Encoding: CaseIterable {
    /// 32-bit float, native byte order.
    case float
    /// 32-bit, native byte order.
    case int32
    /// 24-bit in three bytes, the lowest first.
    case int24InThree
    /// 24-bit in the lower part of four bytes, native byte order.
    case int24InFour
    /// 16-bit, native byte order.
    case int16
  }

  /// A call that failed, with a reason for the user.
  struct PCMError: Error {
    /// The reason as part of a sentence.
    var reason: String
  }

  /// Target length of the device's buffer, in microseconds. Sound in the buffer no longer follows volume or stop.
  private static let bufferMicroseconds: UInt32 = 100_000
  /// Target period, the time between two wake-ups, in microseconds.
  private static let periodMicroseconds: UInt32 = 25_000
  /// Tolerated deviation of the device's sample rate, as a fraction; it is not audible.
  private static let rateTolerance = 0.005

  /// Why libasound cannot be used, and what to do; nil when it can. Loads it once for the process, and suppresses its
  /// messages, which would go to standard error.
  static let libraryProblem: String? = {
    let problem = String(cString: calsa_problem())
    guard problem.isEmpty else {
      return "sound devices need libasound; \(LoadedLibrary.libasound.advice(version: 2, problem: problem))"
    }
    _ = calsa_silence_messages()
    return nil
  }()

  private let pcm: OpaquePointer
  private var isClosed = false
  /// The encoding that the device accepted.
  private(set) var encoding = Encoding.float
  /// The number of channels that the device accepted; it may differ from the sound's.
  private(set) var channels = 0
  /// Capacity of the device's buffer, in frames.
  private(set) var bufferFrames = 0
  /// Period of the device, in frames.
  private(set) var periodFrames = 0

  /// Opens and prepares `device` for `format`.
  init(device: String, format: AudioFormat) throws(PCMError) {
    if let problem = Self.libraryProblem { throw PCMError(reason: problem) }
    var opened: OpaquePointer?
    let result = snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    guard result >= 0, let opened else { throw PCMError(reason: Self.reason(result)) }
    pcm = opened
    try configureHardware(format)
    try configureSoftware()
  }

  deinit { close() }

  // MARK: Set-up

  private func configureHardware(_ format: AudioFormat) throws(PCMError) {
    var allocated: OpaquePointer?
    try check(snd_pcm_hw_params_malloc(&allocated))
    guard let parameters = allocated else { throw PCMError(reason: "out of memory") }
    defer { snd_pcm_hw_params_free(parameters) }
    try check(snd_pcm_hw_params_any(pcm, parameters))
    try check(snd_pcm_hw_params_set_rate_resample(pcm, parameters, 1))
    try check(snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
    let accepted = Encoding.allCases.first { snd_pcm_hw_params_set_format(pcm, parameters, $0.alsaFormat) >= 0 }
    guard let accepted else {
      throw PCMError(reason: "it takes no samples of 16, 24 or 32 bits; try plughw: instead of hw:")
    }
    encoding = accepted
    var agreed = UInt32(format.channels)
    let isAgreed = snd_pcm_hw_params_set_channels_near(pcm, parameters, &agreed) >= 0
    channels = Int(agreed)
    guard isAgreed, DeviceSamples.canPut(format.channels, on: channels) else {
      throw PCMError(reason: "it does not take \(format.channels) channels; try plughw: instead of hw:")
    }
    var rate = UInt32(format.sampleRate)
    try check(snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil))
    guard abs(Double(rate) - Double(format.sampleRate)) <= Self.rateTolerance * Double(format.sampleRate) else {
      throw PCMError(reason: "it plays \(rate) Hz and not \(format.sampleRate) Hz; try plughw: instead of hw:")
    }
    var buffer = Self.bufferMicroseconds
    try check(snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &buffer, nil))
    var period = Self.periodMicroseconds
    try check(snd_pcm_hw_params_set_period_time_near(pcm, parameters, &period, nil))
    try check(snd_pcm_hw_params(pcm, parameters))
    var frames = snd_pcm_uframes_t(0)
    try check(snd_pcm_hw_params_get_buffer_size(parameters, &frames))
    bufferFrames = Int(frames)
    try check(snd_pcm_hw_params_get_period_size(parameters, &frames, nil))
    periodFrames = Int(frames)
  }

  private func configureSoftware() throws(PCMError) {
    var allocated: OpaquePointer?
    try check(snd_pcm_sw_params_malloc(&allocated))
    guard let parameters = allocated else { throw PCMError(reason: "out of memory") }
    defer { snd_pcm_sw_params_free(parameters) }
    try check(snd_pcm_sw_params_current(pcm, parameters))
    let threshold = max(1, bufferFrames - periodFrames)
    try check(snd_pcm_sw_params_set_start_threshold(pcm, parameters, snd_pcm_uframes_t(threshold)))
    try check(snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(periodFrames)))
    try check(snd_pcm_sw_params(pcm, parameters))
  }

  private func check(_ result: Int32) throws(PCMError) {
    if result < 0 { throw PCMError(reason: Self.reason(result)) }
  }

  // MARK: Playing

  /// Writes frames. Returns how many the device accepted, or −EAGAIN, −EPIPE, −ESTRPIPE …
  func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    Int(snd_pcm_writei(pcm, frames, snd_pcm_uframes_t(count)))
  }

  /// Waits until the device accepts sound or reports an error, `interruption` is requested, or `timeout` has passed;
  /// false in the last case. A device without poll descriptors ends the wait after 10 ms.
  func wait(for timeout: Duration, or interruption: OutputInterruption) -> Bool {
    let count = snd_pcm_poll_descriptors_count(pcm)
    guard count > 0 else { return !interruption.wait(for: .milliseconds(10)) }
    var descriptors = [pollfd](repeating: pollfd(), count: Int(count))
    guard snd_pcm_poll_descriptors(pcm, &descriptors, UInt32(count)) == count else { return true }
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while !interruption.isRequested {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return false }
      let ready = interruption.poll(&descriptors, for: left)
      if ready < 0 && errno != EINTR { return true }
      guard ready > 0 else { continue }
      var events: UInt16 = 0
      guard snd_pcm_poll_descriptors_revents(pcm, &descriptors, UInt32(count), &events) >= 0 else { return true }
      if Int32(events) & (POLLOUT | POLLERR | POLLHUP | POLLNVAL) != 0 { return true }
    }
    return true
  }

  /// Frames between the last one written and the audible one; negative on error.
  var delay: Int {
    var frames: snd_pcm_sframes_t = 0
    let result = snd_pcm_delay(pcm, &frames)
    return result < 0 ? Int(result) : max(0, Int(frames))
  }

  /// Frames written that the device has not taken out of its buffer. They are heard later than the buffer is long where
  /// a sound server or a Bluetooth link holds sound, too: see ``delay``.
  var queued: Int {
    let space = Int(snd_pcm_avail(pcm))
    return space < 0 ? 0 : max(0, bufferFrames - space)
  }

  /// True while the device is playing, including while it drains.
  var isRunning: Bool {
    let state = snd_pcm_state(pcm)
    return state == SND_PCM_STATE_RUNNING || state == SND_PCM_STATE_DRAINING
  }

  /// True when the device has not started yet, so that its buffer only collects sound.
  var isPrepared: Bool { snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED }

  /// True while the device is suspended with the system.
  var isSuspended: Bool { snd_pcm_state(pcm) == SND_PCM_STATE_SUSPENDED }

  /// Prepares the device after an underrun.
  func prepare() -> Int32 { snd_pcm_prepare(pcm) }

  /// Resumes the device after the system was suspended; −EAGAIN while it is not ready.
  func resume() -> Int32 { snd_pcm_resume(pcm) }

  /// Starts to play the sound in the buffer without waiting for more.
  func start() -> Int32 { snd_pcm_start(pcm) }

  /// Plays the sound in the buffer and stops. A sound server answers when all of it was heard, or never. A card returns
  /// −EAGAIN at once, because it is in non-blocking mode.
  func drain() -> Int32 { snd_pcm_drain(pcm) }

  /// Stops at once and discards the buffer.
  func drop() { snd_pcm_drop(pcm) }

  /// Closes the device; only `deinit` may follow.
  func close() {
    if !isClosed { snd_pcm_close(pcm) }
    isClosed = true
  }

  // MARK: Names and texts

  /// Returns a text for the user that explains a negative result.
  static func reason(_ result: Int32) -> String {
    switch -result {
    case ENOENT, ENODEV, ENXIO: "no such device; 'radiod devices' lists the devices"
    case ECONNREFUSED: "no sound server is running"
    case EBUSY: "another program is using it"
    case EACCES, EPERM: "not allowed; is the user in the group 'audio'?"
    default: String(cString: snd_strerror(result))
    }
  }

  /// Returns all PCM devices that libasound's hints list for playback, with their descriptions.
  static func hints() -> [(name: String, description: String)] {
    var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard libraryProblem == nil, snd_device_name_hint(-1, "pcm", &list) >= 0, let first = list else { return [] }
    defer { snd_device_name_free_hint(first) }
    var found: [(name: String, description: String)] = []
    var next = first
    while let hint = next.pointee {
      if text("IOID", of: hint) != "Input", let name = text("NAME", of: hint) {
        found.append((name, text("DESC", of: hint) ?? ""))
      }
      next += 1
    }
    return found
  }

  private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
    guard let value = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }
}

extension ALSAPCM.Encoding {
  /// ALSA's name of the encoding, in the machine's byte order.
  fileprivate var alsaFormat: snd_pcm_format_t {
    switch self {
    case .float: SND_PCM_FORMAT_FLOAT
    case .int32: SND_PCM_FORMAT_S32
    case .int24InThree: SND_PCM_FORMAT_S24_3LE
    case .int24InFour: SND_PCM_FORMAT_S24
    case .int16: SND_PCM_FORMAT_S16
    }
  }
}
