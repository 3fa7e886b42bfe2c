import Glibc
import Synchronization

/// The system resources that this process uses.
package struct ProcessUse: Sendable {
  /// Processor time of all threads, in seconds.
  package var processorSeconds = 0.0
  /// Resident memory, in bytes.
  package var residentBytes = 0
  /// The number of threads.
  package var threads = 0
  /// The number of open descriptors.
  package var openDescriptors = 0
  /// When the process began, in seconds since 1970.
  package var startSeconds = 0.0

  /// Reads the values now. A value that the system does not give is 0.
  package static func now() -> ProcessUse {
    var use = ProcessUse()
    let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    // The fields of proc(5) after the name in brackets; the first of them is the state, field 3.
    let fields = ReadableFile.systemText("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
    func field(_ number: Int) -> Double { number - 3 < fields.count ? Double(fields[number - 3]) ?? 0 : 0 }
    use.processorSeconds = seconds(CLOCK_PROCESS_CPUTIME_ID)
    use.threads = Int(field(20))
    use.residentBytes = Int(field(24)) * sysconf(Int32(_SC_PAGESIZE))
    use.startSeconds = startSeconds(sinceBoot: field(22) / ticks)
    use.openDescriptors = entryCount("/proc/self/fd")
    return use
  }

  /// The start time that was reported last. The computed time differs by milliseconds from call to call.
  private static let lastStart = Mutex(0.0)
  /// A computed start time that differs by more than this many seconds shows that the clock was set.
  private static let setDifference = 1.0

  /// Converts `start`, in seconds since boot, to seconds since 1970. `/proc/stat` has the time of the boot, but the
  /// systemd unit of the system service hides it (`ProcSubset=pid`).
  private static func startSeconds(sinceBoot start: Double) -> Double {
    let seconds = seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME) + start
    return lastStart.withLock { last in
      if abs(seconds - last) > setDifference { last = seconds }
      return last
    }
  }

  private static func seconds(_ clock: clockid_t) -> Double { SystemTime.read(clock).inSeconds }

  /// Returns the number of entries of a folder without `.`, `..` and the descriptor that reads it; 0 when it cannot be
  /// read.
  private static func entryCount(_ path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = -3
    while readdir(folder) != nil { count += 1 }
    return max(0, count)
  }
}
