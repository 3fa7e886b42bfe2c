public import Foundation
import Glibc

/// A program that a test started. Its output is kept in files, a test can wait for it with a limit, and it ends with
/// the test at the latest.
///
/// `@unchecked Sendable`: the exit code is guarded by `lock`, everything else is constant.
public final class ProcessRunner: @unchecked Sendable {
  /// A failure before the program ran.
  public struct StartError: Error, CustomStringConvertible {
    /// The program and the system's reason.
    public var description: String

    /// A failure with this description.
    public init(description: String) { self.description = description }
  }

  /// The result of a program.
  public struct Result: Sendable {
    /// The exit code; 128 + signal when a signal ended it; nil when the limit ran out first (it was killed then).
    public var exitCode: Int32?
    /// Everything it wrote to standard output.
    public var output: [UInt8]
    /// Everything it wrote to standard error.
    public var errorText: String

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The program's process.
  public let pid: pid_t
  private let folder: String
  private let lock = NSLock()
  private var finished: Int32?

  private static let pollMicroseconds: useconds_t = 5000
  /// glibc's function that closes all descriptors from one on, since 2.34; its header hides it from Swift.
  private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
  }

  /// Starts `executable` (a path, or a name that is found in PATH).
  ///
  /// `environment` is added to the test's own; `input` is a file for standard input, /dev/null if nil; `output` is a
  /// file for standard output instead of the one that collects it.
  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String? = nil,
    output: String? = nil, workingDirectory: String? = nil
  ) throws {
    folder = try Self.temporaryFolder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output ?? folder + "/output", writing, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder + "/errors", writing, 0o600)
    _ = Self.closeFrom?(&actions, 3)  // it must not inherit what other tests have open

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&defaults, signal) }
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    var command = [executable] + arguments
    if let workingDirectory { command = ["env", "--chdir=" + workingDirectory] + command }
    let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var started: pid_t = 0
    let result = Self.withCStrings(command) { arguments in
      Self.withCStrings(merged.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawnp(&started, command[0], &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else {
      try? FileManager.default.removeItem(atPath: folder)
      throw StartError(description: "cannot start \(executable): \(String(cString: strerror(result)))")
    }
    pid = started
  }

  deinit {
    if exitCode == nil {
      kill(pid, SIGKILL)
      _ = wait(limit: .seconds(5))
    }
    removeOutput()
  }

  /// Removes the files that collect its output, for a process that lives as long as the tests.
  public func removeOutput() { try? FileManager.default.removeItem(atPath: folder) }

  /// Starts a program, waits for its end and returns its result; kills it when `limit` runs out first.
  public static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String? = nil,
    workingDirectory: String? = nil, limit: Duration = .seconds(60)
  ) throws -> Result {
    let process = try ProcessRunner(
      executable, arguments, environment: environment, input: input, workingDirectory: workingDirectory)
    let code = process.wait(limit: limit)
    if code == nil { process.terminate(SIGKILL) }
    return Result(exitCode: code, output: process.output, errorText: process.errorText)
  }

  /// Whether all of these programs are in PATH.
  public static func hasPrograms(_ names: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.allSatisfy { name in folders.contains { access("\($0)/\(name)", X_OK) == 0 } }
  }

  /// Waits until `condition` holds; false when `limit`, times ``TestTime/waitScale``, runs out first.
  public static func eventually(within limit: Duration = .seconds(10), _ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: limit * TestTime.waitScale)
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      usleep(pollMicroseconds)
    }
    return true
  }

  /// Waits for `duration`, and returns true when `condition` held at no time in it.
  @discardableResult public static func never(
    within duration: Duration, _ condition: () -> Bool = { false }
  ) -> Bool {
    let end = ContinuousClock.now.advanced(by: duration)
    while ContinuousClock.now < end {
      guard !condition() else { return false }
      usleep(pollMicroseconds)
    }
    return true
  }

  /// A new empty folder of mode 0700; the caller removes it.
  public static func temporaryFolder() throws -> String {
    var path = Array((NSTemporaryDirectory() + "/springradio-test-XXXXXX").utf8CString)
    guard mkdtemp(&path) != nil else { throw StartError(description: "cannot make a temporary folder") }
    return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The exit code, or 128 + signal; nil while it runs.
  public var exitCode: Int32? {
    lock.withLock {
      if let finished { return finished }
      var status: Int32 = 0
      let result = waitpid(pid, &status, WNOHANG)
      guard result == pid else { return nil }
      let signal = status & 0x7f
      finished = signal == 0 ? (status >> 8) & 0xff : 128 + signal
      return finished
    }
  }

  /// What it wrote to standard output so far.
  public var output: [UInt8] { Array(FileManager.default.contents(atPath: folder + "/output") ?? Data()) }

  /// What it wrote to standard error so far.
  public var errorText: String {
    String(decoding: FileManager.default.contents(atPath: folder + "/errors") ?? Data(), as: UTF8.self)
  }

  /// Waits for its end; nil when `limit` runs out first.
  public func wait(limit: Duration) -> Int32? {
    _ = Self.eventually(within: limit) { exitCode != nil }
    return exitCode
  }

  /// Sends a signal.
  public func signal(_ number: Int32) {
    if exitCode == nil { kill(pid, number) }
  }

  /// Sends a signal and waits for the end; kills it when it does not end within `limit`.
  @discardableResult public func terminate(_ number: Int32 = SIGTERM, limit: Duration = .seconds(5)) -> Int32? {
    signal(number)
    if let code = wait(limit: limit) { return code }
    signal(SIGKILL)
    return wait(limit: limit)
  }

  private static func withCStrings<R>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      // The nil at the end makes sure there is a base address.
      guard let base = buffer.baseAddress else { fatalError("an empty array of pointers") }
      return body(base)
    }
  }
}
