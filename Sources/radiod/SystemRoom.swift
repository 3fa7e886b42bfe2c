import Glibc
import Synchronization

/// Whether the system has the descriptors, the threads and the memory that a run takes.
///
/// The libraries below us end the program, or wait for ever, when one of these runs out while they start. So it is asked for all
/// of it at once before anything is begun, and everything is given back.
enum SystemRoom {
  /// What there is too little of, in one sentence.
  struct Shortage: Error, CustomStringConvertible {
    /// The process's exit code, by sysexits: a fault of the operating system.
    static let exitCode: Int32 = 71
    /// What is wanted, and what sets the limit.
    let description: String
  }

  /// The demo station, its listener, the event loop and the timers have 17 at a time.
  private static let descriptors = 20
  /// Signals, network, sound, view, names, and two for tasks.
  private static let threads = 8
  /// Address space, in bytes: stacks and heaps of the threads. Most of it is never touched.
  private static let addressSpace = 80 << 20

  /// Has all threads share one heap where address space is limited. To be called before the first thread is started.
  ///
  /// glibc reserves 64 MB for a heap of each thread's own, until the limit leaves no room for anything else.
  static func shareHeapIfLimited() {
    guard [RLIMIT_AS, RLIMIT_DATA].contains(where: isLimited), let symbol = dlsym(nil, "mallopt") else { return }
    typealias SetOption = @convention(c) (Int32, Int32) -> Int32
    let mostHeaps: Int32 = -8  // M_ARENA_MAX of malloc.h, which Swift does not import
    _ = unsafeBitCast(symbol, to: SetOption.self)(mostHeaps, 1)
  }

  private static func isLimited(_ resource: __rlimit_resource) -> Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 && limit.rlim_cur < UInt(Int.max)
  }

  /// Throws ``Shortage`` when something is lacking.
  static func check() throws(Shortage) {
    guard hasDescriptors() else {
      throw Shortage(description: "too few open files are allowed: \(descriptors) more are needed (see 'ulimit -n')")
    }
    guard hasAddressSpace() else {
      throw Shortage(description: "too little memory is allowed: \(addressSpace >> 20) MB are needed (see 'ulimit -v')")
    }
    guard hasThreads() else {
      throw Shortage(description: "too few threads are allowed: \(threads) more are needed (see 'ulimit -u')")
    }
  }

  private static func hasDescriptors() -> Bool {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    while copies.count < descriptors {
      let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { return errno != EMFILE && errno != ENFILE }
      copies.append(copy)
    }
    return true
  }

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

  private static func hasThreads() -> Bool {
    var made: [pthread_t] = []
    gate.withLock { _ in
      while made.count < threads {
        var thread = pthread_t()
        let passGate: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
          SystemRoom.gate.withLock { _ in }
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
