import Foundation
import Glibc
import Synchronization

/// A private PipeWire for one test, with one sink, as most desktops have it: the daemon, WirePlumber, which connects
/// what plays with the sink, and pipewire-pulse, which PulseAudio's clients talk to.
///
/// They run in a folder of their own, which holds sockets, configuration and state, have no message bus and see no
/// sound card; they end with this object. The configuration is the packages' own but for what this file adds.
public final class PipeWireServer: Sendable {
  /// A failure of the servers.
  public struct ServerError: Error, CustomStringConvertible {
    /// Part of a sentence, with the servers' error output.
    public var description: String
  }

  /// What the sound ends in.
  public enum Sink: Sendable {
    /// A null sink. It plays in real time and reports no latency.
    case null
    /// PipeWire's ALSA sink, as for a sound card: it reports a latency and takes nothing back. The card is this device,
    /// which knows what was heard. It must be patient: PipeWire does not wake in time on a busy machine.
    case card(ALSADouble)
  }

  /// Which of ALSA's plugins is behind a program's `default` device.
  public enum Plugin: String, Sendable, CaseIterable {
    /// `pulse`: the sound goes through pipewire-pulse.
    case pulse
    /// `pipewire`: it goes to the daemon.
    case pipewire
  }

  /// Whether there is a PipeWire, and the programs to ask and record it.
  public static var isAvailable: Bool { PipeWireFiles.found != nil && ProcessRunner.hasPrograms("pactl", "parec") }

  /// Why tests that need it are skipped.
  public static let requirement = "needs pipewire, wireplumber, pipewire-pulse and ALSA's pipewire plugin"

  /// Rate of the sink, in hertz.
  public let sampleRate: Int
  private let card: ALSADouble?
  private let files: PipeWireFiles
  private let folder: String
  private let processes = Mutex<[ProcessRunner]>([])

  private static let sinkName = "rig"

