import Glibc

/// Starts plain threads for blocking code. No thread is joined, because a sound device may hang in a system call
/// forever.
public enum PlainThread {
  /// Runs `body` once on a new, detached thread with `stackBytes` of stack (nil: the system's default size).
  ///
  /// Returns false when the system cannot start a thread; `body` is released then and does not run.
  public static func start(stackBytes: Int? = nil, body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    let launch = Unmanaged.passRetained(Launch(body: body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<Launch>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, launch.toOpaque())
    if code != 0 { launch.release() }
    return code == 0
  }

  /// The argument of a new thread.
  private final class Launch: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
