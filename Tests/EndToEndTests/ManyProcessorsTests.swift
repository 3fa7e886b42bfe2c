import Foundation
import Glibc
import TestSupport
import Testing

@Suite("On a machine with many processors", .ownThreads)
struct ManyProcessorsTests {
  /// The number of threads that the shipped units allow.
  private static let tasksMax = 64
  /// Reports 64 processors.
  private static let shim = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <unistd.h>
    long sysconf(int name) {
      if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) return 64;
      return ((long (*)(int))dlsym(RTLD_NEXT, "sysconf"))(name);
    }
    """

  @Test(
    "a service whose MPD clients ask for folders and playlists has fewer than 32 threads",
    .enabled(if: ProcessRunner.hasPrograms("cc", "mpc")))
  func threads() throws {
    let folder = try Scratch()
    let library = try PreloadLibrary(Self.shim, in: folder)
    let folders = ["XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config"]
    for name in folders.values { mkdir(folder.path(name), 0o700) }
    let port = try ScriptedServer.freePort()
    let service = try Radiod.start(
      "serve", "--output", "silent", "--station", "demo", "--no-http", "--no-mpris", "--mpd-port", "\(port)",
      environment: folders.mapValues(folder.path).merging(library.environment) { $1 })
    defer { service.terminate() }
    let mpc = { (words: String...) in try ProcessRunner.run("mpc", ["-h", "127.0.0.1", "-p", "\(port)"] + words) }
    #expect(ProcessRunner.eventually { (try? mpc("ls").exitCode) == 0 }, "\(service.errorText)")
    for _ in 0..<10 { #expect(try mpc("lsplaylists").exitCode == 0) }
    let tasks = "/proc/\(service.pid)/task"
    let names = try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap {
      try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)
    }
    #expect(names.count < Self.tasksMax / 2, "\(names)")
    #expect(!names.contains { $0.contains("SGLTN") }, "NIO's pool has a thread for each processor: \(names)")
  }
}
