import Foundation
public import Glibc

/// The resources of a running process, from /proc.
public struct ProcessUse: CustomStringConvertible {
  /// Resident memory now, in KiB.
  public let residentKilobytes: Int
  /// The part of it that belongs to the process alone, in KiB: the pages of programs and libraries come into memory
  /// whenever their code runs first, which on a busy machine is late, so growth is measured without them.
  public let ownKilobytes: Int
  /// The most resident memory so far, in KiB.
  public let peakKilobytes: Int
  /// The number of its threads.
  public let threads: Int
  /// The number of its open descriptors for each file; sockets and pipes are counted as `socket` and `pipe`.
  public let files: [String: Int]
  /// The number of its open descriptors.
  public var descriptors: Int { files.values.reduce(0, +) }
  /// The processor time that it used so far, in seconds.
  public let cpuSeconds: Double

  /// What is compared over time, in words.
  public var description: String { "\(descriptors) descriptors, \(threads) threads, \(ownKilobytes) KiB" }

  /// Reads the values of `pid`; nil when it is gone.
  public init?(pid: pid_t) {
    guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let name = stat.lastIndex(of: ")"),
      let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
      let numbers = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")
    else { return nil }
    func number(_ key: String) -> Int? {
      status.split(separator: "\n").first { $0.hasPrefix(key + ":") }?.split(whereSeparator: { " \t".contains($0) })
        .dropFirst().first.flatMap { Int($0) }
    }
    guard let resident = number("VmRSS"), let own = number("RssAnon"), let peak = number("VmHWM"),
      let threads = number("Threads")
    else { return nil }
    // After the name: state is field 3, user and system time are fields 14 and 15.
    let fields = stat[name...].split(separator: " ").dropFirst()
    let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
    cpuSeconds = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    // A descriptor may be closed in between; sockets and pipes are "kind:[number]".
    let targets = numbers.map { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\(number)")
      let kind = target.flatMap { target in ["socket", "pipe"].first { target.hasPrefix($0 + ":") } }
      return kind ?? target ?? "closed"
    }
    files = Dictionary(targets.map { ($0, 1) }, uniquingKeysWith: +)
    (residentKilobytes, ownKilobytes, peakKilobytes, self.threads) = (resident, own, peak, threads)
  }
}
