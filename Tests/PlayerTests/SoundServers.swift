import Foundation
import Glibc
import TestSupport

/// The sound servers of this process's tests. `default` is a server that lives as long as the tests. `faulty` is one
/// that a test starts, damages and ends.
enum SoundServers {
  /// The device name of the server that tests damage.
  static let faultyDevice = "faulty"

  private static let start = Result {
    let server = try PulseServer()
    let folder = try ProcessRunner.temporaryFolder()
    try ALSAConfiguration.add(
      PulseServer.alsaDefinitions(of: ["!default": server.socketPath, faultyDevice: folder + "/faulty"]))
    atexit { SoundServers.stop() }
    return (server: server, folder: folder)
  }

  /// The server behind `default`.
  static func shared() throws -> PulseServer { try start.get().server }

  /// A new server behind `faultyDevice`.
  static func faulty() throws -> PulseServer { try PulseServer(socketPath: start.get().folder + "/faulty") }

  private static func stop() {
    guard let started = try? start.get() else { return }
    started.server.stop()
    try? FileManager.default.removeItem(atPath: started.folder)
  }
}
