import ServerSupport

/// The state of one client between its commands.
final class MPDSession {
  /// The number of wrong passwords after which the connection is closed.
  static let maximumWrongPasswords = 3

  /// The client's permissions.
  var permission: MPDPermission
  /// The tags that the client wants in answers.
  var tags = Set(MPDTag.used)
  /// The longest piece of a picture that the client takes, in bytes.
  var binaryLimit = 8192
  /// The number of wrong passwords that the client has sent.
  var wrongPasswords = 0

  /// True for a client on the Unix socket: a program of this user or of root.
  let isLocal: Bool
  /// The address of a TCP client, once it is connected.
  var client: ClientAddress?
  /// The place among all connections; nil before there is one.
  var place: ClientPlaces.Place?

  /// A client with these permissions at the beginning.
  init(permission: MPDPermission, isLocal: Bool) {
    self.permission = permission
    self.isLocal = isLocal
  }
}
