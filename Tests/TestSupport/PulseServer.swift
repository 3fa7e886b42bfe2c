import Foundation
import Glibc

/// A private PulseAudio server for one test, with one sink: a sound device with a real clock for machines without a
/// sound card. What a listener would hear is recorded: from the monitor of a null sink, or from the end of a pipe.
///
/// It runs in a folder of its own, which holds the socket and the ALSA configuration, and ends with this object.
public final class PulseServer: Sendable {
  /// A failure of the server.
  public struct ServerError: Error, CustomStringConvertible {
    /// Part of a sentence, with the server's error output.
    public var description: String
  }

  /// What the server plays to.
  public enum Sink: Sendable {
    /// A null sink. It holds little sound, and the server can replace all that was not heard.
    case null
    /// A pipe that holds about so much sound, which a ``PipeSinkReader`` plays: a device with a large latency. What is
    /// in it cannot be replaced, as with Bluetooth, AirPlay and other machines' sinks.
    case pipe(holding: Duration)
  }

  /// Whether the programs that tests of sound need are installed.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("pulseaudio", "pactl", "parec") }

  /// Rate of the sink, in hertz.
  public let sampleRate: Int
  /// The server's process, which tests of faults stop, continue or kill.
  public let process: ProcessRunner
  /// The socket it listens at.
  public let socketPath: String
  /// What plays from the pipe, if the sink is one.
  public let pipe: PipeSinkReader?
  private let folder: String

  /// Starts a server and waits until it answers, 10 s at most. The sink has two channels. Without a `socketPath` the
  /// socket is in the server's own folder.
  public init(sampleRate: Int = 44100, sink: Sink = .null, socketPath: String? = nil) throws {
    self.sampleRate = sampleRate
    folder = try ProcessRunner.temporaryFolder()
    self.socketPath = socketPath ?? folder + "/native"
    var reader: PipeSinkReader?
    do {
      var module = "module-null-sink sink_name=nul"
      if case .pipe(let length) = sink {
        reader = try PipeSinkReader(path: folder + "/pipe", holding: length, sampleRate: sampleRate)
        module = "module-pipe-sink sink_name=pipe file=\(folder)/pipe format=s16le"
      }
      pipe = reader
      process = try ProcessRunner(
        "pulseaudio",
        [
          "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit=yes",
          "--log-target=stderr",
          "-L", "\(module) rate=\(sampleRate) channels=2",
          "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(self.socketPath)",
        ], environment: ["XDG_RUNTIME_DIR": folder, "HOME": folder, "PULSE_RUNTIME_PATH": folder])
      try Self.alsaConfiguration(devices: ["!default": self.socketPath]).write(
        toFile: folder + "/asound.conf", atomically: true, encoding: .utf8)
      let answers = ProcessRunner.eventually {
        process.exitCode != nil || (try? control("info"))?.isEmpty == false
      }
      guard answers, process.exitCode == nil else {
        throw ServerError(description: "pulseaudio does not start: \(process.errorText)")
      }
    } catch {
      reader?.stop()
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  deinit { stop() }

  /// Runs `pactl`; returns what it says.
  @discardableResult public func control(_ words: String...) throws -> String {
    try Self.control(words, socket: socketPath)
  }

  /// Runs `pactl` with the server at a socket; returns what it says.
  static func control(_ words: [String], socket: String) throws -> String {
    let environment = ["PULSE_SERVER": "unix:" + socket, "HOME": "/nonexistent"]
    return try ProcessRunner.run("pactl", words, environment: environment, limit: .seconds(2)).text
  }

  /// The environment for a program that plays to this server through ALSA's `default` device, or as a PulseAudio
  /// client.
  public var environment: [String: String] {
    ["ALSA_CONFIG_PATH": alsaConfigurationPath, "PULSE_SERVER": "unix:\(socketPath)", "XDG_RUNTIME_DIR": folder]
  }

  /// An ALSA configuration in which `default` is this server.
  public var alsaConfigurationPath: String { folder + "/asound.conf" }

  /// Starts recording what the null sink plays, 16-bit stereo; the recording is what the process writes to its output.
  /// Returns when it runs.
  public func record() throws -> ProcessRunner {
    try Self.record("nul.monitor", sampleRate: sampleRate, environment: environment)
  }

  /// Starts recording from the source `name` of the server that `environment` names.
  static func record(_ name: String, sampleRate: Int, environment: [String: String]) throws -> ProcessRunner {
    let recorder = try ProcessRunner(
      "parec", ["-d", name, "--format=s16le", "--rate=\(sampleRate)", "--channels=2", "--latency-msec=20"],
      environment: environment)
    guard ProcessRunner.eventually({ !recorder.output.isEmpty }) else {
      throw ServerError(description: "parec records nothing: \(recorder.errorText)")
    }
    return recorder
  }

  /// Kills the server, as a crash would, and removes its folder.
  public func stop() {
    pipe?.stop()
    process.signal(SIGCONT)
    process.terminate(SIGKILL)
    process.removeOutput()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// An ALSA configuration that maps each name to a PulseAudio server's socket; `!default` replaces the system's
  /// default.
  public static func alsaConfiguration(devices: [String: String]) -> String {
    "</usr/share/alsa/alsa.conf>\n" + alsaDefinitions(of: devices)
  }

  /// The part of such a configuration that is added to the system's.
  public static func alsaDefinitions(of devices: [String: String]) -> String {
    devices.sorted { $0.key < $1.key }.map { name, socket in
      "pcm.\(name) { type pulse server \"unix:\(socket)\" }\nctl.\(name) { type pulse server \"unix:\(socket)\" }\n"
    }.joined()
  }
}
