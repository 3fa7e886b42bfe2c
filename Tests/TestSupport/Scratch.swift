import Foundation

/// A private folder for one test, removed with this object.
public final class Scratch: Sendable {
  /// Its path.
  public let path: String

  /// Makes the folder.
  public init() throws { path = try ProcessRunner.temporaryFolder() }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file; returns its path.
  @discardableResult public func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Writes a file of text; returns its path.
  @discardableResult public func write(_ text: String, as name: String) throws -> String {
    try write(Array(text.utf8), as: name)
  }

  /// The size of `name` in bytes; 0 when it does not exist.
  public func size(_ name: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path(name))[.size] as? Int) ?? 0
  }

  /// The bytes of `name`; empty when it cannot be read.
  public func read(_ name: String) -> [UInt8] { Array(FileManager.default.contents(atPath: path(name)) ?? Data()) }
}
