import AudioCore
package import RadioModel
package import Stations

/// A question over the panes: fields to type into, or a sentence to confirm, or details to read.
package struct Dialog: Equatable, Sendable {
  /// What the answer is for.
  package enum Purpose: Equatable, Sendable {
    /// Search the directory for words.
    case search
    /// Add a station with a name and an address.
    case add
    /// Change the name and the address of the station with this id.
    case edit(id: String)
    /// Change the tags of the station with this id.
    case tags(id: String)
    /// Delete the station with this id.
    case delete(id: String)
    /// Nothing: it only shows something.
    case details
  }

  /// A field with its name.
  struct Field: Equatable, Sendable {
    var name: String
    var field: TextField
  }

  /// What the answer is for.
  package let purpose: Purpose
  /// The heading.
  package let title: String
  /// The sentences that are shown.
  let lines: [String]
  /// Why the answer was not accepted.
  package private(set) var fault: String?
  private(set) var fields: [Field] = []
  /// The number of the field that has the keys.
  private(set) var focus = 0
  /// The first line that is shown, of those that do not all fit.
  var firstLine = 0

  /// The effect of a key.
  enum Answer: Equatable {
    /// The dialog stays.
    case open
    /// It was cancelled, or there is nothing more to do.
    case closed
    /// It was accepted; this follows.
    case accepted(PaneEffect)
  }

  private init(
    _ purpose: Purpose, _ title: String, lines: [String] = [], fields: [(String, String)] = [], isSelected: Bool = false
  ) {
    self.purpose = purpose
    self.title = title
    self.lines = lines
    self.fields = fields.map { Field(name: $0.0, field: TextField($0.1, isSelected: isSelected)) }
  }

  // MARK: The dialogs

  /// Asks for the words of a search in the directory; those of the last search are selected.
  package static func search(_ words: String) -> Dialog {
    Dialog(
      .search, "Search the directory", lines: ["Words of the name, or of the tags. Also #tag, @FR, codec:aac."],
      fields: [("Words", words)], isSelected: true)
  }

  /// Asks for a new station.
  package static func add(name: String, url: String) -> Dialog {
    Dialog(.add, "Add a station", fields: [("Name", name), ("Address", url)])
  }

  /// Asks for another name and address.
  package static func edit(_ station: Station) -> Dialog {
    Dialog(.edit(id: station.id), "Edit a station", fields: [("Name", station.name), ("Address", station.url)])
  }

  /// Asks for tags.
  package static func tags(_ station: Station) -> Dialog {
    Dialog(
      .tags(id: station.id), "Tags of \(station.name)", lines: ["Tags are separated by commas."],
      fields: [("Tags", station.tags.joined(separator: ", "))])
  }

  /// Asks whether to delete a station.
  package static func delete(_ station: Station) -> Dialog {
    Dialog(.delete(id: station.id), "Delete", lines: ["delete \(station.name)? y/n"])
  }

  /// Shows a record of the log.
  package static func details(_ record: LogRecord, time: String) -> Dialog {
    Dialog(
      .details, "Record \(record.number)",
      lines: ["\(time)  \(record.level.rawValue)  \(record.category)", record.text]
        + record.details.map { "\($0.name): \($0.value)" })
  }

  // MARK: Keys

  /// Handles a key.
  mutating func press(_ key: Key) -> Answer {
    if key == .escape { return .closed }
    switch purpose {
    case .delete(let id):
      switch key {
      case "y", "Y": return .accepted(.change(.delete(id: id)))
      case "n", "N": return .closed
      default: return .open
      }
    case .details:
      switch key {
      case .up: firstLine = max(firstLine - 1, 0)
      case .down: firstLine += 1
      case .enter, "q": return .closed
      default: break
      }
      return .open
    case .search, .add, .edit, .tags: return pressInField(key)
    }
  }

  /// Adds pasted text to the field that has the keys.
  mutating func paste(_ text: String) {
    guard fields.indices.contains(focus) else { return }
    fields[focus].field.paste(text)
    fault = nil
  }

  private mutating func pressInField(_ key: Key) -> Answer {
    switch key {
    case .tab, .down: focus = (focus + 1) % fields.count
    case .backTab, .up: focus = (focus + fields.count - 1) % fields.count
    case .enter:
      guard let effect = accepted else { return .open }
      return .accepted(effect)
    default:
      if fields[focus].field.press(key) { fault = nil }
    }
    return .open
  }

  /// What follows from the fields; nil with `fault` set when they are not valid.
  private var accepted: PaneEffect? {
    mutating get {
      let texts = fields.map { String($0.field.text[...].trimmed) }
      switch purpose {
      case .search:
        return searched(texts[0])
      case .add:
        let station = Station(id: "", name: texts[0], url: texts[1])
        return isValid(station) ? .change(.add(station)) : nil
      case .edit(let id):
        let station = Station(id: id, name: texts[0], url: texts[1])
        return isValid(station) ? .change(.edit(id: id, StationEdit(name: texts[0], url: texts[1]))) : nil
      case .tags(let id):
        let tags = texts[0].split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
        return .change(.setTags(id: id, tags))
      case .delete, .details: return nil
      }
    }
  }

  /// Returns the search for `text`; nil with `fault` set when it is none.
  private mutating func searched(_ text: String) -> PaneEffect? {
    do throws(OptionError) {
      if try SearchWords(text) != SearchWords() { return .search(text) }
      fault = "type some words of the name"
    } catch {
      fault = error.description
    }
    return nil
  }

  /// Sets `fault` for a station that cannot be in a list, and moves the keys to the field that has it.
  private mutating func isValid(_ station: Station) -> Bool {
    guard let reason = station.fault else { return true }
    fault = reason
    let isNamed = !station.name.allSatisfy(\.isWhitespace)
    focus = isNamed && StreamURL.fault(station.url) != nil ? 1 : 0
    return false
  }
}
