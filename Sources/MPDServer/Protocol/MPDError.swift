import AudioCore
import RadioModel
import SystemSupport

/// The error of a command, as an `ACK` line reports it.
package struct MPDError: Error, Equatable {
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
  init(_ fault: QueueError) {
    switch fault {
    case .noSuchEntry: self = .noSuchSong
    case .noSuchPlace: self = .badSongIndex
    case .full: self = MPDError(.playlistTooLarge, "Playlist is too large")
    }
  }

  /// The error of a command whose future failed with `error`: an error of a file, or of a list, as it is.
  init(ofWork error: any Error) {
    let reason = error is TuneError || error is SystemError ? "\(error)" : "The daemon is ending"
    self = error as? MPDError ?? MPDError(.system, reason)
  }

  /// Changes the queue of `player`, and throws its error as an error of the protocol. Returns the ids of the new entries.
  @discardableResult static func edit(_ player: any RadioPlayer, _ edit: QueueEdit) throws(MPDError) -> [Int] {
    do throws(QueueError) {
      return try player.edit(edit)
    } catch {
      throw MPDError(error)
    }
  }

  static let noSuchSong = MPDError(.noSuchThing, "No such song")
  static let badSongIndex = MPDError(.argument, "Bad song index")
  static let noDatabase = MPDError(.noSuchThing, "No database")
  static let noSuchPlaylist = MPDError(.noSuchThing, "No such playlist")
  static let notPlaying = MPDError(.playerSync, "Not playing")
  static let noCurrentSong = MPDError(.playerSync, "No current song")

  /// Returns the `ACK` line for the command at `index` of a list, from 0.
  package func line(index: Int, command: String) -> String {
    let words = String(String.UnicodeScalarView(message.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    return "ACK [\(code.rawValue)@\(index)] {\(command)} \(words)\n"
  }
}
