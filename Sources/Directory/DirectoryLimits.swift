/// The time limits for a directory.
package struct DirectoryLimits: Sendable {
  /// For one server, from the lookup of its name to the last byte of its answer.
  package var server: Duration = .seconds(8)
  /// For all servers that are asked one after the other, and for finding them.
  package var total: Duration = .seconds(20)
  /// For a file of the cache, while a search waits for it.
  package var disk: Duration = .seconds(1)
  /// For the file of the last search, without which its numbers cannot be used. Another program may hold it for 5 s.
  package var lastSearch: Duration = .seconds(10)

  /// The limits for real servers.
  package init() {}
}
