public import AudioCore
import Bytes
import Glibc
import JSON
import SystemSupport

/// The listener's saved queues: a folder with a station list in each `NAME.json`. Nothing of them is kept in memory,
/// and other files in the folder are ignored.
///
/// Calls read and write the disk, and block as long as that takes. Several threads and programs may call at the same
/// time, because files are replaced whole.
public struct PlaylistFolder: Sendable {
  /// The maximum number of playlists in a folder that are listed, or created.
  public static let maximumCount = 1000
  /// The maximum length of a name, in characters.
  public static let maximumNameLength = 100
  /// The maximum length of a name in UTF-8 bytes: with prefix and suffix it must be a valid file name (255 bytes).
  private static let maximumNameBytes = 240
  private static let suffix = ".json"

  private let path: String

  /// The playlists in the folder at `path`, which is created with the first playlist.
  public init(path: String) { self.path = path }

  /// Returns what is wrong with a playlist's name, in words that follow "the playlist's name"; nil for a valid one.
  public static func fault(inName name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.count > maximumNameLength || name.utf8.count > maximumNameBytes {
      return "is longer than \(maximumNameLength) characters"
    }
    if name.hasPrefix(".") { return "begins with a '.'" }
    if name.unicodeScalars.contains("/") { return "has a '/' in it" }
    return name.unicodeScalars.contains(where: \.isUnprintable) ? "holds a control character" : nil
  }

  /// Returns the names of the playlists, sorted, at most ``maximumCount``; empty when the folder cannot be read.
  public func names() -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < Self.maximumCount, let entry = readdir(folder) {
      let file = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let file, file.hasSuffix(Self.suffix) else { continue }
      let name = String(file.dropLast(Self.suffix.count))
      if Self.fault(inName: name) == nil, status(name) != nil { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the time when the playlist was written last, in seconds since 1970; nil when there is no such playlist.
  public func modified(_ name: String) -> Double? {
    Self.fault(inName: name) == nil ? status(name)?.st_mtim.inSeconds : nil
  }

  /// Returns the stations that were saved as `name`, in their order. Throws `.invalidRequest` for an invalid name,
  /// `.cannotRead` when there is no such playlist and `.badStationList` when the file is invalid.
  public func load(_ name: String) throws(TuneError) -> [Station] {
    try StationList.load(path: existing(name)).stations.map(\.fromPlaylist)
  }

  /// Saves `stations`; a station may occur several times. Without `replacing`, no playlist of this name may exist.
  ///
  /// Throws `.invalidRequest` for an invalid name, `.conflict` when the list is too large, `.badStationList` when the
  /// existing file is not a station list and would be lost, `.cannotRead` when there is no plain file under this name,
  /// `.cannotCreate` (also when the name is taken or the folder is full) and `.cannotWrite`.
  public func save(_ stations: [Station], as name: String, replacing: Bool) throws(TuneError) {
    let path = try file(name)
    if !replacing, isTaken(path) { throw exists(name) }
    guard status(name) != nil || names().count < Self.maximumCount else {
      throw .cannotCreate(path: path, reason: "there are \(Self.maximumCount) playlists")
    }
    let bytes = StationList(stations: Self.forPlaylist(stations)).encoded()
    guard bytes.count <= StationList.maximumBytes else {
      throw .conflict(message: "the playlist is full: it would have more than \(StationList.maximumBytes >> 20) MiB")
    }
    _ = try StationList.parse(bytes, path: path)
    try StationFile(path: path).replace(with: bytes) { (isThere) throws(TuneError) in
      guard isThere else { return }
      if !replacing { throw exists(name) }
      _ = try StationList.load(path: existing(name))
    }
  }

  /// Removes a playlist. Throws `.invalidRequest`, `.cannotRead` when there is no such playlist, `.cannotWrite`.
  public func remove(_ name: String) throws(TuneError) {
    let path = try existing(name)
    guard unlink(path) == 0 else { throw .cannotWrite(path: path, reason: SystemReason.text(of: errno)) }
  }

  /// Gives a playlist another name, which must not be taken. Throws `.invalidRequest`, `.cannotRead` when there is no
  /// such playlist, `.cannotCreate`.
  public func rename(_ name: String, to newName: String) throws(TuneError) {
    let old = try existing(name)
    let new = try file(newName)
    if isTaken(new) { throw exists(newName) }
    // `link` does not overwrite a file that was created meanwhile. Where files cannot have two names, other writers are
    // unlikely, so a plain rename must do.
    if link(old, new) == 0 {
      unlink(old)
      return
    }
    if errno == EEXIST { throw exists(newName) }
    guard Glibc.rename(old, new) == 0 else {
      throw .cannotCreate(path: new, reason: SystemReason.text(of: errno))
    }
  }

  private func exists(_ name: String) -> TuneError {
    .cannotCreate(path: "the playlist '\(name)'", reason: "there is one of this name")
  }

  /// Returns the path of the playlist `name`, which need not exist.
  private func file(_ name: String) throws(TuneError) -> String {
    if let fault = Self.fault(inName: name) { throw .invalidRequest(message: "the playlist's name \(fault)") }
    return "\(path)/\(name)\(Self.suffix)"
  }

  /// Returns the path of the playlist `name`, which must exist.
  private func existing(_ name: String) throws(TuneError) -> String {
    let file = try file(name)
    guard status(name) != nil else {
      throw .cannotRead(path: "the playlist '\(name)'", reason: "there is none of this name")
    }
    return file
  }

  /// Returns the status of the file for a valid name; nil when it is not a plain file.
  private func status(_ name: String) -> stat? {
    stat(of: "\(path)/\(name)\(Self.suffix)").flatMap { $0.isPlainFile ? $0 : nil }
  }

  private func isTaken(_ path: String) -> Bool { stat(ofEntry: path) != nil }
}

// A list has each id once, but a queue may have it several times. Stations with a repeated or invalid id get another id
// in the file, with their real id beside it.
extension PlaylistFolder {
  /// The member that holds the real id of a station.
  fileprivate static let ownIDKey = "ownId"

  /// Returns `stations` in a form that a list can hold.
  fileprivate static func forPlaylist(_ stations: [Station]) -> [Station] {
    var taken = Set(stations.map(\.id))
    var seen: Set<String> = []
    var number = 1
    return stations.map { station in
      guard !seen.insert(station.id).inserted || Station.idFault(station.id) != nil else { return station }
      var other = station
      repeat {
        other.id = "again-\(number)"
        number += 1
      } while !taken.insert(other.id).inserted
      other.other.append(JSONMember(ownIDKey, station.id.json))
      return other
    }
  }
}

extension Station {
  /// The station in the form in which it was saved.
  fileprivate var fromPlaylist: Station {
    guard let index = other.firstIndex(where: { $0.key == PlaylistFolder.ownIDKey }),
      case .string(let id) = other[index].value.content, !id.isEmpty, id.utf8.count <= Self.maximumTextBytes
    else { return self }
    var station = self
    station.id = id
    station.other.remove(at: index)
    return station
  }
}
