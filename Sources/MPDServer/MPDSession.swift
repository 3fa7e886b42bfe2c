/// What is known of one client between its commands.
final class MPDSession {
  /// What it may do.
  var permission: MPDPermission
  /// The tags it wants to be told.
  var tags = Set(MPDTag.used)
  /// Wrong passwords it has tried.
  var wrongPasswords = 0

  /// True for a client on the Unix socket: a program of this user, or of root.
  let isLocal: Bool

  /// A client that may do so much, to begin with.
  init(permission: MPDPermission, isLocal: Bool) {
    self.permission = permission
    self.isLocal = isLocal
  }
}
