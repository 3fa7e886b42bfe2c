import ArgumentParser
import AudioCore
import JSON
import Stations

/// `radiod stations edit`: changes a station's entry in the user's list.
struct EditStation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a station of your list: favourite, tags, name, address and more.",
    discussion: """
      Changes only the given fields. An empty text removes a homepage, a country, an encoding or all tags, such as \
      --tags ''. 'radiod play' without an argument plays the first favourite in the list.

      """ + OwnStationsOrigin.help)

  @Argument(help: ArgumentHelp("Id or whole name of the station.", valueName: "station"))
  var station: String

  @Flag(
    name: [.customLong("favourite"), .customLong("favorite")], inversion: .prefixedNo,
    help: "Mark it as a favourite, or not.")
  var favourite: Bool?

  @Option(help: ArgumentHelp("New tags, separated by commas.", valueName: "tag,tag"))
  var tags: String?

  @Option(help: ArgumentHelp("Its name.", valueName: "text"))
  var name: String?

  @Option(help: ArgumentHelp("Its http(s) address: a stream or a playlist.", valueName: "url"))
  var url: String?

  @Option(name: .customLong("id"), help: ArgumentHelp("Its id: a-z, 0-9, - and _.", valueName: "id"))
  var newID: String?

  @OptionGroup var fields: StationFields

  @Flag(help: "Write the changed entry as JSON.")
  var json = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    let texts = [tags, name, url, newID, fields.country, fields.homepage, fields.encoding]
    guard favourite != nil || texts.contains(where: { $0 != nil }) else {
      throw ValidationError("'edit' takes what to change, such as --favourite, --tags jazz,soul or --name \"My Radio\"")
    }
    try StationCheck.validate(country: fields.country, homepage: fields.homepage)
  }

  func run() async throws {
    var after: Station?
    try OwnStationsOrigin(global).change { (list) throws(TuneError) in
      after = try StationChange.edit(id: list.id(of: station), edit).apply(to: &list)
    }
    guard let after else { return }
    if json { return try StandardOutput.write(JSONWriter.write(after.json)) }
    try StandardOutput.writeLine("edited \(after.id): \(after.name)")
  }

  /// What the options change.
  private var edit: StationEdit {
    var edit = StationEdit(name: name, url: url)
    (edit.id, edit.homepage, edit.country) = (newID, fields.homepage, fields.country)
    (edit.encoding, edit.favourite) = (fields.encoding, favourite)
    edit.tags = tags.map(Self.words)
    return edit
  }

  /// Splits a text at commas into tags, without surrounding spaces and empty tags.
  private static func words(in text: String) -> [String] {
    text.split(separator: ",").map { String($0.trimmedBlanks) }.filter { !$0.isEmpty }
  }
}
