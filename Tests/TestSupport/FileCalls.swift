import Foundation

/// The calls with which one program brings files to the disk and renames them, in order: what decides whether a file
/// survives a power failure.
///
/// A small C library, compiled when it is needed and loaded before the system's by `LD_PRELOAD`, makes the calls and
/// writes each into a file.
public final class FileCalls: Sendable {
  /// A call that has returned. Files and folders have their names without the folders that hold them.
  public enum Call: Equatable, Sendable {
    /// `fsync` of a file that had this many bytes then.
    case synced(file: String, bytes: Int)
    /// `fsync` of a folder: of the names in it.
    case syncedNames(folder: String)
    /// `rename`.
    case renamed(from: String, to: String)
  }

  /// Whether the library can be built.
  public static var isAvailable: Bool { PreloadLibrary.isAvailable }

  private let folder: Scratch
  private let library: PreloadLibrary

  /// No calls yet.
  public init() throws {
    folder = try Scratch()
    library = try PreloadLibrary(Self.source, in: folder)
  }

  /// The environment of a program whose calls are wanted.
  public var environment: [String: String] {
    library.environment.merging(["FILE_CALLS": folder.path("calls")]) { $1 }
  }

  /// The calls so far that succeeded.
  public var all: [Call] {
    String(decoding: folder.read("calls"), as: UTF8.self).split(separator: "\n").compactMap { line -> Call? in
      let words = line.split(separator: "\t").map { (NSString(string: String($0))).lastPathComponent }
      guard words.count == 3 else { return nil }
      switch words[0] {
      case "file": return .synced(file: words[1], bytes: Int(words[2]) ?? -1)
      case "folder": return .syncedNames(folder: words[1])
      default: return .renamed(from: words[1], to: words[2])
      }
    }
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/stat.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static void note(const char *call, const char *path, const char *rest) {
      int saved = errno;
      const char *log = getenv("FILE_CALLS");
      int file = log ? open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
      if (file >= 0) {
        dprintf(file, "%s\\t%s\\t%s\\n", call, path, rest);
        close(file);
      }
      errno = saved;
    }

    int fsync(int file) {
      char link[64], path[4096], size[32];
      struct stat status = {0};
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      ssize_t length = readlink(link, path, sizeof path - 1);
      path[length > 0 ? length : 0] = 0;
      fstat(file, &status);
      snprintf(size, sizeof size, "%lld", (long long)status.st_size);
      int result = syscall(SYS_fsync, file);
      if (result == 0) note(S_ISDIR(status.st_mode) ? "folder" : "file", path, size);
      return result;
    }

    int rename(const char *from, const char *to) {
      int result = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
      if (result == 0) note("rename", from, to);
      return result;
    }

    """
}
