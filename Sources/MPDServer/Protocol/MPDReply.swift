import NIOCore
import RadioModel

/// The result of one command.
enum MPDReply {
  /// The lines of the answer.
  case text(MPDText)
  /// Lines that come later. Commands fail the future with an ``MPDFault``; ``MPDConnection`` reports any other error as
  /// ``MPDFault/Code/system``.
  case future(EventLoopFuture<MPDText>)
  /// The client waits for a change of one of these subsystems.
  case idle(MPDSubsystems)
  /// Close the connection.
  case close

  /// Success without lines.
  static let done = MPDReply.text(MPDText())
}

/// The error of a command, as an `ACK` line reports it.
package struct MPDFault: Error, Equatable {
  /// The protocol's error codes.
  package enum Code: Int, Sendable {
    case notInList = 1
    case argument = 2
    case password = 3
    case permission = 4
    case unknown = 5
    case noSuchThing = 50
    case playlistTooLarge = 51
    case system = 52
    case playlistLoad = 53
    case playerSync = 55
    case exists = 56
  }

  /// The error code.
  package var code: Code
  /// One sentence, in the words of Music Player Daemon where it has the same error.
  package var message: String

  /// An error with this code and message.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The error of a change of the queue.
  init(_ fault: QueueFault) {
    switch fault {
    case .noSuchEntry: self = .noSuchSong
    case .noSuchPlace: self = .badSongIndex
    case .full: self = MPDFault(.playlistTooLarge, "Playlist is too large")
    }
  }

  static let noSuchSong = MPDFault(.noSuchThing, "No such song")
  static let badSongIndex = MPDFault(.argument, "Bad song index")
  static let noDatabase = MPDFault(.noSuchThing, "No database")
  static let noSuchPlaylist = MPDFault(.noSuchThing, "No such playlist")
  static let notPlaying = MPDFault(.playerSync, "Not playing")
  static let noCurrentSong = MPDFault(.playerSync, "No current song")

  /// Returns the `ACK` line for the command at `index` of a list, from 0.
  package func line(index: Int, command: String) -> String {
    let words = String(String.UnicodeScalarView(message.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    return "ACK [\(code.rawValue)@\(index)] {\(command)} \(words)\n"
  }
}

/// The permissions of a client. They are independent: one does not include another.
package struct MPDPermission: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No permission: for commands that every client may use.
  static let none: MPDPermission = []
  /// Read the state.
  static let read = MPDPermission(rawValue: 1)
  /// Add to the queue.
  static let add = MPDPermission(rawValue: 2)
  /// Control playback, and change the queue.
  static let player = MPDPermission(rawValue: 4)
  /// Change stored data.
  static let control = MPDPermission(rawValue: 8)
  /// Change the outputs.
  static let admin = MPDPermission(rawValue: 16)
  /// The permission that no client has: to end the daemon.
  static let noClient = MPDPermission(rawValue: 32)

  /// All permissions that a client can have: on the Unix socket, and on TCP with the password or when none is set.
  static let everything: MPDPermission = [.read, .add, .player, .control, .admin]
}
