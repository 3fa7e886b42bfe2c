import Foundation
import Glibc
import NIOCore
import Recording
import SystemSupport
import TestSupport
import Testing

@Suite("The folder of recordings")
struct RecordingFolderTests {
  private let scratch: Scratch
  private let folder: RecordingFolder

  init() throws {
    scratch = try Scratch()
    folder = RecordingFolder(scratch.path("Radio"))
  }

  /// All files below the folder.
  private var files: [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { stat(ofEntry: folder.path + "/" + $0).map { $0.st_mode & S_IFMT } != S_IFDIR }.sorted()
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  // MARK: - The place

  @Test(
    "the folder is in the user's folder of music",
    arguments: [
      ("XDG_MUSIC_DIR=\"$HOME/Musik\"", "/home/ada/Musik"), ("XDG_MUSIC_DIR=\"/srv/music\"", "/srv/music"),
      ("# XDG_MUSIC_DIR=\"$HOME/No\"\n \tXDG_MUSIC_DIR \t= \"$HOME/Yes\" # yes", "/home/ada/Yes"),
      ("XDG_MUSIC_DIR=\"$HOME/One\"\nXDG_MUSIC_DIR=\"$HOME/Two/\"\n", "/home/ada/Two"),
      ("XDG_MUSIC_DIR=\"$HOME/a\\\"b\\\\c\\$d\"", "/home/ada/a\"b\\c$d"), ("XDG_MUSIC_DIR=\"/\"", "/"),
      // The home itself is no folder of music.
      ("XDG_MUSIC_DIR=\"$HOME/\"", nil), ("XDG_MUSIC_DIR=\"$HOME\"", nil),
      ("XDG_MUSIC_DIR=\"$HOMER/x\"", nil), ("XDG_MUSIC_DIR=\"Musik\"", nil), ("XDG_MUSIC_DIR=\"$HOME/Musik", nil),
      ("XDG_MUSIC_DIR=$HOME/Musik", nil), ("XDG_MUSIC_DIRS=\"/x\"", nil), ("XDG_MUSIC_DIR=\"/x\\", nil), ("", nil),
      (String(repeating: "\u{FFFD}\n=\"", count: 9), nil),
    ] as [(String, String?)])
  func music(text: String, music: String?) throws {
    try scratch.write(text, as: "user-dirs.dirs")
    let folders = Folders(environment: ["HOME": "/home/ada", "XDG_CONFIG_HOME": scratch.path], userID: 4711)
    let found = try RecordingFolder.standard(folders).path
    #expect(found == (music ?? "/home/ada/Music").replacing(/\/$/, with: "") + "/SpringRadio")
  }

  @Test("without user-dirs.dirs it is in Music, the system's service has its own, and a user without a home has none")
  func places() throws {
    var environment = ["HOME": scratch.path]
    #expect(
      try RecordingFolder.standard(Folders(environment: environment, userID: 4711)).path
        == scratch.path("Music/SpringRadio"))
    #expect(mkdir(scratch.path(".config"), 0o700) == 0)
    try scratch.write("XDG_MUSIC_DIR=\"$HOME/Musik\"\n", as: ".config/user-dirs.dirs")
    #expect(
      try RecordingFolder.standard(Folders(environment: environment, userID: 4711)).path
        == scratch.path("Musik/SpringRadio"))
    environment["XDG_STATE_HOME"] = "/var/lib"
    environment["XDG_CONFIG_HOME"] = "/etc"
    let system = Folders(environment: environment, userID: 4711)
    #expect(try RecordingFolder.standard(system).path == "/var/lib/springradio/recordings")
    let error = #expect(throws: SystemError.self) {
      try RecordingFolder.standard(Folders(environment: [:], userID: 4_000_000_000))
    }
    #expect(error?.description == "cannot create the folder of recordings: this user has no home; set 'recordings'")
  }

  @Test("a path has no slash at its end")
  func slashes() {
    #expect(RecordingFolder("/srv/music//").path == "/srv/music" && RecordingFolder("//").path == "/")
  }

  // MARK: - Space

  @Test(
    "recordings leave 500 MB, or 5 % of a small disk",
    arguments: [
      (500_000_000, 1_000_000_000_000, false), (499_999_999, 1_000_000_000_000, true),
      (50_000_000, 1_000_000_000, false), (49_999_999, 1_000_000_000, true), (0, 8 << 20, true), (0, 0, false),
    ])
  func space(free: Int, total: Int, isTooLittle: Bool) {
    #expect(DiskSpace(free: free, total: total).isTooLittle == isTooLittle)
  }

  @Test("the space is that of the disk of the folder")
  func disk() throws {
    try folder.make()
    let space = try #require(DiskSpace(of: folder.path))
    #expect(space.total > 0 && space.free <= space.total && space.minimum <= 500_000_000)
    if space.isTooLittle {
      #expect(throws: SystemError.self) { try folder.checkRoom() }
    } else {
      try folder.checkRoom()
    }
    // System files are on no disk.
    #expect(DiskSpace(of: "/proc")?.isTooLittle == false && DiskSpace(of: scratch.path("none")) == nil)
  }

  // MARK: - Leftovers

  private func record(_ pattern: String, _ bytes: [UInt8]) throws -> RecordingFile {
    var values = FileNames.Values()
    values.title = "Song"
    let name = try FileNames(pattern).name(for: values, fileExtension: "opus")
    let file = try RecordingFile(name, in: folder)
    try file.append(ByteBuffer(bytes: bytes))
    try file.flush()
    return file
  }

  @Test("what a killed program left is renamed, and what is written goes on")
  func leftovers() throws {
    for pattern in ["FIP/{title}", "{title}", "a/b/c/d/e/f/g/h/{title}"] { _ = try record(pattern, [1, 2]) }
    let written = try record("FIP/{title} now", [3])
    try folder.make(["incomplete"])
    try scratch.write("before", as: "Radio/incomplete/Song.opus")
    let found = folder.adoptLeftovers()
    #expect(found.faults.isEmpty)
    let inner = "incomplete/a/b/c/d/e/f/g/h/Song.opus"
    #expect(found.names.sorted() == ["incomplete/FIP/Song.opus", "incomplete/Song (2).opus", inner])
    #expect(
      files
        == [
          "FIP/Song now.opus.part", "incomplete/FIP/Song.opus", "incomplete/Song (2).opus", "incomplete/Song.opus",
          inner,
        ].sorted())
    #expect(scratch.read("Radio/incomplete/Song (2).opus") == [1, 2])
    #expect(scratch.read("Radio/incomplete/Song.opus") == Array("before".utf8))
    let mask = umask(0o077)
    umask(mask)
    #expect(stat(ofEntry: path(inner)).map { $0.st_mode & 0o777 } == 0o666 & ~mask)
    #expect(try written.finish(isComplete: true) == "FIP/Song now.opus")
    #expect(folder.adoptLeftovers() == RecordingFolder.Leftovers())
  }

  @Test("only files that a recording left are touched")
  func others() throws {
    try folder.make(["deep"])
    try folder.make([".hidden"])
    for name in [
      "download.zip.part", "Song.opus", "Song.opus.PART", ".opus.part", ".hidden/Song.opus.part", "part", ".part",
    ] {
      try scratch.write("x", as: "Radio/" + name)
      chmod(path(name), 0o600)
    }
    try scratch.write("x", as: "Radio/open.opus.part")
    chmod(path("open.opus.part"), 0o640)  // not private, as a recording is
    try scratch.write("x", as: "secret.opus")
    chmod(scratch.path("secret.opus"), 0o600)
    #expect(symlink(scratch.path("secret.opus"), path("link.opus.part")) == 0)
    #expect(link(scratch.path("secret.opus"), path("name.opus.part")) == 0)
    #expect(mkfifo(path("pipe.opus.part"), 0o600) == 0 && mkdir(path("folder.opus.part"), 0o700) == 0)
    // A way back into the same folder.
    #expect(symlink("..", path("deep/up")) == 0)
    try scratch.write("", as: "Radio/new.opus.part")
    chmod(path("new.opus.part"), 0o600)
    let before = files
    #expect(folder.adoptLeftovers() == RecordingFolder.Leftovers())
    #expect(files == before && scratch.read("secret.opus") == Array("x".utf8))
  }

  @Test("a file that was killed between the two steps of its rename has one name")
  func twoNames() throws {
    _ = try record("{title}", [1])
    #expect(link(path("Song.opus.part"), path("Song.opus")) == 0)
    #expect(folder.adoptLeftovers() == RecordingFolder.Leftovers())
    #expect(files == ["Song.opus"] && scratch.read("Radio/Song.opus") == [1])
  }

  @Test("another user's leftovers are left alone", .enabled(if: geteuid() == 0))
  func othersLeftovers() throws {
    _ = try record("{title}", [1])
    #expect(chown(path("Song.opus.part"), 12345, 12345) == 0)
    #expect(folder.adoptLeftovers() == RecordingFolder.Leftovers())
    #expect(files == ["Song.opus.part"])
  }

  @Test("a missing folder has no leftovers, and a folder that cannot be read is an error")
  func unreadable() throws {
    #expect(folder.adoptLeftovers() == RecordingFolder.Leftovers())
    let file = try scratch.write("x", as: "file")
    let fault = SystemError.cannotRead(path: file, reason: "Not a directory")
    #expect(RecordingFolder(file).adoptLeftovers().faults == [fault])
  }

  @Test("what cannot be renamed stays as it is, and is named")
  func stays() throws {
    _ = try record("{title}", [1])
    try scratch.write("x", as: "Radio/incomplete")
    let found = folder.adoptLeftovers()
    #expect(found.names.isEmpty && found.faults.count == 1)
    #expect(
      found.faults.first?.description.contains("\(path("incomplete")): Not a directory; a file is in the place") == true
    )
    #expect(files == ["Song.opus.part", "incomplete"] && scratch.read("Radio/Song.opus.part") == [1])
  }
}
