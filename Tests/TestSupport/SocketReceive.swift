import Glibc

/// Bytes from a socket that waits with a limit: how many came, 0 at the end, −1 when none came in time.
///
/// Such a wait is interrupted when the process stood still, though no handler is called; it begins anew then.
func receive(from descriptor: Int32, into bytes: inout [UInt8], atMost limit: Int) -> Int {
  var count = 0
  repeat { count = recv(descriptor, &bytes, min(limit, bytes.count), 0) } while count < 0 && errno == EINTR
  return count
}
