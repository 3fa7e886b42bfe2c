import Glibc

/// Receives bytes from a socket that has a timeout: returns how many came, 0 at the end, −1 when none came in time.
///
/// The call is interrupted when the process was stopped, although no handler runs; it starts again then.
func receive(from descriptor: Int32, into bytes: inout [UInt8], atMost limit: Int) -> Int {
  var count = 0
  repeat { count = recv(descriptor, &bytes, min(limit, bytes.count), 0) } while count < 0 && errno == EINTR
  return count
}
