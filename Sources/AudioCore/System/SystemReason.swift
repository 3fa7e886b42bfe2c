import Glibc

/// The system's error numbers in words, the same wherever a file is read or written.
public enum SystemReason {
  /// What the error number `code` (`errno`) means, in words that follow a colon.
  ///
  /// glibc's own words, but for a full disk, where "No space left on device" makes people look for a device.
  public static func text(of code: Int32) -> String {
    code == ENOSPC ? "the disk is full" : String(cString: strerror(code))
  }
}
