import ArgumentParser
import Glibc
import Synchronization
import SystemSupport

/// Checks whether the system allows the descriptors, the threads and the memory that a run needs.
///
/// The libraries that the program uses end it, or block for ever, when one of these runs out while they start. The
/// check therefore comes first, as far as the command needs it: descriptors and memory take some microseconds to check,
/// threads 0.1 ms where the limits are far away, else 0.7 ms.
enum ResourceCheck {
  /// A lack of one resource, as one sentence.
  struct ShortageError: Error, CustomStringConvertible {
    /// The missing resource and its limit.
    let description: String
  }

  /// The number of descriptors needed: the demo station, its listener, the event loop and the timers use 17 at a time.
  private static let descriptors = 20
  /// The threads of a command that reaches stations: signals, network, sound, device, view, names, and two for
  /// tasks.
  private static let playingThreads = 8
  /// The threads of other commands that wait for an event: network and tasks.
  private static let waitingThreads = 3
  /// The address space for the stacks and heaps of the threads, in bytes. Most of it is never touched.
  private static let addressSpace = 80 << 20

  /// Makes all threads share one heap that returns memory to the system. Call it before the first thread starts.
  ///
  /// Otherwise glibc gives each thread a separate heap, and memory that one of them freed is useless to the others:
  /// playing for a quarter of an hour with reconnects took 0.9 MB more. Where address space is limited, its 64 MB per
  /// heap leave nothing for the rest. glibc also raises the size from which a piece of memory is taken from the system
  /// and returned separately. It follows the largest piece that is freed, up to 32 MB; from then on temporary buffers
  /// leave gaps in the heap.
  static func arrangeHeap() {
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias SetOption = @convention(c) (Int32, Int32) -> Int32
    let set = unsafeBitCast(symbol, to: SetOption.self)
    // The option numbers of malloc.h, which Swift does not import.
    let (arenaMax, mmapThreshold, trimThreshold): (Int32, Int32, Int32) = (-8, -3, -1)
    _ = set(arenaMax, 1)
    _ = set(mmapThreshold, defaultThreshold)
    _ = set(trimThreshold, defaultThreshold)
  }

  /// The initial value in glibc, in bytes.
  private static let defaultThreshold: Int32 = 128 << 10

  /// Throws ``ShortageError`` when a resource that `command` needs is lacking.
  static func check(for command: any ParsableCommand) throws(ShortageError) { try check(threads: threads(of: command)) }

  /// Throws ``ShortageError`` when a resource that playing needs is lacking.
  static func checkForPlaying() throws(ShortageError) { try check(threads: playingThreads) }

  private static func check(threads: Int) throws(ShortageError) {
    guard hasDescriptors() else {
      throw ShortageError(
        description: "too few open files are allowed: \(descriptors) more are needed (see 'ulimit -n')")
    }
    guard threads > 0 else { return }
    guard hasAddressSpace() else {
      throw ShortageError(
        description: "too little memory is allowed: \(addressSpace >> 20) MB are needed (see 'ulimit -v')")
    }
    guard ThreadAllowance.certainlyAllows(threads) || canMake(threads) else {
      throw ShortageError(description: "too few threads are allowed: \(threads) more are needed (see 'ulimit -u')")
    }
  }

  private static func threads(of command: any ParsableCommand) -> Int {
    switch command {
    case is ViewCommand, is PlayCommand, is RecordCommand, is SpectrumCommand, is CheckCommand, is ServeCommand,
      is BroadcastCommand, is ProbeCommand, is CheckStations, is SearchStations:
      playingThreads
    case is any AsyncParsableCommand: waitingThreads
    default: 0
    }
  }

  /// Examines descriptors from the lowest up until enough are free. The limit is one above the highest usable one.
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

  /// Reserves address space and releases it, which takes 5 µs: limits count it in ways that /proc does not show.
  private static func hasAddressSpace() -> Bool {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let memory = mmap(nil, addressSpace, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
      return false
    }
    munmap(memory, addressSpace)
    return true
  }

  /// Held while threads are created, so that all of them exist at the same time.
  private static let gate = Mutex(())

  /// Creates that number of threads and ends them, where a calculation is not enough: the limit of a user counts the
  /// threads of all programs, and of a control group not all limits may be seen.
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
