import Glibc

/// Reads small files that the user writes.
enum BoundedFile {
  /// The maximum time without data from a pipe in place of a file, in milliseconds.
  private static let pipeTimeout: Int32 = 5000

  /// Returns the bytes of the file at `path`; nil when it does not exist. Throws a failure of the configuration when
  /// the file cannot be read or is larger than `limit` bytes.
  static func read(_ path: String, limit: Int) throws(DaemonFailure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 && (errno == ENOENT || errno == ENOTDIR) { return nil }
    guard descriptor >= 0 else { throw failure(path, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    return try read(descriptor, path: path, limit: limit)
  }

  /// Returns the single line in the file at `path`. The file must be inaccessible to other users and contain at least
  /// `minimumCharacters` characters. `what` names the file in failures.
  static func secret(_ path: String, what: String, minimumCharacters: Int) throws(DaemonFailure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure("\(what) \(path)", String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    // A credential from systemd (LoadCredential=) belongs to group root, and its group bits are the mask of an access
    // control list.
    guard fstat(descriptor, &status) == 0, status.st_mode & (status.st_gid == 0 ? 0o007 : 0o077) == 0 else {
      throw DaemonFailure(
        "\(what) \(path) can be read by others: 'chmod 600' closes it", exitCode: DaemonFailure.configuration)
    }
    let bytes = try read(descriptor, path: path, limit: SettingKind.maximumBytes)
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw DaemonFailure(
        "\(what) \(path) must hold one line of ASCII without blanks", exitCode: DaemonFailure.configuration)
    }
    guard line.count >= minimumCharacters else {
      throw DaemonFailure(
        "\(what) \(path) holds \(line.count) character\(line.count == 1 ? "" : "s"): it needs at least \(minimumCharacters) "
          + "('tr -dc a-z0-9 </dev/urandom | head -c 32' makes 32)", exitCode: DaemonFailure.configuration)
    }
    return String(decoding: line, as: UTF8.self)
  }

  private static func read(_ descriptor: Int32, path: String, limit: Int) throws(DaemonFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&pipe, 1, pipeTimeout) != 0 { continue }
        throw failure(path, "nothing comes from this pipe")
      }
      guard count >= 0 else { throw failure(path, String(cString: strerror(errno))) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    throw failure(path, "it is larger than \(limit >> 10) KiB")
  }

  private static func failure(_ path: String, _ reason: String) -> DaemonFailure {
    DaemonFailure("cannot read \(path): \(reason)", exitCode: DaemonFailure.configuration)
  }
}