  /// Starts the servers and waits until the sink is the default one, 10 s at most. The sink has two channels, and the
  /// rate of its card if it has one.
  public init(sink: Sink = .null) throws {
    guard let files = PipeWireFiles.found else { throw ServerError(description: Self.requirement) }
    self.files = files
    if case .card(let device) = sink { card = device } else { card = nil }
    sampleRate = card?.rate ?? 44100
    let folder = try ProcessRunner.temporaryFolder()
    self.folder = folder
    do {
      try Self.configure(files, in: folder, sink: sink, sampleRate: sampleRate)
      try start()
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// Starts servers that were killed, at the same addresses, and waits until the sink is the default one, 10 s at most.
  public func start() throws {
    for socket in ["/pipewire-0", "/pipewire-0-manager"] { unlink(folder + socket) }
    var started: [ProcessRunner] = []
    do {
      let environment = Self.serverEnvironment(files, in: folder).merging(card?.environment ?? [:]) { $1 }
      func start(_ name: String) throws {
        started.append(try ProcessRunner(files.program(name), environment: environment))
      }
      func waits(until condition: () -> Bool) throws {
        let isReady = ProcessRunner.eventually { condition() || started.contains { $0.exitCode != nil } }
        guard isReady, started.allSatisfy({ $0.exitCode == nil }) else {
          throw ServerError(description: "PipeWire does not start: " + started.map(\.errorText).joined())
        }
      }
      try start("pipewire")
      try waits { FileManager.default.fileExists(atPath: folder + "/pipewire-0") }
      try start("wireplumber")
      try start("pipewire-pulse")
      try waits { (try? control("info"))?.contains("Default Sink: \(Self.sinkName)\n") == true }
      processes.withLock { [started] in $0 = started }
    } catch {
      for process in started { process.terminate(SIGKILL) }
      throw error
    }
  }

  /// Runs `pactl`; returns what it says.
  @discardableResult public func control(_ words: String...) throws -> String {
    try PulseServer.control(words, socket: Self.pulseSocket(in: folder))
  }

  deinit { stop() }

  /// The environment for a program that plays to the sink through `plugin`, which is behind ALSA's `default` device.
  public func environment(_ plugin: Plugin) -> [String: String] {
    files.environment.merging(
      [
        "ALSA_CONFIG_PATH": "\(folder)/\(plugin).conf", "PULSE_SERVER": "unix:" + Self.pulseSocket(in: folder),
        "PIPEWIRE_RUNTIME_DIR": folder, "PIPEWIRE_CONFIG_DIR": folder + "/config/pipewire", "XDG_RUNTIME_DIR": folder,
      ]) { $1 }
  }

  /// Starts recording what the sink plays, 16-bit stereo; a card records by itself. Returns when it runs.
  public func record() throws -> any SoundRecording {
    if let card { return card }
    return try PulseServer.record(
      Self.sinkName + ".monitor", sampleRate: sampleRate, environment: environment(.pulse))
  }

  /// The names of the programs that play to the sink. ALSA's `pipewire` plugin calls a program "PipeWire ALSA [its
  /// name]"; through pipewire-pulse it has the name that it gives itself.
  public func players() throws -> [String] {
    try control("list", "sink-inputs").matches(of: /application\.name = "(.*)"/).map { String($0.1) }
  }

  /// Kills the servers, as a crash would.
  public func kill() {
    let ended = processes.withLock { processes in
      defer { processes = [] }
      return processes
    }
    for process in ended {
      process.terminate(SIGKILL)
      process.removeOutput()
    }
  }

  /// Kills the servers, and removes their folder.
  public func stop() {
    kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func pulseSocket(in folder: String) -> String { folder + "/pulse/native" }

  private static func serverEnvironment(_ files: PipeWireFiles, in folder: String) -> [String: String] {
    files.environment.merging(
      [
        "XDG_RUNTIME_DIR": folder, "HOME": folder, "XDG_CONFIG_HOME": folder + "/config",
        "XDG_STATE_HOME": folder + "/state", "PIPEWIRE_CONFIG_DIR": folder + "/config/pipewire",
        "WIREPLUMBER_CONFIG_DIR": folder + "/config/wireplumber", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
      ]) { $1 }
  }

  private static func configure(_ files: PipeWireFiles, in folder: String, sink: Sink, sampleRate: Int) throws {
    let config = folder + "/config"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    for name in ["pipewire", "wireplumber"] {
      try FileManager.default.copyItem(atPath: "\(files.shared)/\(name)", toPath: "\(config)/\(name)")
    }
    func write(_ text: String, to path: String) throws {
      let url = URL(fileURLWithPath: folder + "/" + path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    try write(daemonFragment(sink: sink, sampleRate: sampleRate), to: "config/pipewire/pipewire.conf.d/rig.conf")
    try write(
      "context.properties = { support.dbus = false }\n", to: "config/pipewire/pipewire-pulse.conf.d/rig.conf")
    // WirePlumber up to 0.4 is configured in Lua, later ones are not; each reads its own files alone.
    try write(
      """
      alsa_monitor.enabled = false
      v4l2_monitor.enabled = false
      libcamera_monitor.enabled = false
      default_access.properties["enable-flatpak-portal"] = false

      """, to: "config/wireplumber/main.lua.d/60-rig.lua")
    try write("bluez_monitor.enabled = false\n", to: "config/wireplumber/bluetooth.lua.d/60-rig.lua")
    try write(
      """
      wireplumber.profiles = { main = {
        hardware.audio = disabled, hardware.bluetooth = disabled, hardware.video-capture = disabled
        support.dbus = disabled, support.reserve-device = disabled, support.portal-permissionstore = disabled
      } }

      """, to: "config/wireplumber/wireplumber.conf.d/60-rig.conf")
    try write(
      PulseServer.alsaConfiguration(devices: ["!default": pulseSocket(in: folder)]), to: "\(Plugin.pulse).conf")
    // Without the system's configuration: with the package pulseaudio, that makes whatever server runs the default device
    // through the pulse plugin.
    try write(
      """
      pcm_type.pipewire { lib "\(files.alsaPlugin)" }
      pcm.!default { type pipewire server "pipewire-0" playback_node "-1" capture_node "-1" }

      """, to: "\(Plugin.pipewire).conf")
  }

  /// What is added to the daemon's configuration.
  private static func daemonFragment(sink: Sink, sampleRate: Int) -> String {
    let factory =
      switch sink {
      case .null: "factory.name = support.null-audio-sink"
      case .card: "factory.name = api.alsa.pcm.sink api.alsa.path = \(ALSADouble.plainDefault) audio.format = S16LE"
      }
    return """
      context.properties = {
        support.dbus = false
        default.clock.rate = \(sampleRate)
        default.clock.allowed-rates = [ \(sampleRate) ]
      }
      context.objects = [
        { factory = adapter
          args = {
            \(factory)
            node.name = \(sinkName)
            media.class = Audio/Sink
            object.linger = true
            audio.rate = \(sampleRate)
            audio.channels = 2
            audio.position = [ FL FR ]
          }
        }
      ]

      """
  }
}

/// Where PipeWire's programs, libraries and files are: installed, or unpacked by Scripts/deps.
private struct PipeWireFiles: Sendable {
  /// The folder of configurations, which has one of each of `pipewire` and `wireplumber`.
  let shared: String
  /// ALSA's plugin for PipeWire.
  let alsaPlugin: String
  /// What unpacked programs and libraries need to find each other.
  let environment: [String: String]
  private let programs: String?

  /// The installed ones, else the unpacked ones; nil without either.
  static let found = installed ?? unpacked

  /// What to start for the program `name`.
  func program(_ name: String) -> String { programs.map { "\($0)/\(name)" } ?? name }

  private static let pluginName = "libasound_module_pcm_pipewire.so"

  private static var installed: PipeWireFiles? {
    guard ProcessRunner.hasPrograms("pipewire", "wireplumber", "pipewire-pulse"),
      let libraries = libraries(in: "/usr")
    else { return nil }
    return PipeWireFiles(
      shared: "/usr/share", alsaPlugin: "\(libraries)/alsa-lib/\(pluginName)", environment: [:], programs: nil)
  }

  private static var unpacked: PipeWireFiles? {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let top = root + "/.build/pipewire/usr"
    guard let libraries = libraries(in: top) else { return nil }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
    func folder(_ prefix: String) -> String { libraries + "/" + (names.first { $0.hasPrefix(prefix) } ?? "") }
    return PipeWireFiles(
      shared: top + "/share", alsaPlugin: "\(libraries)/alsa-lib/\(pluginName)",
      environment: [
        "LD_LIBRARY_PATH": libraries, "PIPEWIRE_MODULE_DIR": folder("pipewire-0."), "SPA_PLUGIN_DIR": folder("spa-0."),
        "WIREPLUMBER_MODULE_DIR": folder("wireplumber-0."), "WIREPLUMBER_DATA_DIR": top + "/share/wireplumber",
      ], programs: top + "/bin")
  }

  /// The folder of libraries that has ALSA's plugin in it: Debian has one for each processor in `lib`.
  private static func libraries(in top: String) -> String? {
    let inner = (try? FileManager.default.contentsOfDirectory(atPath: top + "/lib")) ?? []
    return (["\(top)/lib64", "\(top)/lib"] + inner.map { "\(top)/lib/\($0)" }).first {
      FileManager.default.fileExists(atPath: "\($0)/alsa-lib/\(pluginName)")
    }
  }
}
