import ArgumentParser

/// The options for a station that 'add' and 'edit' share.
struct StationFields: ParsableArguments {
  @Option(help: ArgumentHelp("Country code, two letters.", valueName: "code"))
  var country: String?

  @Option(help: ArgumentHelp("Address of its homepage.", valueName: "url"))
  var homepage: String?

  @Option(
    help: ArgumentHelp("Charset of its titles when they are not UTF-8, such as windows-1251.", valueName: "charset"))
  var encoding: String?
}
