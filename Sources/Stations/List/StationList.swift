public import AudioCore
import Glibc
public import JSON

/// The stations of one stations.json, in their order.
public struct StationList: Sendable, Hashable {
  /// The size of the largest file that is read, in bytes: 3,300 for each of ``maximumStations``, while a usual entry has
  /// 250, and one of the directory with 32 tags 1,700.
  public static let maximumBytes = 16 << 20
  /// The maximum number of stations in a list.
  public static let maximumStations = 5000
  /// The version of the file's schema that is supported.
  package static let schemaVersion = 1

  /// The stations, in the order of the file. The ids of a list that was read are unique.
  public var stations: [Station]
  /// Unknown members of the file's object; they are written back unchanged.
  public var other: [JSONMember]

  /// A list of `stations`.
  public init(stations: [Station] = [], other: [JSONMember] = []) {
    self.stations = stations
    self.other = other
  }

  /// Reads a list from the JSON text `bytes`. Errors are `.badStationList`, with `path` and, for an error in the text,
  /// the line.
  public static func parse(_ bytes: [UInt8], path: String) throws(TuneError) -> StationList {
    guard bytes.count <= maximumBytes else {
      throw .badStationList(path: path, reason: "it is larger than \(maximumBytes / 1024) KiB")
    }
    do throws(JSONError) {
      return try StationList(JSONReader.read(bytes, what: "list"))
    } catch {
      throw .badStationList(path: path, reason: error.description)
    }
  }

  private init(_ root: JSONValue) throws(JSONError) {
    guard case .object(let members) = root.content else {
      throw JSONError(line: root.line, reason: "the file holds \(root.kindName), not an object with \"stations\"")
    }
    var list: JSONValue?
    other = []
    for member in members {
      switch member.key {
      case "version":
        guard member.value.integer() == Self.schemaVersion else {
          throw JSONError(
            line: member.value.line, reason: "the version is not \(Self.schemaVersion), the only one known")
        }
      case "stations": list = member.value
      default: other.append(member)
      }
    }
    guard let list else { throw JSONError(line: root.line, reason: "the object has no \"stations\"") }
    guard case .array(let elements) = list.content else {
      throw JSONError(line: list.line, reason: "\"stations\" is \(list.kindName), not an array")
    }
    guard elements.count <= Self.maximumStations else {
      throw JSONError(line: list.line, reason: "more than \(Self.maximumStations) stations")
    }
    stations = []
    var numbers: [String: Int] = [:]
    for (index, element) in elements.enumerated() {
      let station = try Station(element, number: index + 1)
      if let earlier = numbers.updateValue(index + 1, forKey: station.id) {
        throw JSONError(
          line: element.line, reason: "station \(index + 1) has the id '\(station.id)' of station \(earlier)")
      }
      stations.append(station)
    }
  }

  /// Returns the list as the text of a stations.json: UTF-8, indented, ending in a newline.
  public func encoded() -> [UInt8] {
    let list = JSONValue.object(["version": Self.schemaVersion, "stations": stations])
    return JSONWriter.write(list.adding(JSONValue(.object(other))))
  }

  /// Returns the list in the file at `path`. Throws `.cannotRead` or `.badStationList`.
  public static func load(path: String) throws(TuneError) -> StationList {
    try parse(try StationFile(path: path).read(), path: path)
  }

  /// Writes the list to `path`, whole or not at all, however the program ends meanwhile: writes, syncs and renames a
  /// draft beside the file, one program at a time. An existing file keeps its owner and its mode; a new one is private
  /// (0600). Follows a symbolic link, and creates missing folders.
  ///
  /// Throws `.badStationList` when this list is invalid, or when the existing file is not a valid station list and
  /// stays unchanged. Otherwise throws `.cannotCreate` or `.cannotWrite`.
  public func save(to path: String) throws(TuneError) {
    let bytes = encoded()
    _ = try Self.parse(bytes, path: path)
    try StationFile(path: path).replace(with: bytes) { (exists) throws(TuneError) in
      if exists { _ = try Self.load(path: path) }
    }
  }
}
