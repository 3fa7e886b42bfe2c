import Glibc

/// Reads small system files.
enum SmallFile {
  /// The size in bytes at which reading stops.
  private static let limit = 1 << 20

  /// Returns the beginning of the file at `path`; empty when it cannot be read.
  static func text(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while text.count < limit {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { break }
      text += piece[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
