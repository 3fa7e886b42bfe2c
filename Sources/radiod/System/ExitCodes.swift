import AudioCore
import Daemon
import Directory
import Remote
import SoundCheck

/// The exit codes of the program: those of sysexits.h, and 1 for a second daemon or a check that fails.
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

  /// Returns the exit code for an error of the program or of its libraries; nil for any other error.
  static func code(of error: any Error) -> Int32? {
    switch error {
    case is OptionError: usage
    case let error as TuneError: playbackCode(of: error)
    case let error as DaemonError: clientCode(of: error)
    case let error as DaemonFailure: serviceCode(of: error.cause)
    case is DirectoryFailure: unavailable
    case is NoStationFits: noInput
    case is CheckError: badData
    case is ResourceCheck.Shortage: systemLimit
    default: nil
    }
  }

  private static func playbackCode(of error: TuneError) -> Int32 {
    switch error {
    case .invalidRequest, .network(.badURL): usage
    case .network, .output, .format(.emptyPlaylist): unavailable
    case .format, .list(.conflict): badData
    case .list(.unknownStation), .list(.unknownSource), .file(.cannotRead): noInput
    case .list(.badStationList): badConfiguration
    case .file(.cannotCreate): cannotCreate
    case .file(.cannotWrite): cannotWrite
    }
  }

  private static func clientCode(of error: DaemonError) -> Int32 {
    switch error {
    case .badRequest, .refused(_, 400): usage
    case .refused(_, 404): noInput
    case .failed, .refused: unavailable
    }
  }

  private static func serviceCode(of cause: DaemonFailure.Cause) -> Int32 {
    switch cause {
    case .commandLine: usage
    case .configuration: badConfiguration
    case .unavailable: unavailable
    case .alreadyRunning: alreadyRunning
    }
  }
}
