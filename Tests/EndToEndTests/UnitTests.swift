import Foundation
import TestSupport
import Testing

/// The shipped units, checked with systemd's own tools.
@Suite("The systemd units", .ownThreads, .enabled(if: ProcessRunner.hasPrograms("systemd-analyze"), "needs systemd"))
struct UnitTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The unit of `kind` as it is installed, with a program that exists.
  private func unit(_ kind: String) throws -> String {
    let path = Radiod.root + "/packaging/systemd/\(kind)/radiod.service"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("ExecStart=@BIN@/radiod serve"))
    return try scratch.write(text.replacing("@BIN@/radiod", with: "/bin/true"), as: "radiod.service")
  }

  /// The template of a log of `kind` as it is installed, for a station.
  private func recordUnit(_ kind: String) throws -> String {
    let path = Radiod.root + "/packaging/systemd/\(kind)/radiod-record@.service"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("ExecStart=@BIN@/radiod record %i --every 1h $RECORD_OPTIONS\n"))
    return try scratch.write(text.replacing("@BIN@/radiod", with: "/bin/true"), as: "radiod-record@fip.service")
  }

  @Test("the units of a log are valid, and are rated as the others", arguments: [("system", 20), ("user", 50)])
  func record(kind: String, threshold: Int) throws {
    let unit = try recordUnit(kind)
    let result = try ProcessRunner.run(
      "systemd-analyze", ["--\(kind)", "--man=no", "verify", unit], environment: ["XDG_RUNTIME_DIR": scratch.path])
    #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    let rating = try ProcessRunner.run(
      "systemd-analyze", ["security", "--offline=true", "--no-pager", "--threshold=\(threshold)", unit])
    #expect(rating.exitCode == 0, "\(rating.text.split(separator: "\n").last ?? "") \(rating.errorText)")
    // The runtime folder of radiod.service would go when a log stops.
    let lines = try String(contentsOfFile: unit, encoding: .utf8).split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("RuntimeDirectory") })
    #expect(lines.contains("RestartPreventExitStatus=64 65 66 78"))
  }

  @Test("the units are valid", arguments: ["user", "system"])
  func verify(kind: String) throws {
    let result = try ProcessRunner.run(
      "systemd-analyze", ["--\(kind)", "--man=no", "verify", try unit(kind)],
      environment: ["XDG_RUNTIME_DIR": scratch.path])
    #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
  }

  @Test(
    "systemd rates the exposure of the system unit at most 2.0 of 10, and of the user unit at most 5.0",
    arguments: [("system", 20), ("user", 50)])
  func security(kind: String, threshold: Int) throws {
    let result = try ProcessRunner.run(
      "systemd-analyze", ["security", "--offline=true", "--no-pager", "--threshold=\(threshold)", try unit(kind)])
    #expect(result.exitCode == 0, "\(result.text.split(separator: "\n").last ?? "") \(result.errorText)")
  }

  @Test("the system unit waits for the clock if a service sets it, and starts no such service")
  func clock() throws {
    let lines = try String(contentsOfFile: unit("system"), encoding: .utf8).split(separator: "\n")
    let after = lines.filter { $0.hasPrefix("After=") }.flatMap { $0.dropFirst(6).split(separator: " ") }
    #expect(after.contains("time-set.target") && after.contains("time-sync.target"))
    let pulled = lines.filter { $0.hasPrefix("Wants=") || $0.hasPrefix("Requires=") || $0.hasPrefix("BindsTo=") }
    #expect(!pulled.contains { $0.contains("time-") })
  }

  @Test("the system unit has its station list in the state folder, since it cannot write to /etc, and a cache folder")
  func stationList() throws {
    let text = try String(contentsOfFile: unit("system"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    let variables = lines.filter { $0.hasPrefix("Environment=") }.flatMap { $0.dropFirst(12).split(separator: " ") }
    // `Folders` finds the list's place by these: the settings are in /etc, so the list is in the state folder.
    #expect(variables.contains("XDG_CONFIG_HOME=/etc") && variables.contains("XDG_STATE_HOME=/var/lib"))
    #expect(variables.contains("XDG_CACHE_HOME=/var/cache"))
    for line in [
      "ProtectSystem=strict", "StateDirectory=springradio", "CacheDirectory=springradio",
      "ConfigurationDirectory=springradio",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(!lines.contains { $0.hasPrefix("ReadWritePaths=") })
  }

  @Test("the units say when a restart is useless, and limit what the service may use", arguments: ["user", "system"])
  func lines(kind: String) throws {
    let lines = try String(contentsOfFile: unit(kind), encoding: .utf8).split(separator: "\n")
    for line in [
      "Type=notify", "WatchdogSec=30", "Restart=on-failure", "RestartPreventExitStatus=1 64 78", "MemoryMax=256M",
      "TasksMax=64", "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
  }
}
