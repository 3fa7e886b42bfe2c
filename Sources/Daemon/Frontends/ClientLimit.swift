import Glibc

/// The number of clients that the system's limit of open files allows.
struct ClientLimit {
  /// The number of frontends with clients.
  private static let frontends = DaemonFrontends.kinds.count { $0.acceptsClients }
  /// Open files of the daemon itself: the stream, the sound device, name resolution, files being written, and a
  /// reserve.
  private static let ownFiles = 64

  /// The maximum number of clients of each frontend.
  let clients: Int
  /// One sentence that says why there are fewer clients than wanted; nil when there are not.
  let fault: String?

  /// Computes the limit for `wanted` clients of each frontend. It raises the soft limit of open files as far as needed
  /// and as the hard limit allows.
  init(wanted: Int) {
    let needed = rlim_t(wanted * Self.frontends + Self.ownFiles)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else {
      (clients, fault) = (wanted, nil)
      return
    }
    var raised = limit
    raised.rlim_cur = min(needed, limit.rlim_max)
    if setrlimit(resource, &raised) == 0 { limit = raised }
    clients = max(1, min(wanted, (Int(limit.rlim_cur) - Self.ownFiles) / Self.frontends))
    fault =
      clients == wanted
      ? nil : "\(limit.rlim_cur) open files are allowed: \(clients) clients of each kind instead of \(wanted)"
  }
}
