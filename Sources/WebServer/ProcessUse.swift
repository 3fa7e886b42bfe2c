import Glibc

/// What this process takes of the machine.
struct ProcessUse {
  /// Processor time, of all threads, in seconds.
  var processorSeconds = 0.0
  /// Resident memory, in bytes.
  var residentBytes = 0
  /// Threads.
  var threads = 0
  /// Open descriptors.
  var openDescriptors = 0
  /// When it began, in seconds since 1970.
  var startSeconds = 0.0

  /// Now; what the system does not tell is 0.
  static func now() -> ProcessUse {
    var use = ProcessUse()
    let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    // After the name in brackets: state is field 3 of proc(5).
    let fields = SmallFile.text("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
    func field(_ number: Int) -> Double { number - 3 < fields.count ? Double(fields[number - 3]) ?? 0 : 0 }
    use.processorSeconds = (field(14) + field(15)) / ticks
    use.threads = Int(field(20))
    use.residentBytes = Int(field(24)) * sysconf(Int32(_SC_PAGESIZE))
    let boot = SmallFile.text("/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
    use.startSeconds = (boot.flatMap { Double($0.dropFirst(6)) } ?? 0) + field(22) / ticks
    use.openDescriptors = entryCount("/proc/self/fd")
    return use
  }

  /// Entries of a folder, but for `.` and `..`, and the descriptor that reads it.
  private static func entryCount(_ path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = -3
    while readdir(folder) != nil { count += 1 }
    return max(0, count)
  }
}
