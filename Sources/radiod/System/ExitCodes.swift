import AudioCore
import Daemon
import Directory
import Glibc
import Recording
import Remote
import ServerSupport
import SoundCheck
import SystemSupport

/// The exit codes of the program, and their one table: those of sysexits.h, 1 for a second daemon or a check that fails,
/// and 130 as a shell has it.
enum ExitCodes {
  /// Another daemon is running.
  static let alreadyRunning: Int32 = 1
  /// Sound is not as expected.
  static let checkFailed: Int32 = 1
  /// The command line is wrong.
  static let usage: Int32 = 64
  /// The input is not audio, or conflicts with the station list.
  static let badData: Int32 = 65
  /// No such station or file.
  static let noInput: Int32 = 66
  /// No connection, no device or no answer.
  static let unavailable: Int32 = 69
  /// The system allows too few files, threads or too little memory.
  static let systemLimit: Int32 = 71
  /// A file cannot be created.
  static let cannotCreate: Int32 = 73
  /// A file cannot be written.
  static let cannotWrite: Int32 = 74
  /// A station list or the settings are invalid.
  static let badConfiguration: Int32 = 78

  /// A code, and what it means to a user. Words of the command line are in backticks.
  struct Row {
    /// 0…255.
    let code: Int32
    /// The meaning in short, for the help.
    let meaning: String
    /// Further causes, and those of single commands.
    let details: String

    /// The whole meaning, for the manual and docs/troubleshooting.md: lower case, without a full stop.
    var text: String { details.isEmpty ? meaning : meaning + "; " + details }

    fileprivate init(_ code: Int32, _ meaning: String, _ details: String = "") {
      self.code = code
      self.meaning = meaning
      self.details = details
    }
  }

  /// All codes, from which help and manual are made. A test compares docs/troubleshooting.md with it.
  static let table = [
    Row(EXIT_SUCCESS, "done", "stopped by a key, SIGTERM or SIGHUP; the output is no longer read"),
    Row(alreadyRunning, "another daemon is running, or sound is not as `check` expects"),
    Row(usage, "the command line is wrong"),
    Row(
      badData, "not audio, or a station that is already in the list",
      """
      audio of a kind that is not supported, or a second of it without sound; `check`: the sound ends too early, or has \
      two formats; `stations import`: no list, or nothing in it is of use; `stations add`, `edit`, `rename`: the id is \
      in the list already
      """),
    Row(noInput, "no such station or file", "`stations search`, `stations list`: none fits"),
    Row(
      unavailable, "cannot connect, or gave up",
      """
      the sound device cannot be used, or the directory gives no answer; `stations check`: one does not play; `ctl`: \
      no daemon runs, or `play --wait` saw none play; `serve`, `broadcast`: another program has the port
      """),
    Row(systemLimit, "out of resources: open files, memory or threads"),
    Row(cannotCreate, "cannot create a file"),
    Row(cannotWrite, "cannot write"),
    Row(badConfiguration, "the station list or the settings are wrong"),
    Row(
      128 + SIGINT, "stopped by Ctrl-C",
      "the program cleans up and dies of SIGINT, which a shell shows as this code, so that its loop or script ends"),
  ]

  /// All codes in a sentence without a full stop, for the help.
  static var sentence: String {
    table.map { "\($0.code) \($0.meaning.replacing("`", with: "'"))" }.joined(separator: "; ")
  }

  /// Returns the exit code for an error of the program or of its libraries; nil for any other error.
  static func code(of error: any Error) -> Int32? {
    switch error {
    case is OptionError: usage
    case let error as TuneError: playbackCode(of: error)
    case let error as SystemError: playbackCode(of: .system(error))
    case let error as ServerError: serverCode(of: error)
    case let error as DaemonError: clientCode(of: error)
    case let error as DaemonStartError: serviceCode(of: error.cause)
    case is DirectoryError: unavailable
    case is NoStationFitsError: noInput
    case is CheckError: badData
    case let error as RecordingError: recordingCode(of: error)
    case is ResourceCheck.ShortageError: systemLimit
    default: nil
    }
  }

  private static func playbackCode(of error: TuneError) -> Int32 {
    switch error {
    case .invalidRequest, .network(.badURL): usage
    case .network, .output, .format(.emptyPlaylist): unavailable
    case .format, .list(.conflict): badData
    case .list(.unknownStation), .list(.unknownSource), .system(.cannotRead): noInput
    case .list(.badStationList): badConfiguration
    case .system(.cannotCreate): cannotCreate
    case .system(.cannotWrite): cannotWrite
    }
  }

  private static func recordingCode(of error: RecordingError) -> Int32 {
    switch error {
    case .noForm: badData
    case .notKept, .unknown: noInput
    case .nothingToRecord, .tooMany: unavailable
    case .noThread: systemLimit
    }
  }

  private static func serverCode(of error: ServerError) -> Int32 {
    switch error {
    case .cannotListen: unavailable
    case .invalidOptions: usage
    case .system(let error): playbackCode(of: .system(error))
    }
  }

  private static func clientCode(of error: DaemonError) -> Int32 {
    switch error {
    case .badRequest, .refused(_, 400): usage
    case .refused(_, 404): noInput
    case .failed, .refused: unavailable
    }
  }

  private static func serviceCode(of cause: DaemonStartError.Cause) -> Int32 {
    switch cause {
    case .commandLine: usage
    case .configuration: badConfiguration
    case .unavailable: unavailable
    case .alreadyRunning: alreadyRunning
    }
  }
}
