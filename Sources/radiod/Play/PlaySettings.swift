import ArgumentParser
import AudioCore
import Daemon
import Glibc
import Player
import Radio
import RadioModel
import SystemSupport

/// The output and the volume of `play`. A sound device comes from the options, else from the settings of the daemon;
/// its volume comes from the options, else from the settings, else from the last `play`. Output to a file, a pipe or
/// nowhere depends on neither settings nor the last `play`: its volume begins at 100.
struct PlaySettings {
  /// The sound output.
  let output: OutputSpec
  /// The volume, 0…100.
  let volume: Int
  /// The file that saves the volume; nil for an output that is no sound device.
  private let memory: PlayMemory?

  /// Determines the values that the options `output`, `device` and `volume` leave open.
  ///
  /// Throws ``OptionError`` for invalid options, and ``DaemonFailure`` for invalid settings.
  init(output: String?, device: String?, volume: Int?, global: GlobalChoice) throws {
    let requested = try OutputSpec(output ?? OutputSpec.deviceWord, device: device)
    guard case .device(let named) = requested.destination else {
      self.output = requested
      self.volume = volume ?? Self.full
      memory = nil
      return
    }
    let environment = CommandContext.environment
    let folders = Folders(environment: environment, userID: geteuid())
    let memory = PlayMemory(path: folders.playMemory, logger: Log.logger(level: global.level))
    let isComplete = device != nil && volume != nil
    let settings =
      isComplete
      ? nil : try SettingsReader(flags: [:], environment: environment, path: folders.settings).readSound()
    self.output = device == nil ? .alsa(device: settings?.device ?? named) : .alsa(device: named)
    self.volume = volume ?? settings?.volume ?? memory.volume ?? Self.full
    self.memory = memory
  }

  /// Saves the volume at the end, if a key changed it.
  func remember(volumeAtEnd volume: Int) {
    if volume != self.volume { memory?.remember(volume: volume) }
  }

  private static let full = 100
}

/// The options for a station that offers its programme in several qualities.
struct QualityArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Upper limit when HLS offers several qualities. (default: the best)",
      valueName: "kbit/s"))
  var maxBitrate: Int?

  func validate() throws {
    if let maxBitrate, !(1...100_000).contains(maxBitrate) {
      throw ValidationError("--max-bitrate takes a number of kbit/s from 1 to 100000, not \(maxBitrate)")
    }
  }
}

/// The value of `--retry`.
enum RetryArgument {
  /// Parses `never`, `forever` or a number; throws a usage error for any other text.
  static func parse(_ text: String) throws -> RetryLimit {
    guard let limit = RetryLimit(text) else {
      throw ValidationError("--retry takes never, forever or a number of tries, not '\(text)'")
    }
    return limit
  }

  /// Returns the help of `--retry`; `standard` is the text of its default.
  static func help(standard: String) -> ArgumentHelp {
    ArgumentHelp(
      "Consecutive reconnect attempts before giving up: a number, never or forever. (default: \(standard))",
      valueName: "times")
  }
}

/// `--format`, for raw samples without a header on standard input.
struct InputFormatArgument: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "Format of raw samples on standard input: s16le or f32le, rate and channels, such as s16le:44100:2.",
      valueName: "format:rate:channels"),
    completion: .list(["s16le:44100:2", "s16le:48000:2", "f32le:44100:2", "f32le:48000:2"]))
  var text: String?

  func validate() throws { _ = try format() }

  /// Returns the format of standard input; nil to detect it from the data. Throws `ValidationError`.
  func format() throws -> RawSampleFormat? {
    guard let text else { return nil }
    do throws(OptionError) {
      return try RawSampleFormat(text)
    } catch {
      throw ValidationError(OptionFlags.sentence(error))
    }
  }

  /// Rejects `--format` for any `source` except standard input: the others state their format themselves.
  func check(_ source: String?) throws {
    guard text == nil || source == "-" else {
      throw ValidationError("--format goes with - (standard input), not with '\(source ?? "")'; put - in its place")
    }
  }
}
