import AudioCore
import Glibc
import RadioModel
import Stations
import SystemSupport

/// Interprets a word on the command line as a source: a station, an address, a file, or `-`.
public struct SourceResolver: Sendable {
  private let list: StationList

  /// A resolver that looks up stations in `list`.
  public init(list: StationList) {
    self.list = list
  }

  /// Returns the source that `text` means. A station's id takes precedence over a file of that name, and a file over a
  /// part of a station's name.
  ///
  /// Throws ``TuneError/unknownStation(_:suggestions:)`` or ``TuneError/cannotRead(path:reason:)``.
  public func resolve(_ text: String) throws(TuneError) -> Source {
    if text == "-" { return .standardInput }
    if text.lowercased().hasPrefix("file://") { return try file(String(text.dropFirst(7))) }
    if text.contains("://") { return .url(text) }
    if let station = list.stations.first(where: { $0.id == text }) { return .station(station) }
    if access(text, F_OK) == 0 || text.contains("/") { return try file(text) }
    return .station(try list.find(text))
  }

  private func file(_ path: String) throws(TuneError) -> Source {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .cannotRead(path: path, reason: SystemReason.text(of: errno)) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .cannotRead(path: path, reason: "it is a folder") }
    guard access(path, R_OK) == 0 else { throw .cannotRead(path: path, reason: SystemReason.text(of: errno)) }
    return .file(path: path)
  }
}
