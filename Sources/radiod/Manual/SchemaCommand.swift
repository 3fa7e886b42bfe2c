import ArgumentParser
import AudioCore
import CAssets

/// `radiod schema`: the JSON Schemas of what other commands write.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of what a command writes with --json.",
    discussion: """
      The schema (draft 2020-12) describes the object that the command writes, or, where it writes one object a line, \
      each of these. Later versions may add members at the end of an object. Without a name, lists the names.
      """)

  @Argument(
    help: ArgumentHelp("What to describe: \(Self.names.joined(separator: ", ")).", valueName: "name"),
    completion: .list(Self.names))
  var name: String?

  private static let names = (0..<cassets_schema_count()).map { String(cString: cassets_schema($0).name) }

  func validate() throws {
    guard let name, !Self.names.contains(name) else { return }
    throw ValidationError("there is no schema '\(name)'; there are \(Self.names.joined(separator: ", "))")
  }

  func run() throws {
    guard let index = name.flatMap(Self.names.firstIndex) else {
      return try StandardOutput.writeLine(Self.names.joined(separator: "\n"))
    }
    let file = cassets_schema(index)
    try StandardOutput.write(Array(UnsafeBufferPointer(start: file.bytes, count: file.size)))
  }
}
