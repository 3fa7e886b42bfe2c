import Foundation
import Glibc

/// A private message bus for one test, like the one of a desktop session; it ends with this object.
public final class SessionBusServer: Sendable {
  /// A failure of the bus.
  public struct ServerError: Error, CustomStringConvertible {
    /// Part of a sentence, with the program's error output.
    public var description: String
  }

  /// Whether the bus and its clients are installed.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("dbus-daemon", "playerctl", "gdbus", "busctl") }

  /// The bus' process, which tests of faults stop (SIGSTOP), continue or kill.
  public let process: ProcessRunner
  private let folder: Scratch

  /// Starts a bus and waits until it listens.
  public convenience init() throws { try self.init(in: Scratch()) }

  /// The same with its socket in `folder`, also where an earlier bus had it.
  public init(in folder: Scratch) throws {
    self.folder = folder
    let configuration = try folder.write(Self.configuration(socket: folder.path("bus")), as: "bus.conf")
    process = try ProcessRunner(
      "dbus-daemon", ["--config-file=" + configuration, "--nofork", "--nopidfile", "--print-address"])
    let process = process
    // The bus prints its address when it listens; the socket exists a moment before that.
    let listens = ProcessRunner.eventually { process.exitCode != nil || process.output.contains(UInt8(ascii: "\n")) }
    guard listens, process.exitCode == nil else {
      throw ServerError(description: "dbus-daemon does not start: \(process.errorText)")
    }
  }

  deinit {
    process.signal(SIGCONT)
    process.terminate(SIGKILL)
  }

  /// The bus' address.
  public var address: String { Self.address(in: folder) }

  /// The address of a bus with its socket in `folder`, which need not run.
  public static func address(in folder: Scratch) -> String { "unix:path=" + folder.path("bus") }

  /// The folder that the bus' socket `bus` is in: a session's `XDG_RUNTIME_DIR`.
  public var runtimeFolder: String { folder.path }

  /// The environment for a program that uses this bus.
  public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": folder.path] }

  /// Runs a client of the bus to its end.
  public func run(_ program: String, _ arguments: String...) throws -> ProcessRunner.Result {
    try ProcessRunner.run(program, arguments, environment: environment, limit: .seconds(10))
  }

  /// Starts a client of the bus that keeps running.
  public func start(_ program: String, _ arguments: String...) throws -> ProcessRunner {
    try ProcessRunner(program, arguments, environment: environment)
  }

  /// The configuration of a session bus, without services that could be started on it.
  private static func configuration(socket: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(socket)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>

    """
  }
}
