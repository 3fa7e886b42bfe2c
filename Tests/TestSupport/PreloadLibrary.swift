/// A small C library that a test compiles, for `LD_PRELOAD`: it takes the place of functions of the system's libraries in
/// one program.
public struct PreloadLibrary: Sendable {
  /// The library cannot be built.
  public struct BuildError: Error, CustomStringConvertible {
    /// The compiler's output.
    public var description: String
  }

  /// Whether a C compiler is installed.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("cc") }

  private let path: String

  /// Compiles `source` in `folder`, which must exist as long as the library is used.
  public init(_ source: String, in folder: Scratch) throws {
    path = folder.path("preload.so")
    let file = try folder.write(source, as: "preload.c")
    let result = try ProcessRunner.run("cc", ["-shared", "-fPIC", "-O1", "-o", path, file])
    guard result.exitCode == 0 else { throw BuildError(description: "cc: \(result.errorText)") }
  }

  /// The environment of a program that is to load it.
  public var environment: [String: String] { ["LD_PRELOAD": path] }
}
