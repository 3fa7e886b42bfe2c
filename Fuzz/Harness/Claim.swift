import Glibc

/// Traps with `promise` when it is broken, so that the fuzzer keeps the input.
@inline(__always)
func claim(_ isKept: Bool, _ promise: @autoclosure () -> String) {
  if !isKept { fail("broken promise: " + promise()) }
}

/// Ends the program with a message.
@inline(never)
func fail(_ message: String) -> Never {
  let line = Array("\(message)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  abort()
}
