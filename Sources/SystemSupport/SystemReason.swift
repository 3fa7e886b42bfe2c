import Glibc

/// Texts for the system's error numbers, the same wherever a file is read or written.
public enum SystemReason {
  /// Returns a text for the error number `code` (`errno`) that fits after a colon.
  ///
  /// The text is glibc's, except for a full disk: "No space left on device" makes people look for a device.
  public static func text(of code: Int32) -> String {
    code == ENOSPC ? "the disk is full" : String(cString: strerror(code))
  }
}
