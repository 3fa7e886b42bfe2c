import Foundation
import Glibc
import TestSupport

/// The sound servers of this process's tests. `default` is a server that lives as long as the tests. Others are started,
/// damaged and ended by a test.
enum SoundServers {
  /// The device names of the servers that tests damage.
  static let faultyDevices = ["faulty", "faulty2"]

  private static let start = Result {
    let server = try PulseServer()
    let folder = try ProcessRunner.temporaryFolder()
    var devices = ["!default": server.socketPath]
    for name in faultyDevices { devices[name] = folder + "/" + name }
    try ALSAConfiguration.add(PulseServer.alsaDefinitions(of: devices))
    atexit { SoundServers.stop() }
    return (server: server, folder: folder)
  }

  /// The server behind `default`.
  static func shared() throws -> PulseServer { try start.get().server }

  /// A new server behind one of the `faultyDevices`.
  static func faulty(_ device: String) throws -> PulseServer {
    try PulseServer(socketPath: start.get().folder + "/" + device)
  }

  private static func stop() {
    guard let started = try? start.get() else { return }
    started.server.stop()
    try? FileManager.default.removeItem(atPath: started.folder)
  }
}
