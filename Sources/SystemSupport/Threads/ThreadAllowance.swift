import Glibc

/// The limits that the system sets to the number of threads.
public enum ThreadAllowance {
  /// Returns true when no limit forbids `count` more threads.
  ///
  /// Returns false when a limit may: some count the threads of one user, of which only creating them finds out the
  /// number, and a container may not see all of its limits. Takes 0.1 ms. `root` is the folder with the system's `proc`
  /// and `sys`; tests give another one.
  public static func certainlyAllows(_ count: Int, root: String = "") -> Bool {
    guard let existing = threadsOfSystem(root: root) else { return false }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit) == 0 else { return false }
    let kernel = root + "/proc/sys/kernel/"
    // The threads of the whole system are at least those that a limit counts.
    let maximums = [Int(clamping: limit.rlim_cur), number(in: kernel + "threads-max"), number(in: kernel + "pid_max")]
    return maximums.allSatisfy { $0.map { $0 - existing >= count } ?? false } && groupsAllow(count, root: root)
  }

  /// Returns the number of all threads: 80 of `0.20 0.18 0.12 1/80 11206`.
  private static func threadsOfSystem(root: String) -> Int? {
    let fields = ReadableFile.systemText(root + "/proc/loadavg").split(separator: " ")
    return fields.count > 3 ? fields[3].split(separator: "/").last.flatMap { Int($0) } : nil
  }

  /// Returns true when the control group of this process, and all groups that contain it, allow `count` more threads.
  private static func groupsAllow(_ count: Int, root: String) -> Bool {
    let lines = ReadableFile.systemText(root + "/proc/self/cgroup").split(separator: "\n")
    let groups = lines.map { $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false) }
    guard groups.allSatisfy({ $0.count == 3 }) else { return false }
    var mount = root + "/sys/fs/cgroup"
    var path: Substring
    if let old = groups.first(where: { $0[1].split(separator: ",").contains("pids") }) {
      mount += "/pids"
      path = old[2]
    } else if let unified = groups.first(where: { $0[0] == "0" }) {
      path = unified[2]
    } else {
      return false
    }
    while true {
      while path.last == "/" { path.removeLast() }
      let group = mount + path
      // The group is not one of those that are mounted here.
      guard !path.contains(".."), access(group + "/cgroup.procs", F_OK) == 0 else { return false }
      // The outermost group has no such file, and no limit.
      let maximum = ReadableFile.systemText(group + "/pids.max")
      if !maximum.isEmpty, !maximum.hasPrefix("max") {
        guard let maximum = leadingNumber(maximum), let current = number(in: group + "/pids.current"),
          maximum - current >= count
        else { return false }
      }
      guard let slash = path.lastIndex(of: "/") else { return true }
      path = path[..<slash]
    }
  }

  private static func number(in path: String) -> Int? { leadingNumber(ReadableFile.systemText(path)) }

  private static func leadingNumber(_ text: String) -> Int? { Int(text.prefix { $0.isNumber }) }
}
