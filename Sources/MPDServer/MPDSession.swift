/// What is known of one client between its commands.
final class MPDSession {
  /// What it may do.
  var permission: MPDPermission
  /// The tags it wants to be told.
  var tags = Set(MPDTag.used)
  /// Wrong passwords it has tried.
  var wrongPasswords = 0

  /// A client that may do so much, to begin with.
  init(permission: MPDPermission) { self.permission = permission }
}
