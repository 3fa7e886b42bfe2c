import AudioCore
import Glibc
import Stations
import Testing

/// A folder that is removed when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/springradio-test.XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { system("rm -rf '\(path)'") }

  func write(_ text: String, to name: String) {
    guard let file = fopen("\(path)/\(name)", "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  func read(_ name: String) -> String? {
    guard let file = fopen("\(path)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }

  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

@Suite("The station list file")
struct StationFileTests {
  private let list = StationList(stations: [Station(id: "a", name: "A", url: "http://h/")])

  @Test("a save creates the folders and a private file, and leaves nothing else behind")
  func save() throws {
    let folder = try TemporaryFolder()
    try list.save(to: folder.path + "/new/deep/stations.json")
    #expect(try StationList.load(path: folder.path + "/new/deep/stations.json") == list)
    var status = stat()
    #expect(stat(folder.path + "/new/deep/stations.json", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(folder.names == ["new"])
  }

  @Test("a file that does not parse is never overwritten")
  func keepsBroken() throws {
    let folder = try TemporaryFolder()
    folder.write("{ broken", to: "stations.json")
    #expect(throws: TuneError.self) { try list.save(to: folder.path + "/stations.json") }
    #expect(folder.read("stations.json") == "{ broken")
    #expect(folder.names == ["stations.json"])
  }

  @Test("a list that could not be read again is not written")
  func refusesBadList() throws {
    let folder = try TemporaryFolder()
    let bad = StationList(stations: [Station(id: "a", name: "A", url: "http://h/\r\nX: y")])
    #expect(throws: TuneError.self) { try bad.save(to: folder.path + "/stations.json") }
    #expect(folder.names == [])
  }

  @Test("a save through a symbolic link replaces the target and keeps the link")
  func symbolicLink() throws {
    let folder = try TemporaryFolder()
    try list.save(to: folder.path + "/real.json")
    symlink("real.json", folder.path + "/stations.json")
    var more = list
    more.stations.append(Station(id: "b", name: "B", url: "http://h/"))
    try more.save(to: folder.path + "/stations.json")
    #expect(try StationList.load(path: folder.path + "/real.json") == more)
    #expect(folder.names == ["real.json", "stations.json"])
  }

  @Test("a missing file, a folder as file and a path that cannot be created are errors with the reason")
  func faults() throws {
    let folder = try TemporaryFolder()
    let missing = folder.path + "/none.json"
    #expect(throws: TuneError.cannotRead(path: missing, reason: "No such file or directory")) {
      try StationList.load(path: missing)
    }
    #expect(throws: TuneError.badStationList(path: folder.path, reason: "Is a directory")) {
      try StationList.load(path: folder.path)
    }
    #expect(throws: TuneError.cannotCreate(path: "/proc/none", reason: "No such file or directory")) {
      try list.save(to: "/proc/none/stations.json")
    }
  }

  @Test(
    "the option and the environment determine where the list is",
    arguments: [
      ("my.json", ["HOME": "/h"], .named(path: "my.json")),
      ("shipped", ["HOME": "/h"], .shipped),
      (nil, ["XDG_CONFIG_HOME": "/x", "HOME": "/h"], .user(path: "/x/springradio/stations.json")),
      (nil, ["XDG_CONFIG_HOME": "", "HOME": "/h"], .user(path: "/h/.config/springradio/stations.json")),
      (nil, ["XDG_CONFIG_HOME": "relative", "HOME": "/h"], .user(path: "/h/.config/springradio/stations.json")),
      (nil, ["XDG_CONFIG_HOME": "/x/", "HOME": "/h"], .user(path: "/x/springradio/stations.json")),
      (nil, ["HOME": "/"], .user(path: "/.config/springradio/stations.json")),
      (nil, [:], .shipped),
    ] as [(String?, [String: String], StationListLocation)])
  func location(_ option: String?, _ environment: [String: String], _ expected: StationListLocation) {
    #expect(StationListLocation.choose(option: option, environment: environment) == expected)
  }

  @Test("the shipped list replaces a missing user list, and a broken user list is an error")
  func userFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/stations.json"
    let shipped = list.encoded()
    #expect(try StationList.load(from: .user(path: path), shipped: shipped) == list)
    #expect(try StationList.load(from: .shipped, shipped: shipped) == list)
    #expect(throws: TuneError.self) { try StationList.load(from: .named(path: path), shipped: shipped) }
    folder.write("{", to: "stations.json")
    #expect(throws: TuneError.self) { try StationList.load(from: .user(path: path), shipped: shipped) }
  }
}
