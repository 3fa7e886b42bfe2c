import Foundation
import Glibc

/// A fake sound device for one test. It plays into a file at the pace of the clock, and has the faults that the test
/// sets. `Tests/ALSADouble/double.c` implements it.
///
///     let device = try ALSADouble()
///     let player = try Radiod.start("play", "demo", environment: device.environment)
///     device.set(.gone)
///     #expect(ProcessRunner.eventually { device.count(of: "open") > 2 })
///
/// A new fault takes a line in the table of `double.c`, and a case of ``Fault``.
public final class ALSADouble: Sendable {
  /// The faults of the device.
  public enum Fault: String, CaseIterable, Sendable {
    /// No fault.
    case none = "ok"
    /// Another program has it open: EBUSY when it is opened.
    case busy
    /// Its sound server was killed: opening it fails with ECONNREFUSED, a call on an open device with EIO.
    case refused
    /// It was unplugged: every call fails with ENODEV.
    case gone
    /// Every write reports an underrun.
    case underruns
    /// Every write fails with EIO; preparing the device again works.
    case errors
    /// Suspended with the machine: ESTRPIPE, and it does not resume.
    case suspended
    /// It accepts no samples, and plays none.
    case stuck
    /// No call returns.
    case hanging
    /// It reports that it has played 50 ms more than it has, and reports the true position only when it is drained.
    case hasty
    /// What it plays is heard 80 ms later, as on a sound server or over Bluetooth.
    case remote
  }

  /// A call to the device.
  public struct Event: Sendable, CustomStringConvertible {
    /// When it came, in seconds since the double was made.
    public var seconds: Double
    /// `open`, `prepare`, `start`, `drain`, `stop`, `close`; `write` and `resume` only when they fail.
    public var call: String
    /// 0, or the negative error number.
    public var result: Int

    /// The call in one line.
    public var description: String { "\(seconds) \(call) \(result)" }
  }

  /// The double could not be built.
  public struct BuildError: Error, CustomStringConvertible {
    /// The compiler's output.
    public var description: String
  }

  /// Whether it can be built: this takes a C compiler and ALSA's headers.
  public static let isAvailable =
    ProcessRunner.hasPrograms("cc") && FileManager.default.fileExists(atPath: "/usr/include/alsa/pcm_external.h")

  /// The sample format that a device accepts.
  public enum Encoding: String, Sendable, CaseIterable {
    /// 16 bits.
    case int16 = "S16_LE"
    /// 24 bits in three bytes.
    case int24InThree = "S24_3LE"
    /// 24 bits in the lower part of four bytes.
    case int24InFour = "S24_LE"
    /// 32 bits.
    case int32 = "S32_LE"

    /// Bytes of one sample.
    public var size: Int {
      switch self {
      case .int16: 2
      case .int24InThree: 3
      case .int24InFour, .int32: 4
      }
    }
  }

  /// The only rate that it accepts, in hertz; ALSA's `plug` converts others.
  public let rate: Int
  /// The only encoding that it accepts; ALSA's `plug` converts others.
  public let encoding: Encoding
  /// The only number of channels that it accepts; ALSA's `plug` converts others.
  public let channels: Int
  /// True if it waits for its writer: a writer that a busy machine delays causes no underrun.
  public let isPatient: Bool
  /// Its name for tests in this process, different for each double; see ``registerHere()``.
  public let name: String
  private let folder: Scratch
  private let epoch: Int

  private static let lock = NSLock()
  /// Only used under `lock`.
  nonisolated(unsafe) private static var made = 0
  nonisolated(unsafe) private static var builtModule: Scratch?

  /// A device without faults.
  public init(rate: Int = 44100, encoding: Encoding = .int16, channels: Int = 2, isPatient: Bool = false) throws {
    self.rate = rate
    self.encoding = encoding
    self.channels = channels
    self.isPatient = isPatient
    folder = try Scratch()
    name = Self.lock.withLock {
      Self.made += 1
      return "double\(Self.made)"
    }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    epoch = time.tv_sec * 1_000_000_000 + time.tv_nsec
    try folder.write("</usr/share/alsa/alsa.conf>\n" + definition(of: "!default"), as: "asound.conf")
  }

  /// The environment that makes this a program's `default` device.
  public var environment: [String: String] { ["ALSA_CONFIG_PATH": folder.path("asound.conf")] }

  /// The name, for a program that has its environment, of the device without ALSA's `plug` in front.
  public static let plainDefault = "default_plain"

  /// Its name without ALSA's `plug` in front, for a program that opens the hardware itself.
  public var plainName: String { name + "_plain" }

  /// Defines it in this process under its ``name`` and its ``plainName``.
  public func registerHere() throws { try ALSAConfiguration.add(definition(of: name)) }

  /// Sets a fault, or none. The fault occurs `times` times, or until another one is set.
  public func set(_ fault: Fault, times: Int? = nil) {
    let text = fault.rawValue + (times.map { " \($0)" } ?? "")
    try? Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("control")), options: .atomic)
  }

  /// Whether a fault with a limited number of occurrences has used them all.
  public var isSpent: Bool { String(decoding: folder.read("control"), as: UTF8.self) == Fault.none.rawValue }

  /// What a listener would have heard since the double was made, in the device's encoding; silence where nothing
  /// played.
  public var heard: [UInt8] { folder.read("heard") }

  /// The same as numbers, interleaved.
  public var heardSamples: [Int32] {
    let size = encoding.size
    let shift = encoding == .int24InFour ? 8 : 32 - 8 * size
    let bytes = heard
    return stride(from: 0, to: bytes.count - size + 1, by: size).map { place in
      let word = (0..<size).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
      return Int32(bitPattern: word << UInt32(shift)) >> Int32(shift)
    }
  }

  /// How long that is, in seconds.
  public var heardSeconds: Double {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path("heard"))
    return Double(attributes?[.size] as? Int ?? 0) / Double(encoding.size * channels * rate)
  }

  /// The calls to the device so far.
  public var events: [Event] {
    String(decoding: folder.read("log"), as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let first = words.first, let last = words.last, words.count >= 3, let seconds = Double(first),
        let result = Int(last)
      else { return nil }
      return Event(seconds: seconds, call: words[1..<words.count - 1].joined(separator: " "), result: result)
    }
  }

  /// How often `call` was called.
  public func count(of call: String) -> Int { events.count { $0.call == call } }

  private func definition(of name: String) throws -> String {
    let plain = name.filter { $0 != "!" } + "_plain"
    return """
      pcm_type.double { lib "\(try Self.module())" }
      pcm.\(plain) {
        type double folder "\(folder.path)" rate \(rate) epoch "\(epoch)"
        format "\(encoding.rawValue)" channels \(channels) patient \(isPatient ? 1 : 0)
      }
      pcm.\(name) { type plug slave.pcm \(plain) }

      """
  }

  /// The plugin, built once per run of the tests.
  private static func module() throws -> String {
    try lock.withLock {
      let file = "double.so"
      if let builtModule { return builtModule.path(file) }
      let folder = try Scratch()
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("ALSADouble/double.c").path
      let result = try ProcessRunner.run(
        "cc",
        [
          "-std=gnu11", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror", "-O1", "-shared", "-fPIC",
          "-DPIC", source, "-o", folder.path(file), "-lasound",
        ])
      guard result.exitCode == 0 else { throw BuildError(description: result.errorText) }
      builtModule = folder
      atexit { ALSADouble.removeModule() }
      return folder.path(file)
    }
  }

  private static func removeModule() { lock.withLock { builtModule = nil } }
}
