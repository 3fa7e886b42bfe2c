public import AudioCore
import Glibc
public import RadioModel
public import Stations
import SystemSupport

/// Interprets a word on the command line as a source: a station, an address, a file, or `-`.
public struct SourceResolver: Sendable {
  private static let fileScheme = "file://"
  private let list: StationList

  /// A resolver that looks up stations in `list`.
  public init(list: StationList) {
    self.list = list
  }

  /// Returns the source that `text` means. A station's id takes precedence over a file of that name, and a file over a
  /// part of a station's name.
  ///
  /// Throws ``StationListError/unknownSource(_:suggestions:)`` or ``TuneError/cannotRead(path:reason:)``.
  public func resolve(_ text: String) throws(TuneError) -> Source {
    if let source = try Self.resolveWithoutList(text) { return source }
    if let station = list.stations.first(where: { $0.id == text }) { return .station(station) }
    if access(text, F_OK) == 0 { return try Self.file(text) }
    do throws(TuneError) {
      return .station(try list.find(text))
    } catch .list(.unknownStation(_, let suggestions)) {
      throw .list(.unknownSource(text, suggestions: suggestions))
    }
  }

  /// Returns the source that `text` means whatever stations the list has: standard input, an address, a path, or a file
  /// whose name can be no station's id. Nil for any other text. Throws ``TuneError/cannotRead(path:reason:)``.
  public static func resolveWithoutList(_ text: String) throws(TuneError) -> Source? {
    if text == "-" { return .standardInput }
    if text.lowercased().utf8.starts(with: fileScheme.utf8) {
      return try file(String(Substring(text.utf8.dropFirst(fileScheme.utf8.count))))
    }
    if StreamURL.mayBeAddress(text) { return .url(text) }
    let isFile = text.contains("/") || Station.idFault(text) != nil && access(text, F_OK) == 0
    return isFile ? try file(text) : nil
  }

  private static func file(_ path: String) throws(TuneError) -> Source {
    guard let status = stat(of: path) else { throw .cannotRead(path: path, reason: SystemReason.text(of: errno)) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .cannotRead(path: path, reason: "it is a folder") }
    guard access(path, R_OK) == 0 else { throw .cannotRead(path: path, reason: SystemReason.text(of: errno)) }
    return .file(path: path)
  }
}
