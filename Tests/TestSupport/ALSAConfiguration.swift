import Foundation
import Glibc

/// The ALSA devices for tests that play from this process. libasound finds them through the environment. Other programs
/// get configurations of their own.
public enum ALSAConfiguration {
  private static let lock = NSLock()
  /// Only used under `lock`.
  nonisolated(unsafe) private static var text = "</usr/share/alsa/alsa.conf>\n"
  nonisolated(unsafe) private static var count = 0
  private static let folder = Result {
    let folder = try ProcessRunner.temporaryFolder()
    atexit { ALSAConfiguration.removeFolder() }
    return folder
  }

  /// Adds definitions of devices to those that were added before.
  public static func add(_ definitions: String) throws {
    try lock.withLock {
      text += definitions
      count += 1
      // A new file each time: libasound notices a change to a file that it has read only once a new second has begun.
      let path = try "\(folder.get())/asound-\(count).conf"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      setenv("ALSA_CONFIG_PATH", path, 1)
    }
  }

  private static func removeFolder() {
    if let folder = try? folder.get() { try? FileManager.default.removeItem(atPath: folder) }
  }
}
