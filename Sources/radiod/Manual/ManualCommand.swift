import ArgumentParser

/// `radiod manual`: writes the manual page, generated from the declarations of the commands. `make install` runs it.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual page, as mdoc source.", shouldDisplay: false)

  func run() throws {
    let page = ManualPage(program: try CommandDeclaration.ofProgram())
    try StandardOutput.write(Array(page.source.utf8))
  }
}
