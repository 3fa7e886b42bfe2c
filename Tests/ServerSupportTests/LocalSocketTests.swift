import Glibc
import ServerSupport
import SystemSupport
import TestSupport
import Testing

@Suite("The daemon's local sockets")
struct LocalSocketTests {
  private let scratch: Scratch
  private let folder: String
  private let path: String

  init() throws {
    scratch = try Scratch()
    folder = scratch.path("springradio")
    path = folder + "/radiod.sock"
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  private func refusal(_ words: String, _ comment: Comment? = nil) {
    do throws(SystemError) {
      close(try LocalSocket.bind(path))
      Issue.record("it was bound")
    } catch {
      #expect(error.description.contains(words), comment)
      guard case .cannotCreate = error else { Issue.record("\(error)"); return }
    }
  }

  @Test("bind makes a folder and a socket that are closed to other users, whatever the umask")
  func fresh() throws {
    let mask = umask(0)
    defer { umask(mask) }
    let descriptor = try LocalSocket.bind(path)
    defer { close(descriptor) }
    #expect(mode(folder) == 0o700)
    #expect(mode(path) == 0o600)
    #expect(umask(0) == 0, "the mask is as it was")
    let client = try #require(UnixStream.connect(to: path))
    defer { close(client) }
    let server = accept(descriptor, nil, nil)
    defer { close(server) }
    #expect(LocalSocket.peerUserID(server) == geteuid())
    #expect(LocalSocket.admits(geteuid()) && LocalSocket.admits(0))
    #expect(!LocalSocket.admits(geteuid() + 1) && !LocalSocket.admits(nil))
  }

  @Test("bind replaces a socket that no program listens at, and refuses one that another program listens at")
  func staleAndLive() throws {
    let first = try LocalSocket.bind(path)
    refusal("another program listens")
    #expect(UnixStream.connect(to: path).map { close($0) } == 0, "the first still answers")
    close(first)
    #expect(UnixStream.connect(to: path) == nil)
    let second = try LocalSocket.bind(path)
    defer { close(second) }
    #expect(UnixStream.connect(to: path).map { close($0) } == 0)
  }

  @Test("a socket with a full queue of callers counts as one that another program listens at")
  func busy() throws {
    try LocalSocket.prepareFolder(folder)
    let descriptor = try LocalSocket.bind(path)
    defer { close(descriptor) }
    listen(descriptor, 0)
    var clients: [Int32] = []
    defer { for client in clients { close(client) } }
    while let client = UnixStream.connect(to: path), clients.count < 8 { clients.append(client) }
    #expect(clients.count < 8)
    refusal("another program listens")
  }

  @Test("bind refuses a path with anything but a stream socket, and leaves it as it is")
  func foreign() throws {
    try LocalSocket.prepareFolder(folder)
    let precious = try scratch.write("precious", as: "precious")
    try scratch.write("file", as: "springradio/radiod.sock")
    refusal("not a socket", "a file")
    #expect(scratch.read("springradio/radiod.sock") == Array("file".utf8))
    unlink(path)

    symlink(precious, path)
    refusal("not a socket", "a link to a file")
    unlink(path)

    let live = try LocalSocket.bind(folder + "/other.sock")
    close(live)
    symlink(folder + "/other.sock", path)
    refusal("not a socket", "a link to a stale socket")
    #expect(mode(folder + "/other.sock") != nil && mode(path) != nil)
    unlink(path)
    #expect(scratch.read("precious") == Array("precious".utf8))

    try #require(mkfifo(path, 0o600) == 0)
    refusal("not a socket", "a pipe")
    unlink(path)
    try #require(mkdir(path, 0o700) == 0)
    refusal("not a socket", "a folder")
    rmdir(path)

    let datagrams = try #require(UnixStream.bindDatagrams(to: path))
    refusal("cannot create", "a socket of another kind")
    close(datagrams)
    #expect(mode(path) != nil)
  }

  @Test("a folder that others may enter, a link or a file in its place, and a path without a folder are refused")
  func folderFaults() throws {
    for open: mode_t in [0o755, 0o770, 0o701] {
      mkdir(folder, open)
      chmod(folder, open)
      refusal("open to other users", "\(String(open, radix: 8))")
      #expect(mode(folder) == open)
      rmdir(folder)
    }
    mkdir(scratch.path("elsewhere"), 0o700)
    symlink(scratch.path("elsewhere"), folder)
    refusal("symbolic link")
    unlink(folder)
    try scratch.write("file", as: "springradio")
    refusal("not a folder")
    unlink(folder)
    for missing in ["radiod.sock", "/radiod.sock"] {
      #expect(throws: SystemError.self) { try LocalSocket.prepare(missing) }
    }
  }

  @Test("a path longer than 107 bytes is an error that names it, and is not cut")
  func longPath() throws {
    try #require(folder.utf8.count < 100)
    let longest = folder + "/" + String(repeating: "x", count: 106 - folder.utf8.count)
    close(try LocalSocket.bind(longest))
    for path in [longest + "x", longest + String(repeating: "x", count: 99)] {
      #expect(throws: SystemError.cannotCreate(path: path, reason: "the path is longer than 107 bytes")) {
        close(try LocalSocket.bind(path))
      }
    }
  }

  @Test(
    "another user's folder and another user's socket are refused, and are left as they are",
    .enabled(if: geteuid() == 0))
  func otherOwner() throws {
    let nobody: uid_t = 65534
    let stale = try LocalSocket.bind(path)
    close(stale)
    try #require(chown(path, nobody, nobody) == 0)
    refusal("another user's socket")
    #expect(mode(path) != nil)
    unlink(path)
    try #require(chown(folder, nobody, nobody) == 0)
    refusal("belongs to another user")
    #expect(mode(folder) == 0o700)
  }

  @Test(
    "the user of a caller is known, and another user is not admitted",
    .enabled(if: geteuid() == 0 && ProcessRunner.hasPrograms("runuser", "socat")))
  func otherCaller() throws {
    let descriptor = try LocalSocket.bind(path)
    defer { close(descriptor) }
    chmod(path, 0o666)
    chmod(folder, 0o755)
    chmod(scratch.path, 0o755)
    let caller = try ProcessRunner(
      "runuser", ["-u", "nobody", "--", "socat", "-u", "-T", "2", "UNIX-CONNECT:\(path)", "-"])
    defer { caller.terminate(SIGKILL) }
    _ = fcntl(descriptor, F_SETFL, 0)
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, 5000) == 1, "\(caller.errorText)")
    let server = accept(descriptor, nil, nil)
    defer { close(server) }
    let user = try #require(LocalSocket.peerUserID(server))
    #expect(user == 65534 && !LocalSocket.admits(user))
  }
}
