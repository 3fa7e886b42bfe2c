/// The time limits for a directory.
package struct DirectoryLimits: Sendable {
  /// For one server, from the lookup of its name to the last byte of its answer.
  package var server: Duration = .seconds(8)
  /// For all servers that are asked one after the other, and for finding them.
  package var total: Duration = .seconds(20)

  /// The limits for real servers.
  package init() {}
}
