/// How long a directory may take.
package struct DirectoryLimits: Sendable {
  /// One server, from the lookup of its name to the last byte of its answer.
  package var server: Duration = .seconds(8)
  /// All servers that are asked, one after the other, and finding them.
  package var total: Duration = .seconds(20)

  /// The limits for real servers.
  package init() {}
}
