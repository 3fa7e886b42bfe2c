import Foundation
import SystemSupport
import TestSupport
import Testing

@Suite("Limits of threads")
struct ThreadAllowanceTests {
  /// Writes a system's folders with `files` and returns whether it allows 8 threads for certain. A folder of a group is
  /// where `/proc/self/cgroup` says, and each has a `cgroup.procs`.
  private func allows(_ files: [String: String], groups: [String] = ["", "/user", "/user/shell"]) throws -> Bool {
    let folder = try Scratch()
    var all = [
      "proc/loadavg": "0.20 0.18 0.12 1/80 11206\n", "proc/sys/kernel/threads-max": "192730\n",
      "proc/sys/kernel/pid_max": "32768\n", "proc/self/cgroup": "0::/user/shell\n",
    ]
    for group in groups { all["sys/fs/cgroup\(group)/cgroup.procs"] = "" }
    all.merge(files) { $1 }
    for (name, text) in all where !text.isEmpty || name.hasSuffix("procs") {
      let parent = URL(fileURLWithPath: folder.path(name)).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try folder.write(text, as: name)
    }
    return ThreadAllowance.certainlyAllows(8, root: folder.path)
  }

  @Test("eight threads are allowed where no limit is near")
  func far() throws {
    #expect(try allows([:]))
    #expect(try allows(["sys/fs/cgroup/user/shell/pids.max": "max\n", "sys/fs/cgroup/user/pids.max": "max\n"]))
    let limited = ["sys/fs/cgroup/user/pids.max": "100\n", "sys/fs/cgroup/user/pids.current": "92\n"]
    #expect(try allows(limited))
    let old = "9:cpu,pids:/user\n1:name=systemd:/user/shell\n0::/elsewhere\n"
    #expect(try allows(["proc/self/cgroup": old], groups: ["/pids", "/pids/user"]))
  }

  @Test(
    "they are not certain where a limit is near",
    arguments: [
      ["sys/fs/cgroup/user/shell/pids.max": "100\n", "sys/fs/cgroup/user/shell/pids.current": "93\n"],
      ["sys/fs/cgroup/user/pids.max": "100\n", "sys/fs/cgroup/user/pids.current": "93\n"],
      ["proc/loadavg": "0.20 0.18 0.12 1/32761 11206\n"], ["proc/sys/kernel/threads-max": "87\n"],
    ])
  func near(_ files: [String: String]) throws { #expect(try !allows(files)) }

  @Test(
    "they are not certain where the system does not show its limits",
    arguments: [
      ["proc/loadavg": ""], ["proc/sys/kernel/pid_max": ""], ["proc/self/cgroup": ""],
      ["proc/self/cgroup": "0::/../other\n"], ["proc/self/cgroup": "0::/docker/abc\n"],
      ["proc/self/cgroup": "9:pids:/user/shell\n"], ["proc/self/cgroup": "odd\n"],
      ["sys/fs/cgroup/user/pids.max": "100\n"],
    ])
  func hidden(_ files: [String: String]) throws { #expect(try !allows(files)) }
}
