import Foundation
import TestSupport

/// Music Player Daemon itself, with an empty library and an output that plays nothing.
final class RealMPD: Sendable {
  static var isAvailable: Bool { ProcessRunner.hasPrograms("mpd") }

  let port: Int
  private let folder: Scratch
  private let process: ProcessRunner

  init() throws {
    folder = try Scratch()
    port = try ScriptedServer.freePort()
    // It looks through its music some time after it starts, and would find playlists that were saved before.
    try FileManager.default.createDirectory(atPath: folder.path("music"), withIntermediateDirectories: false)
    let configuration = try folder.write(
      """
      music_directory "\(folder.path("music"))"
      playlist_directory "\(folder.path)"
      db_file "\(folder.path("database"))"
      log_file "\(folder.path("log"))"
      bind_to_address "127.0.0.1"
      port "\(port)"
      audio_output {
        type "null"
        name "silent"
        mixer_type "software"
      }

      """, as: "mpd.conf")
    process = try ProcessRunner("mpd", ["--no-daemon", configuration])
    _ = ProcessRunner.eventually { (try? LineClient(port: port)) != nil }
  }

  deinit { stop() }

  /// Stops the server.
  func stop() { process.terminate() }

  func client() throws -> MPDTestClient { try MPDTestClient(LineClient(port: port)) }
}
