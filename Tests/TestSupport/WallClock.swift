import Foundation
import Glibc

/// A private wall clock for one program. It can be set while the program runs, as a time server or a user sets a clock.
/// The monotonic clocks are not affected.
///
/// A small C library, compiled when it is needed and loaded before the system's by `LD_PRELOAD`, adds the offset that a
/// file holds.
public final class WallClock: Sendable {
  /// The clock cannot be set.
  public struct ClockError: Error, CustomStringConvertible {
    /// The failure in words.
    public var description: String
  }

  /// Whether the library can be built.
  public static var isAvailable: Bool { PreloadLibrary.isAvailable }

  private let folder: Scratch
  private let library: PreloadLibrary

  /// A clock that shows the right time.
  public init() throws {
    folder = try Scratch()
    library = try PreloadLibrary(Self.source, in: folder)
    try set(aheadBySeconds: 0)
  }

  /// The environment that makes a program use this clock.
  public var environment: [String: String] {
    library.environment.merging(["WALL_CLOCK": folder.path("offset")]) { $1 }
  }

  /// Sets the clock ahead of the real time by this many seconds, or behind it if negative.
  public func set(aheadBySeconds seconds: Int) throws {
    let descriptor = open(folder.path("offset"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    defer { close(descriptor) }
    let written = withUnsafeBytes(of: Int64(seconds)) { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard written == MemoryLayout<Int64>.size else { throw ClockError(description: "the clock cannot be set") }
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>

    static volatile int64_t none, *offset = &none;

    __attribute__((constructor)) static void begin(void) {
      const char *path = getenv("WALL_CLOCK");
      int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
      void *memory = file < 0 ? MAP_FAILED : mmap(0, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
      if (memory != MAP_FAILED) offset = memory;
      if (file >= 0) close(file);
    }

    int clock_gettime(clockid_t clock, struct timespec *time) {
      int result = syscall(SYS_clock_gettime, clock, time);
      if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += *offset;
      return result;
    }

    int gettimeofday(struct timeval *time, void *zone) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      *time = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
      return 0;
    }

    time_t time(time_t *result) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (result) *result = now.tv_sec;
      return now.tv_sec;
    }

    """
}
