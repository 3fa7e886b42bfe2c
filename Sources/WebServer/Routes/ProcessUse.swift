import Glibc
import Synchronization

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
    use.startSeconds = startSeconds(sinceBoot: field(22) / ticks)
    use.openDescriptors = entryCount("/proc/self/fd")
    return use
  }

  /// What was said last: it differs by milliseconds from one look to the next.
  private static let lastStart = Mutex(0.0)
  /// A difference that the clock's being set makes, in seconds.
  private static let setDifference = 1.0

  /// `start`, in seconds since the boot, as seconds since 1970. `/proc/stat` has the time of the boot, but the system's
  /// unit hides it.
  private static func startSeconds(sinceBoot start: Double) -> Double {
    func seconds(_ clock: clockid_t) -> Double {
      var time = timespec()
      clock_gettime(clock, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let seconds = seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME) + start
    return lastStart.withLock { last in
      if abs(seconds - last) > setDifference { last = seconds }
      return last
    }
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
