import AudioCore
import Glibc
import SystemSupport

/// Reads small files that the user writes.
package enum BoundedFile {
  /// Returns the bytes of the file at `path`; nil when it does not exist. Throws a failure of the configuration when
  /// the file cannot be read or is larger than `limit` bytes.
  static func read(_ path: String, limit: Int) throws(DaemonStartError) -> [UInt8]? {
    let file: ReadableFile
    do throws(ReadableFile.ReadError) {
      file = try ReadableFile(path)
    } catch .system(code: ENOENT), .system(code: ENOTDIR) {
      return nil
    } catch {
      throw failure(path, error.reason)
    }
    return try read(file, path: path, limit: limit)
  }

  /// Returns the single line in the file at `path`. The file must be inaccessible to other users and contain at least
  /// `minimumCharacters` characters. `what` names the file in failures, which begin with `place`.
  package static func secret(
    _ path: String, place: String = "", what: String, minimumCharacters: Int
  ) throws(DaemonStartError) -> String {
    func fault(_ words: String) -> DaemonStartError {
      DaemonStartError("\(place)\(what) \(path) \(words)", .configuration)
    }
    let file: ReadableFile
    do throws(ReadableFile.ReadError) {
      file = try ReadableFile(path)
    } catch {
      throw DaemonStartError("\(place)cannot read \(what) \(path): \(error.reason)", .configuration)
    }
    // A credential from systemd (LoadCredential=) belongs to group root, and its group bits are the mask of an access
    // control list.
    guard let status = file.status, status.st_mode & (status.st_gid == 0 ? 0o007 : 0o077) == 0 else {
      throw fault("can be read by others: 'chmod 600' closes it")
    }
    let bytes = try read(file, path: path, limit: SettingKind.maximumBytes)
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw fault("must hold one line of ASCII without blanks")
    }
    guard line.count >= minimumCharacters else {
      throw fault(
        "holds \(NumberText.count(line.count, "character")): it needs at least \(minimumCharacters) "
          + "('tr -dc a-z0-9 </dev/urandom | head -c 32' makes 32)")
    }
    return String(decoding: line, as: UTF8.self)
  }

  private static func read(_ file: borrowing ReadableFile, path: String, limit: Int) throws(DaemonStartError) -> [UInt8]
  {
    let bytes: [UInt8]
    do throws(ReadableFile.ReadError) {
      bytes = try file.read(limit: limit)
    } catch {
      throw failure(path, error.reason)
    }
    guard bytes.count <= limit else { throw failure(path, "it is larger than \(limit >> 10) KiB") }
    return bytes
  }

  private static func failure(_ path: String, _ reason: String) -> DaemonStartError {
    DaemonStartError("cannot read \(path): \(reason)", .configuration)
  }
}
