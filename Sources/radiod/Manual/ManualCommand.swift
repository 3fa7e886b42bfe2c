import ArgumentParser
import Stations

/// `radiod manual`: the manual page, made out of the commands' own declarations. `make install` calls it.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual page, as mdoc source.", shouldDisplay: false)

  func run() throws {
    let page = ManualPage(of: try CommandDeclaration.ofProgram())
    try StandardOutput.write(Array(page.source.utf8))
  }
}
