import AudioCore
import Glibc
import SystemSupport

/// A station list's file on disk.
struct StationFile {
  /// The path of the file.
  let path: String

  /// The timeout for data from a pipe in the file's place.
  var pipeTimeout: Duration = ReadableFile.pipeTimeout

  /// True when the folder has an entry of this name, readable or not, or a link without a target. When the check fails
  /// it is true as well, so that the file is not skipped silently.
  var isThere: Bool {
    stat(ofEntry: path) != nil || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Returns the bytes of the file. Of a file that is larger than a list may be it returns one byte more than
  /// ``StationList/maximumBytes``, so that the caller notices its size. Throws `.cannotRead` when there is no such
  /// file, `.badStationList` when it cannot be read.
  func read() throws(TuneError) -> [UInt8] {
    do throws(ReadableFile.ReadError) {
      return try ReadableFile.bytes(of: path, limit: StationList.maximumBytes, pipeTimeout: pipeTimeout)
    } catch .system(code: ENOENT) {
      throw .cannotRead(path: path, reason: SystemReason.text(of: ENOENT))
    } catch {
      throw .badStationList(path: path, reason: error.reason)
    }
  }

  /// Replaces the file with `bytes` in one step if `check` does not throw; no other program of ours writes the file
  /// meanwhile. An existing file keeps its owner and its mode; a new one is private (0600).
  ///
  /// Follows a symbolic link, also one without a target yet, and creates missing folders. Throws the errors of `check`,
  /// `.cannotCreate` and `.cannotWrite`.
  func replace(with bytes: [UInt8], after check: (_ exists: Bool) throws(TuneError) -> Void) throws(TuneError) {
    try replace { (exists) throws(TuneError) in
      try check(exists)
      return bytes
    }
  }

  /// Replaces the file with the result of `contents`, which runs under the lock; nil leaves the file unchanged.
  func replace(with contents: (_ exists: Bool) throws(TuneError) -> [UInt8]?) throws(TuneError) {
    var refusal: TuneError?
    do throws(SystemError) {
      try AtomicFile.replace(path, keepsOwner: true) { exists in
        do throws(TuneError) { return try contents(exists) } catch {
          refusal = error
          return nil
        }
      }
    } catch {
      throw .system(error)
    }
    if let refusal { throw refusal }
  }
}
