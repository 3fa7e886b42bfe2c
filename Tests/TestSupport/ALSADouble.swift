import Foundation
import Glibc

/// A sound device of a test's own that plays into a file at the pace of the clock, and has the faults it is told to have. What
/// it does is in `Tests/ALSADouble/double.c`.
///
///     let device = try ALSADouble()
///     let player = try Radiod.start("play", "demo", environment: device.environment)
///     device.set(.gone)
///     #expect(ProcessRunner.eventually { device.count(of: "open") > 2 })
///
/// A fault that it does not know yet is a line in its table, and a case of ``Fault``.
public final class ALSADouble: Sendable {
  /// What may be wrong with the device.
  public enum Fault: String, CaseIterable, Sendable {
    /// Nothing.
    case none = "ok"
    /// Another program has it: EBUSY when it is opened.
    case busy
    /// Its sound server was killed: ECONNREFUSED when it is opened, EIO from what was open.
    case refused
    /// It was pulled out: ENODEV from everything.
    case gone
    /// Every write finds an underrun.
    case underruns
    /// Every write fails with EIO; getting ready again works.
    case errors
    /// Suspended with the machine: ESTRPIPE, and it does not resume.
    case suspended
    /// It takes no sound, and plays none.
    case stuck
    /// No call returns.
    case hanging
    /// It says that it has played 50 ms more than it has, and knows better when it is drained.
    case hasty
  }

  /// Something that was asked of the device.
  public struct Event: Sendable, CustomStringConvertible {
    /// When, since the double was made.
    public var seconds: Double
    /// `open`, `prepare`, `start`, `drain`, `stop`, `close`; `write` and `resume` when they fail.
    public var call: String
    /// 0, or the error's number, negative.
    public var result: Int

    /// All in a line.
    public var description: String { "\(seconds) \(call) \(result)" }
  }

  /// What went wrong with the double itself.
  public struct Failure: Error, CustomStringConvertible {
    /// What the compiler said.
    public var description: String
  }

  /// Whether it can be built: there is a C compiler, and ALSA's headers.
  public static let isAvailable =
    ProcessRunner.hasPrograms("cc") && FileManager.default.fileExists(atPath: "/usr/include/alsa/pcm_external.h")

  /// The only rate it plays at, in hertz; others are converted by ALSA's `plug`. It has two channels.
  public let rate: Int
  /// Its name for tests in this process, another one for each; see ``registerHere()``.
  public let name: String
  private let folder: Scratch
  private let epoch: Int

  private static let lock = NSLock()
  /// Only used under `lock`.
  nonisolated(unsafe) private static var made = 0
  nonisolated(unsafe) private static var builtModule: Scratch?

  /// A device without faults.
  public init(rate: Int = 44100) throws {
    self.rate = rate
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

  /// What a program needs for this to be its `default` device.
  public var environment: [String: String] { ["ALSA_CONFIG_PATH": folder.path("asound.conf")] }

  /// Makes it known to this process by its ``name``.
  public func registerHere() throws { try ALSAConfiguration.add(definition(of: name)) }

  /// Has a fault from now on, or none; for so many `times` it strikes, or until it is set to another.
  public func set(_ fault: Fault, times: Int? = nil) {
    let text = fault.rawValue + (times.map { " \($0)" } ?? "")
    try? Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("control")), options: .atomic)
  }

  /// Whether a fault that was to strike some times has done so.
  public var isSpent: Bool { String(decoding: folder.read("control"), as: UTF8.self) == Fault.none.rawValue }

  /// What a listener would have heard since it was made: 16-bit stereo, silence where nothing played.
  public var heard: [UInt8] { folder.read("heard") }

  /// How long that is, in seconds.
  public var heardSeconds: Double {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path("heard"))
    return Double(attributes?[.size] as? Int ?? 0) / Double(4 * rate)
  }

  /// What was asked of it.
  public var events: [Event] {
    String(decoding: folder.read("log"), as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let first = words.first, let last = words.last, words.count >= 3, let seconds = Double(first),
        let result = Int(last)
      else { return nil }
      return Event(seconds: seconds, call: words[1..<words.count - 1].joined(separator: " "), result: result)
    }
  }

  /// How often `call` was asked of it.
  public func count(of call: String) -> Int { events.count { $0.call == call } }

  private func definition(of name: String) throws -> String {
    let plain = name.filter { $0 != "!" } + "_plain"
    return """
      pcm_type.double { lib "\(try Self.module())" }
      pcm.\(plain) { type double folder "\(folder.path)" rate \(rate) epoch "\(epoch)" }
      pcm.\(name) { type plug slave.pcm \(plain) }

      """
  }

  /// The plugin, built once in a run of the tests.
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
      guard result.exitCode == 0 else { throw Failure(description: result.errorText) }
      builtModule = folder
      atexit { ALSADouble.removeModule() }
      return folder.path(file)
    }
  }

  private static func removeModule() { lock.withLock { builtModule = nil } }
}
