import ArgumentParser
import Glibc
import Synchronization

/// Whether the system has the descriptors, the threads and the memory that a run takes.
///
/// The libraries below us end the program, or wait for ever, when one of these runs out while they start. So it is
/// checked before anything is begun, as far as the command takes it: descriptors and memory take some microseconds to
/// check, eight threads 0.3 ms.
enum ResourceCheck {
  /// What there is too little of, in one sentence.
  struct Shortage: Error, CustomStringConvertible {
    /// The process's exit code, by sysexits: a fault of the operating system.
    static let exitCode: Int32 = 71
    /// What is wanted, and what sets the limit.
    let description: String
  }

  /// The demo station, its listener, the event loop and the timers have 17 at a time.
  private static let descriptors = 20
  /// Threads of a command that reaches stations: signals, network, sound, view, names, and two for tasks.
  private static let playingThreads = 8
  /// Threads of other commands that wait for something: network and tasks.
  private static let waitingThreads = 3
  /// Address space, in bytes: stacks and heaps of the threads. Most of it is never touched.
  private static let addressSpace = 80 << 20

  /// Has all threads share one heap that gives memory back. To be called before the first thread is started.
  ///
  /// glibc gives each thread a heap of its own otherwise, and what one of them has freed serves no other: a quarter of an hour
  /// of playing with reconnects took 0.9 MB more. Where address space is limited, its 64 MB for each heap leave nothing for others.
  /// It also raises the size from which memory is taken from the system and given back piece by piece, up to 32 MB, with the largest
  /// piece that is freed: from then on buffers of a moment leave gaps in the heap.
  static func arrangeHeap() {
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias SetOption = @convention(c) (Int32, Int32) -> Int32
    let set = unsafeBitCast(symbol, to: SetOption.self)
    // Numbers of malloc.h, which Swift does not import.
    let (arenaMax, mmapThreshold, trimThreshold): (Int32, Int32, Int32) = (-8, -3, -1)
    _ = set(arenaMax, 1)
    _ = set(mmapThreshold, usualThreshold)
    _ = set(trimThreshold, usualThreshold)
  }

  /// glibc's own value to begin with, in bytes.
  private static let usualThreshold: Int32 = 128 << 10

  /// Throws ``Shortage`` when something is lacking that `command` takes.
  static func check(for command: any ParsableCommand) throws(Shortage) {
    guard hasDescriptors() else {
      throw Shortage(description: "too few open files are allowed: \(descriptors) more are needed (see 'ulimit -n')")
    }
    let threads = threads(of: command)
    guard threads > 0 else { return }
    guard hasAddressSpace() else {
      throw Shortage(description: "too little memory is allowed: \(addressSpace >> 20) MB are needed (see 'ulimit -v')")
    }
    guard canMake(threads) else {
      throw Shortage(description: "too few threads are allowed: \(threads) more are needed (see 'ulimit -u')")
    }
  }

  private static func threads(of command: any ParsableCommand) -> Int {
    switch command {
    case is PlayCommand, is SpectrumCommand, is ServeCommand, is BroadcastCommand, is ProbeCommand, is CheckStations,
      is SearchStations:
      playingThreads
    case is any AsyncParsableCommand: waitingThreads
    default: 0
    }
  }

  /// Looks at the lowest descriptors until enough are free; the limit is one above the highest that may be used.
  private static func hasDescriptors() -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return true }
    let end = Int32(clamping: limit.rlim_cur)
    var (free, descriptor) = (0, Int32(0))
    while free < descriptors, descriptor < end {
      if fcntl(descriptor, F_GETFD) < 0 { free += 1 }
      descriptor += 1
    }
    return free >= descriptors
  }

  /// Reserves address space and gives it back, 5 µs: limits count it in ways that /proc does not show.
  private static func hasAddressSpace() -> Bool {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let memory = mmap(nil, addressSpace, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
      return false
    }
    munmap(memory, addressSpace)
    return true
  }

  /// Closed while threads are made, so that all of them are there at a time.
  private static let gate = Mutex(())

  /// Makes that number of threads and ends them: what a user may have counts all programs, and a control group's limit is
  /// another.
  private static func canMake(_ threads: Int) -> Bool {
    var made: [pthread_t] = []
    gate.withLock { _ in
      while made.count < threads {
        var thread = pthread_t()
        let passGate: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
          ResourceCheck.gate.withLock { _ in }
          return nil
        }
        guard pthread_create(&thread, nil, passGate, nil) == 0 else { return }
        made.append(thread)
      }
    }
    for thread in made { pthread_join(thread, nil) }
    return made.count == threads
  }
}
