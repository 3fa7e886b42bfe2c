import Glibc

/// How many clients there is room for, by the open files that the system allows.
struct ClientLimit {
  /// Doors with clients: HTTP and Music Player Daemon's protocol.
  private static let frontends = 2
  /// Open files of the radio itself: the stream, the sound, names, files that are written, and some to spare.
  private static let ownFiles = 64

  /// Most clients of each door.
  let clients: Int
  /// What keeps it from being as many as wanted, in a sentence.
  let fault: String?

  /// Room for `wanted` clients of each door: the soft limit is raised as far as that takes, if the hard one lets it.
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
