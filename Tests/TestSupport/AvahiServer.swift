import Foundation
import Glibc

/// An avahi-daemon on a private system bus, as the mDNS responder of a machine of its own: in a ``NetworkNamespace``, or
/// at this machine's end of its cable.
public final class AvahiServer: Sendable {
  /// Whether it can run, with its clients.
  public static let isAvailable =
    NetworkNamespace.isAvailable && ProcessRunner.hasPrograms("avahi-daemon", "avahi-browse", "dbus-daemon", "unshare")

  /// Why tests that need it are skipped.
  public static let requirement = "needs root, ip, nft, tc, dbus-daemon, avahi-daemon and avahi-browse"

  /// The side of the cable that it is on.
  public enum Side: Sendable {
    /// In the namespace.
    case inside
    /// At this machine's end.
    case outside
  }

  private let process: ProcessRunner
  private let bus: SessionBusServer
  private let folder: Scratch

  /// Starts it on `bus` as the machine `host`, and waits until it answers.
  public init(on bus: SessionBusServer, side: Side, of network: NetworkNamespace, host: String) throws {
    self.bus = bus
    folder = try Scratch()
    let link = side == .inside ? "eth0" : network.outsideLink
    let configuration = try folder.write(
      """
      [server]
      host-name=\(host)
      allow-interfaces=\(link)
      ratelimit-interval-usec=0
      [publish]
      publish-workstation=no
      """, as: "avahi.conf")
    // It has one fixed place for its pid file, so each one gets a folder of its own there.
    let script = """
      mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon &&
      exec avahi-daemon -f \(configuration) --no-drop-root --no-chroot --no-rlimits --no-proc-title
      """
    let environment = Self.environment(of: bus)
    switch side {
    case .inside:
      let command = network.command("sh", ["-c", script])
      process = try ProcessRunner(command.program, command.arguments, environment: environment)
    case .outside: process = try ProcessRunner("unshare", ["-m", "sh", "-c", script], environment: environment)
    }
    let process = process
    let answers = ProcessRunner.eventually { process.exitCode != nil || Self.runs(on: bus) }
    guard answers, process.exitCode == nil else {
      throw ProcessRunner.StartError(description: "avahi-daemon does not start: \(process.errorText)")
    }
  }

  deinit { stop() }

  /// Ends it; it says goodbye to the network.
  public func stop() { process.terminate() }

  /// The environment of a program for which `bus` is the system's bus.
  public static func environment(of bus: SessionBusServer) -> [String: String] {
    ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
  }

  /// Starts to look for services of a type; the lines of ``ProcessRunner/output`` begin with `+`, `=` (with all that is
  /// known) or `-` (gone).
  public func browse(_ type: String) throws -> ProcessRunner {
    try ProcessRunner("avahi-browse", ["-rpk", type], environment: Self.environment(of: bus))
  }

  /// True when its server runs and takes services.
  private static func runs(on bus: SessionBusServer) -> Bool {
    let answer = try? bus.run(
      "gdbus", "call", "--address", bus.address, "--dest", "org.freedesktop.Avahi", "--object-path", "/", "--method",
      "org.freedesktop.Avahi.Server.GetState")
    return answer?.text == "(2,)\n"
  }
}
