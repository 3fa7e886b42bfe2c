import AudioCore
import Glibc

/// The listener's saved queues: a folder with a station list in each `NAME.json`. Nothing of them is kept in memory, and other
/// files in the folder are left alone.
///
/// Calls read and write the disk and may take as long as it does. They may come from several threads and programs at a time: files
/// are replaced whole.
public struct PlaylistFolder: Sendable {
  /// Most playlists in a folder that are told of, or made.
  public static let maximumCount = 1000
  /// Longest name, in characters.
  public static let maximumNameLength = 100
  /// Longest name in UTF-8: with what belongs to it, it has to be a file's name (255 bytes).
  private static let maximumNameBytes = 240
  private static let suffix = ".json"

  private let path: String

  /// The playlists in the folder at `path`, which is made with the first of them.
  public init(path: String) { self.path = path }

  /// What is wrong with a playlist's name, in words that follow "the playlist's name"; nil for a good one.
  public static func fault(inName name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.count > maximumNameLength || name.utf8.count > maximumNameBytes {
      return "is longer than \(maximumNameLength) characters"
    }
    if name.hasPrefix(".") { return "begins with a '.'" }
    if name.unicodeScalars.contains("/") { return "has a '/' in it" }
    return name.unicodeScalars.contains(where: \.isUnprintable) ? "holds a control character" : nil
  }

  /// The names of all playlists, sorted; empty when the folder cannot be read.
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

  /// When the playlist was written last, in seconds since 1970; nil when there is no such playlist.
  public func modified(_ name: String) -> Double? {
    guard Self.fault(inName: name) == nil, let time = status(name)?.st_mtim else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What was saved as `name`: the same stations in the same order. Throws `.usage` for what is no name, `.cannotRead` when there
  /// is no such playlist and `.badStationList` when the file is wrong.
  public func load(_ name: String) throws(TuneError) -> [Station] {
    try StationList.load(path: existing(name)).stations.map(\.fromPlaylist)
  }

  /// Saves `stations`, any of them several times if so. Without `replacing` a playlist of this name must not be there.
  ///
  /// Throws `.usage` for what is no name, `.badStationList` when the list is too large, or what is there under this name is
  /// none and would be lost, `.cannotCreate` and `.cannotWrite`.
  public func save(_ stations: [Station], as name: String, replacing: Bool) throws(TuneError) {
    let path = try file(name)
    if !replacing, isTaken(path) { throw exists(name) }
    guard status(name) != nil || names().count < Self.maximumCount else {
      throw .cannotCreate(path: path, reason: "there are \(Self.maximumCount) playlists")
    }
    let bytes = StationList(stations: Self.forPlaylist(stations)).encoded()
    _ = try StationList.parse(bytes, path: path)
    try StationFile(path: path).replace(with: bytes) { (isThere) throws(TuneError) in
      guard isThere else { return }
      if !replacing { throw exists(name) }
      _ = try StationList.load(path: existing(name))
    }
  }

  /// Removes a playlist. Throws `.usage`, `.cannotRead` when there is no such playlist, `.cannotWrite`.
  public func remove(_ name: String) throws(TuneError) {
    let path = try existing(name)
    guard unlink(path) == 0 else { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
  }

  /// Gives a playlist another name, which must not be taken. Throws `.usage`, `.cannotRead` when there is no such playlist,
  /// `.cannotCreate`.
  public func rename(_ name: String, to newName: String) throws(TuneError) {
    let old = try existing(name)
    let new = try file(newName)
    if isTaken(new) { throw exists(newName) }
    // What came there meanwhile is not lost. Where files cannot have two names, few others will be about.
    if link(old, new) == 0 {
      unlink(old)
      return
    }
    if errno == EEXIST { throw exists(newName) }
    guard Glibc.rename(old, new) == 0 else {
      throw .cannotCreate(path: new, reason: String(cString: strerror(errno)))
    }
  }

  private func exists(_ name: String) -> TuneError {
    .cannotCreate(path: "the playlist '\(name)'", reason: "there is one of this name")
  }

  /// The path of the playlist `name`, which need not be there.
  private func file(_ name: String) throws(TuneError) -> String {
    if let fault = Self.fault(inName: name) { throw .usage(message: "the playlist's name \(fault)") }
    return "\(path)/\(name)\(Self.suffix)"
  }

  /// The same of one that is there.
  private func existing(_ name: String) throws(TuneError) -> String {
    let file = try file(name)
    guard status(name) != nil else {
      throw .cannotRead(path: "the playlist '\(name)'", reason: "there is none of this name")
    }
    return file
  }

  /// What is there under a good name; nil when it is no plain file.
  private func status(_ name: String) -> stat? {
    var status = stat()
    guard stat("\(path)/\(name)\(Self.suffix)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }

  private func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

// A list has each id once and a queue may have it several times: those that cannot stand as they are get another id in the file, and
// their own one beside it.
extension PlaylistFolder {
  /// Where a station's own id is kept.
  fileprivate static let ownIDKey = "ownId"

  /// `stations` as a list may have them.
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
      other.other.append(JSONMember(ownIDKey, JSONValue(.string(station.id))))
      return other
    }
  }
}

extension Station {
  /// The station as it was when it was saved.
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
